"""A student's process tries to leave its sandbox: each way out is tried.

Where the system has a layer, what it keeps from must fail; where it has none, the
report must say so. Nothing is skipped: which of both is asserted depends on the report.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import mystpy
from mystpy.axioms import axioms_dir
from mystpy.exercises.marking import Submission, marked_safely
from mystpy.exercises.sandbox import client, layers
from mystpy.exercises.sandbox.layers import LAYERS, Protection
from mystpy.exercises.supervision import Limits, SetupFailed, protection, run_supervised
from mystpy.processes.confinement import landlock, seccomp
from mystpy.processes.confinement.syscalls import enter_namespaces, machine
from mystpy.processes.launch import executable
from tests.exercises.shelf import ANSWERS, FOLDER, answers, text_of
from tests.programs import begun, needs, ran

LIMITS = Limits(seconds=60, megabytes=800)
SECRET = "a secret of the teacher's"
LINUX = sys.platform == "linux"

Try = Callable[[str], object]


def attempt(task: tuple[Try, str]) -> str:
    """Return `done` and what an attempt gave, or how it failed."""
    trial, word = task
    try:
        return f"done {trial(word)}"
    except (OSError, subprocess.SubprocessError) as error:
        return f"failed {type(error).__name__} {error}"


def attempted(trial: Try, word: object = "") -> str:
    return run_supervised(attempt, (trial, str(word)), LIMITS)


def read(path: str) -> str:
    return Path(path).read_bytes().decode("utf-8", "replace")


def listed(path: str) -> list[str]:
    return [entry.name for entry in Path(path).iterdir()]


def write(path: str) -> None:
    with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123
        file.write("x")


def make_folder(path: str) -> None:
    os.mkdir(path)  # noqa: PTH102


def remove(path: str) -> None:
    os.unlink(path)  # noqa: PTH108


def read_by_program(path: str) -> str:
    """Have another program read a file: children may no more than their parents."""
    return ran(["cat", path], check=True).stdout


def connect(address: str) -> None:
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port))):
        pass


def listen(host: str) -> None:
    with socket.socket() as server:
        server.bind((host, 0))
        server.listen()


def send_datagram(address: str) -> None:
    host, _, port = address.rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", (host, int(port)))


def connect_locally(name: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(name.replace("@", "\0"))


def signal_to(pid: str) -> None:
    os.kill(int(pid), 0)


def trace(pid: str) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.ptrace(0x4206, int(pid), 0, 0) == -1:  # PTRACE_SEIZE
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def limit_of(pid: str) -> None:
    import resource

    resource.prlimit(int(pid), resource.RLIMIT_NOFILE)


def new_namespaces(_: str) -> None:
    enter_namespaces()


def change_root(path: str) -> None:
    os.chroot(path)


def leave_group(_: str) -> None:
    os.setsid()


def own_environment(_: str) -> dict[str, str]:
    return dict(os.environ)


def environment_at_start(_: str) -> str:
    return read("/proc/self/environ")


def environment_of_parents(_: str) -> str:
    """Return the environments of all processes that can be read."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            found.append(path.read_text("utf-8", "replace"))
        except OSError:
            continue
    return "".join(found)


def open_files(_: str) -> list[int]:
    """Return the numbers of files that are open, besides the three of each program."""
    found = []
    for number in range(3, 300):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found


def processes_at_once(_: str) -> int:
    """Fork until that fails, at most a thousand times; return how often it did not."""
    for count in range(1_000):
        try:
            if os.fork() == 0:
                os.read(os.pipe()[0], 1)
        except OSError:
            return count
    return 1_000


@pytest.fixture(scope="module")
def found() -> Protection:
    return protection()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with another student's work and a teacher's solutions."""
    for name in ("class/bob/hexa-own-card.txt", "exercises/exam.toml", "home/.ssh/id"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(SECRET, encoding="utf-8")
    return tmp_path


def denied(output: str) -> bool:
    return output.startswith("failed")


# --- Files ------------------------------------------------------------------


@pytest.mark.parametrize("way", [read, read_by_program])
@pytest.mark.parametrize(
    "name", ["class/bob/hexa-own-card.txt", "exercises/exam.toml", "home/.ssh/id"]
)
def test_nobodys_work_and_no_solution_is_read(
    folder: Path, name: str, way: Try, found: Protection
) -> None:
    output = attempted(way, folder / name)
    assert denied(output) == found.files
    assert (SECRET in output) != found.files


SECRETS = [
    *sorted(ANSWERS.glob("*.toml"))[:2],
    FOLDER / "hexa-own-card.toml",
    FOLDER / "class" / "bob" / "hexa-own-card.txt",
    Path.home() / ".bashrc",
    Path("/etc/passwd"),
    Path("/etc/shadow"),
    Path("/proc/1/environ"),
    Path(f"/proc/{os.getpid()}/environ"),
    Path(f"/proc/{os.getpid()}/cmdline"),
]


def _numberless(path: Path) -> str:
    """The name of a test, which has to be the same in each process of a run."""
    return str(path).replace(str(os.getpid()), "PID")


@pytest.mark.parametrize("path", SECRETS, ids=_numberless)
def test_files_of_the_system_and_of_the_user_are_not_read(
    path: Path, found: Protection
) -> None:
    output = attempted(read, path)
    if found.files:
        assert denied(output)
    elif path.exists() and os.access(path, os.R_OK):
        assert not denied(output)


@pytest.mark.parametrize("path", ["/", "/tmp", "/home", "/root", "/proc", "/etc"])
def test_folders_are_not_listed(path: str, found: Protection) -> None:
    if found.files:
        assert denied(attempted(listed, path))


def test_what_a_mark_needs_is_read() -> None:
    assert not denied(attempted(read, axioms_dir() / "myst.pl"))
    assert not denied(attempted(read, mystpy.__file__))
    assert not denied(attempted(read, os.__file__))
    assert not denied(attempted(read_by_program, os.__file__))


def test_only_the_scratch_folder_is_written(folder: Path, found: Protection) -> None:
    assert not denied(attempted(write, "note.txt"))
    assert not denied(attempted(make_folder, "folder"))
    assert not denied(attempted(write, os.devnull))
    package = Path(mystpy.__file__).parent
    places = [folder, Path.cwd(), Path("/tmp"), package, axioms_dir(), Path.home()]
    for place in places:
        name = place / "written-by-a-student"
        try:
            assert denied(attempted(write, name)) == found.files
            assert denied(attempted(make_folder, f"{name}-folder")) == found.files
        finally:
            name.unlink(missing_ok=True)
            if Path(f"{name}-folder").exists():
                Path(f"{name}-folder").rmdir()
    kept = folder / "class/bob/hexa-own-card.txt"
    assert denied(attempted(write, kept)) == found.files
    if found.files:
        assert denied(attempted(remove, kept))
        assert kept.read_text() == SECRET


def test_the_scratch_folders_of_others_are_not_read(found: Protection) -> None:
    output = run_supervised(neighbour, None, LIMITS)
    assert output == ("failed" if found.files else "done")


def neighbour(_: object) -> str:
    """Return whether the folder in which all scratch folders are can be listed."""
    try:
        list(Path.cwd().parent.iterdir())
    except OSError:
        return "failed"
    return "done"


# --- The environment and open files --------------------------------------------


@pytest.mark.parametrize("name", ["TOKEN_OF_THE_TEACHER", "MYSTPY_TOKEN"])
def test_nothing_of_the_environment_is_seen(
    monkeypatch: pytest.MonkeyPatch, found: Protection, name: str
) -> None:
    monkeypatch.setenv(name, SECRET)
    assert SECRET not in attempted(own_environment)
    assert SECRET not in attempted(environment_at_start)
    if found.files:
        assert SECRET not in attempted(environment_of_parents)
        assert denied(attempted(environment_at_start))


def test_the_environment_of_the_server_has_no_secret() -> None:
    """Also where nothing keeps a process from reading what its parents began with."""
    assert protection() is not None
    (server,) = client._servers.values()
    output = Path(f"/proc/{server.process.pid}/environ")
    if output.exists():
        names = {each.partition("=")[0] for each in output.read_text().split("\0")}
        assert "PATH" in names
        plain = {"HOME", "USER", "PYTEST_CURRENT_TEST", "PWD", "PYTHONPATH"}
        assert not plain & names


def test_folders_that_the_environment_names_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The process has another current folder; and other axioms are read there."""
    shutil.copytree(axioms_dir(), tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYSTPY_AXIOMS", "mine")
    output = attempted(folder_of_axioms)
    assert output == f"done {tmp_path / 'mine'}"


def folder_of_axioms(_: str) -> Path:
    (axioms_dir() / "myst.pl").read_text("utf-8")
    return axioms_dir()


def test_no_file_is_open_but_that_for_the_answer() -> None:
    with open(os.devnull, encoding="ascii") as file:  # noqa: PTH123
        os.set_inheritable(file.fileno(), True)
        output = attempted(open_files)
    assert output.startswith("done [")
    assert output.count(",") == 0, "the answer's alone"


# --- Networks ------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_there_is_no_network(server: str, found: Protection) -> None:
    assert denied(attempted(connect, server)) == found.network
    if "seccomp" in found.layers:
        assert denied(attempted(listen, "127.0.0.1"))
        assert denied(attempted(listen, "0.0.0.0"))
        assert denied(attempted(send_datagram, server))


def test_there_are_no_local_sockets(tmp_path: Path, found: Protection) -> None:
    names = [os.path.relpath(tmp_path / "socket")]
    names += [f"@mystpy-{os.getpid()}"] if LINUX else []
    for name in names:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(name.replace("@", "\0"))
            listening.listen()
            output = attempted(
                connect_locally, name if "@" in name else Path(name).resolve()
            )
            if "seccomp" in found.layers:
                assert denied(output)


# --- Other processes and the system ----------------------------------------------


def test_other_processes_are_not_reached(found: Protection) -> None:
    with begun([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        assert denied(attempted(signal_to, other.pid)) == found.signals
        assert denied(attempted(signal_to, os.getpid())) == found.signals
        if LINUX and found.processes:
            assert denied(attempted(trace, other.pid))
            assert denied(attempted(limit_of, other.pid))
            assert denied(attempted(read, f"/proc/{other.pid}/mem"))
            assert denied(attempted(write, f"/proc/{other.pid}/comm"))
        other.communicate("")


def test_the_system_is_not_changed(found: Protection) -> None:
    if "seccomp" in found.layers:
        assert denied(attempted(new_namespaces))
        assert denied(attempted(leave_group))
    if {"seccomp", "landlock"} & {*found.layers}:
        assert denied(attempted(change_root, "/"))


def test_a_fork_bomb_ends_with_its_process(found: Protection) -> None:
    """As root the system counts nobody's processes: then the limits end it."""
    output = int(attempted(processes_at_once).split()[1])
    if "namespaces" in found.layers and os.geteuid() != 0:
        assert output < 64
    assert not denied(attempted(read, axioms_dir() / "myst.pl")), "the next one runs"


@needs("swipl")
def test_prolog_is_confined_as_its_parent_is(folder: Path, found: Protection) -> None:
    goal = (
        f"read_file_to_string('{folder}/class/bob/hexa-own-card.txt', T, []), print(T)"
    )
    output = attempted(by_prolog, goal)
    assert (SECRET in output) != found.files
    output = attempted(by_prolog, "getenv('HOME', T), print(T)")
    assert str(Path.home()) not in output.replace("mystpy-marking", "")
    output = attempted(by_prolog, "atom_length(abc, T), print(T)")
    assert "done 3" in output


def by_prolog(goal: str) -> str:
    program = executable("swipl")
    assert program is not None
    words = [program, "-q", "-f", "none", "-g", goal, "-t", "halt"]
    done = ran(words, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


# --- What the system has ---------------------------------------------------------


@pytest.mark.skipif(not LINUX, reason="the layers are Linux's")
@pytest.mark.parametrize("layer", LAYERS)
def test_each_layer_that_the_system_has_is_applied(layer: str) -> None:
    """In a fresh machine, too, as root: nothing of it needs to be installed."""
    has = {
        "landlock": landlock.version() > 0,
        "seccomp": machine() in ("x86_64", "aarch64") and _status("Seccomp"),
        "namespaces": ran(["unshare", "-Ur", "true"]).returncode == 0,
    }
    assert (layer in protection().layers) == bool(has[layer])


def _status(word: str) -> bool:
    return f"\n{word}:" in Path("/proc/self/status").read_text()


@pytest.mark.skipif(not LINUX, reason="the layers are Linux's")
@pytest.mark.parametrize("only", [*((x,) for x in LAYERS), ("landlock", "seccomp")])
def test_each_layer_does_its_part_alone(
    only: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, server: str, folder: Path
) -> None:
    has = protection().layers
    monkeypatch.setattr(layers, "LAYERS", only)
    found = protection()
    assert set(found.layers) == {*only} & {*has}
    output = attempted(read, folder / "exercises/exam.toml")
    assert denied(output) == found.files
    assert denied(attempted(connect, server)) >= found.network
    assert denied(attempted(signal_to, os.getpid())) == found.signals
    name = "knowing-whether"
    given = Submission(text_of(name), name, answers(name)["right"])
    assert marked_safely(given, LIMITS).right


NOTHING = "this system does not isolate students' processes"


def test_a_system_without_any_layer_says_so(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Result], folder: Path
) -> None:
    monkeypatch.setattr(layers, "LAYERS", ())
    found = protection()
    assert (found.files, found.network, found.processes) == (False, False, False)
    assert str(found).startswith(NOTHING)
    assert "mark in a container" in str(found)
    assert SECRET in attempted(read, folder / "exercises/exam.toml")
    done = run("grade", str(FOLDER / "class"), "--jobs", "1")
    assert done.exit_code == 0
    assert NOTHING in done.stderr
    assert done.stdout.count("\n") == 7  # the header and 3 students, 2 exercises each


def test_a_system_that_cannot_fork_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FORKS", False)
    assert str(protection()).startswith(NOTHING)


def test_what_holds_is_told_and_what_does_not() -> None:
    full = Protection(LAYERS, signals_scoped=True)
    assert str(full) == (
        "students' processes have no access to files other than those of mystpy and "
        "the system's programs, the network and other processes (by landlock, "
        "seccomp, namespaces)"
    )
    text = str(Protection(("landlock",)))
    assert "they do have access to the network and other processes" in text
    assert "(by seccomp); on this system they do have access to files" in str(
        Protection(("seccomp",))
    )


def test_a_layer_that_fails_later_is_a_fault_of_the_setup(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing of a student's is run then."""
    from mystpy.exercises.sandbox import worker

    def broken(*_: Any) -> None:
        raise OSError("no more rules")

    monkeypatch.setattr(worker, "_give_up", broken)
    come, go = os.pipe()
    import pickle

    request = pickle.dumps((attempt, (listed, "/"), LIMITS, "/"))
    worker.work_off(request, LAYERS, [], go)
    os.close(go)
    with os.fdopen(come, "rb") as file:
        error = pickle.loads(file.read())
    assert isinstance(error, SetupFailed)
    assert "no more rules" in str(error)


def test_the_filter_denies_the_same_on_both_processors() -> None:
    for each in seccomp._MACHINES.values():
        numbers = [row[each.column] for row in seccomp._DENIED.values()]
        assert len(set(numbers)) == len(numbers)
        for place, line in enumerate(program := list(seccomp._program(each))):
            assert place + 1 + max(line.if_so, line.if_not) < len(program) or (
                line.code == seccomp._RETURN
            )
