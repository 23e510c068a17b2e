"""Guest programs are kept from files, network and processes, or a message says so.

Where the system has neither Landlock nor seccomp, the tests hold what is said instead.
"""

from __future__ import annotations

import json
import os
import shlex
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.arena.design import Entrant
from mystpy.arena.file import require_kind
from mystpy.cli import cli
from mystpy.errors import QueryError
from mystpy.players.registry import Option
from mystpy.processes.confinement import guest_confinement, landlock, seccomp
from mystpy.processes.confinement.guest_confinement import (
    GuestConfinement,
    GuestProtection,
    guest_protection,
    policy,
)
from mystpy.protocol.contest.abbreviations import contest_game
from tests.arena.test_guests import GAME, contestant, fault, hostile
from tests.cli.test_schemas import check
from tests.programs import HANGING

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")

SECRET = "a page of the diary"
NAMES = "USER_HOME, SERVER_PORT, SERVER_PID"


@pytest.fixture
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a home with a diary, beside a server and a process to attack."""
    (tmp_path / "diary.txt").write_text(SECRET, "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("USER_HOME", str(tmp_path))
        monkeypatch.setenv("SERVER_PORT", str(server.getsockname()[1]))
        monkeypatch.setenv("SERVER_PID", str(os.getpid()))
        yield tmp_path


ATTACKS = [
    ("reads the home", "files", f"read: {SECRET}"),
    ("writes outside", "files", "it is in the file"),
    ("connects", "network", "connected"),
    ("sends a datagram", "network", "sent"),
    ("signals", "processes", "signalled"),
]


@pytest.mark.parametrize(("how", "what", "success"), ATTACKS)
def test_a_guest_reaches_nothing_or_the_notice_says_that_it_can(
    how: str, what: str, success: str, surroundings: Path
) -> None:
    attacker = hostile(how, variables=NAMES)
    found = fault(attacker)
    assert found.how == "exit"
    kept = guest_protection(GuestConfinement())
    if getattr(kept, what):
        assert success not in found.why
        assert "Permission" in found.why or "not permitted" in found.why
        assert not (surroundings / "written.txt").exists()
    else:  # nobody is kept from it silently
        assert success in found.why
        assert what in " ".join(kept.reached)
        assert "is not kept from" in str(kept)
        with pytest.raises(QueryError, match="cannot keep a program from"):
            require_kind(hostile(how, confinement="required"), GAME)


@pytest.mark.parametrize(("how", "what", "success"), ATTACKS)
def test_the_same_attacks_succeed_without_confinement(
    how: str, what: str, success: str, surroundings: Path
) -> None:
    found = fault(hostile(how, variables=NAMES, confinement="off"))
    assert found.how == "exit"
    assert success in found.why
    assert getattr(guest_protection(GuestConfinement("off")), what) is False


@pytest.mark.usefixtures("surroundings")
def test_options_allow_what_they_name_and_nothing_else(tmp_path: Path) -> None:
    reader = hostile("reads the home", variables=NAMES, reads=str(tmp_path))
    assert f"read: {SECRET}" in fault(reader).why
    writer = hostile("writes outside", variables=NAMES, writes=str(tmp_path))
    assert "it is in the file" in fault(writer).why
    assert (tmp_path / "written.txt").read_text() == "x"
    caller = hostile("connects", variables=NAMES, network=True)
    assert "connected" in fault(caller).why
    other = hostile("reads the home", variables=NAMES, network=True)
    kept = guest_protection(GuestConfinement(network=True))
    assert (SECRET in fault(other).why) is not kept.files
    assert "may use the network, by its options" in str(kept)


def test_a_guest_has_a_home_of_its_own_that_is_removed(tmp_path: Path) -> None:
    if not guest_confinement.available_layers():
        assert "is not kept from other files" in str(guest_protection(UNCONFINED))
        return
    why = fault(hostile("writes at home")).why
    home = Path(why.partition("written in ")[2].rstrip("'"))
    assert home.name.startswith("mystpy-guest-")
    assert not home.exists()


UNCONFINED = GuestConfinement()


def test_a_program_of_the_contest_may_connect_to_its_table_alone(
    surroundings: Path,
) -> None:
    """It plays, confined, as the other tests show; a server beside it is refused."""
    assert fault(contestant("suicide"), contest_game(3)).how == "rule"
    code = (
        "import os, socket, sys; table = int(sys.argv[1]);"
        "socket.create_connection(('127.0.0.1', table)).close();"
        "socket.create_connection(('127.0.0.1', int(os.environ['SERVER_PORT'])));"
        "sys.exit('connected twice')"
    )
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} %%"
    options: dict[str, Option] = {"command": command, "variables": NAMES}
    options["seconds"] = HANGING
    found = fault(Entrant("x", "contest", tuple(options.items())), contest_game(3))
    kept = guest_protection(GuestConfinement(port=1))
    assert ("connected twice" in found.why) is not kept.network
    if not kept.network:
        assert "is not kept from the network" in str(kept)
    assert surroundings.exists()


def test_a_program_of_the_contest_may_list_addresses_and_open_no_other_socket() -> None:
    """Mono resolves localhost by a netlink socket."""
    code = (
        "import socket, sys\n"
        "def opens(*kind):\n"
        "    try: socket.socket(*kind).close()\n"
        "    except OSError: return 0\n"
        "    return 1\n"
        "netlink, raw, datagram = 16, socket.SOCK_RAW, socket.SOCK_DGRAM\n"
        "inet, tcp = socket.AF_INET, socket.SOCK_STREAM\n"
        "kinds = [(netlink, raw, 0), (netlink, raw, 9), (inet, tcp, 0),"
        " (inet, datagram, 0), (socket.AF_UNIX, tcp, 0)]\n"
        "sys.exit('opens ' + str([opens(*kind) for kind in kinds]))"
    )
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} %%"
    options: dict[str, Option] = {"command": command, "seconds": HANGING}
    found = fault(Entrant("x", "contest", tuple(options.items())), contest_game(3))
    if guest_protection(GuestConfinement(port=1)).network:
        assert "opens [1, 0, 1, 0, 0]" in found.why


def read_by(code: str, **options: Option) -> str:
    """Return what a confined program says of files."""
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    given = {"command": command, "seconds": HANGING, **options}
    return fault(Entrant("guest", "program", tuple(given.items()))).why


READS = (
    "import sys\n"
    "def reads(path):\n"
    "    try: return open(path).read()\n"
    "    except OSError: return 'refused'\n"
    "sys.exit(str([reads(path) for path in sys.argv[1:]]))"
)


def test_a_program_reads_the_settings_of_its_runtime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's Java links its settings to /etc/java-17-openjdk, and fails without."""
    java, other = tmp_path / "java-99" / "security", tmp_path / "shadow"
    java.parent.mkdir()
    java.write_text("settings", "utf-8")
    other.write_text(SECRET, "utf-8")
    monkeypatch.setattr(guest_confinement, "_ETC", tmp_path)
    code = READS.replace("sys.argv[1:]", repr([str(java), str(other)]))
    said = read_by(code)
    assert "settings" in said
    if guest_protection(UNCONFINED).files:
        assert "['settings', 'refused']" in said


def test_a_program_is_started_by_a_version_manager(tmp_path: Path) -> None:
    """The scripts of pyenv are in `shims`, and start another in `libexec`."""
    shims, library = tmp_path / "pyenv" / "shims", tmp_path / "pyenv" / "libexec"
    for folder, text in (
        (library, "echo started >&2; exit 3"),
        (shims, f"exec {shlex.quote(str(library / 'python'))}"),
    ):
        folder.mkdir(parents=True)
        script = folder / "python"
        script.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        script.chmod(0o755)
    command = shlex.quote(str(shims / "python"))
    entrant = Entrant("x", "program", (("command", command), ("seconds", HANGING)))
    assert "exit status 3; standard error ends with 'started'" in fault(entrant).why


@pytest.mark.parametrize("ours", [True, False])
def test_only_the_path_files_of_this_python_are_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ours: bool
) -> None:
    """An editable install is a line in such a file. A guest may bring one, too."""
    if ours:
        monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    module = tmp_path / "mine" / "my_player.py"
    site = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    for folder in (module.parent, site, tmp_path / "venv" / "bin"):
        folder.mkdir(parents=True)
    module.write_text("WORD = 'found'", "utf-8")
    lines = f"import site\n# a remark\n{module.parent}\n/no/such/folder\n"
    (site / "__editable__.mine.pth").write_text(lines, "utf-8")
    (site / "broken.pth").write_bytes(b"\xff\n")
    python = tmp_path / "venv" / "bin" / "python"
    python.symlink_to(sys.executable)
    code = READS.replace("sys.argv[1:]", repr([str(module)]))
    command = f"{shlex.quote(str(python))} -c {shlex.quote(code)}"
    entrant = Entrant("x", "program", (("command", command), ("seconds", HANGING)))
    readable = ours or not guest_protection(UNCONFINED).files
    assert ("found" in fault(entrant).why) is readable


def test_java_gets_the_folder_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Java uses neither HOME nor TMPDIR."""
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dmine=1")
    if not guest_confinement.available_layers():
        return
    code = (
        "import os, sys; folder = os.environ['TMPDIR'];"
        "options = os.environ['JAVA_TOOL_OPTIONS'].replace(folder, 'FOLDER');"
        "sys.exit(options)"
    )
    said = '-Djava.io.tmpdir="FOLDER" -Duser.home="FOLDER"'
    assert f"'{said}'" in read_by(code)
    assert f"'-Dmine=1 {said}'" in read_by(code, variables="JAVA_TOOL_OPTIONS")


def test_a_refusal_names_the_options_that_allow_more(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'x.log')!r}, 'w')"
    hint = "the options reads, writes, scratch and network allow more"
    assert (hint in read_by(code)) is guest_protection(UNCONFINED).files
    confined = bool(guest_confinement.available_layers())
    assert (hint in read_by("import no_such_module_here")) is confined
    assert hint not in read_by(
        "raise SystemExit('Permission denied')", confinement="off"
    )


@pytest.fixture
def without_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a system without Landlock and seccomp."""
    monkeypatch.setattr(landlock, "version", lambda: 0)
    monkeypatch.setattr(seccomp, "is_available", lambda: False)


@pytest.mark.usefixtures("without_layers")
def test_a_system_that_cannot_confine_says_so_and_required_refuses() -> None:
    kept = guest_protection(GuestConfinement())
    assert kept.reached == ("other files", "the network", "other processes")
    said = "is not kept from other files, the network and other processes"
    assert str(kept) == said
    with pytest.raises(QueryError, match="cannot keep a program from other") as caught:
        require_kind(hostile("exits", confinement="required"), GAME)
    assert "in a container" in str(caught.value.hint)
    require_kind(hostile("exits"), GAME)
    assert policy(["python"], "", GuestConfinement())["layers"] == []


def test_older_systems_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Landlock has TCP since version 4, and signals since version 6."""
    monkeypatch.setattr(seccomp, "is_available", lambda: True)
    found = {}
    for version in (0, 1, 4, 6):
        monkeypatch.setattr(landlock, "version", lambda version=version: version)
        kept = guest_protection(GuestConfinement())
        table = guest_protection(GuestConfinement(port=1))
        found[version] = (kept.files, kept.network, kept.processes, table.network)
    assert found == {
        0: (False, True, False, False),
        1: (True, True, False, False),
        4: (True, True, False, True),
        6: (True, True, True, True),
    }


def test_a_layer_that_fails_starts_no_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A protection that the guardian cannot apply is a fault, not a notice."""
    from mystpy.processes import guarded

    wrong = {"layers": ["Landlock"], "reads": [], "writes": [], "network": "x"}
    told = {**wrong, "port": "no number", "network": False}
    monkeypatch.setattr(guarded, "policy", lambda *_: told)
    if not landlock.tcp_is_restricted():
        assert not guest_protection(GuestConfinement(port=1)).network
        return
    found = fault(hostile("exits"))
    assert found.how == "start"
    assert "it cannot be confined" in found.why
    assert "card fell down" not in found.why


def test_a_wrong_word_is_refused_with_the_right_ones() -> None:
    with pytest.raises(QueryError, match="confinement cannot be 'require'") as caught:
        require_kind(hostile("exits", confinement="require"), GAME)
    assert "required" in str(caught.value.hint)


def test_the_home_is_never_readable_as_a_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program in the home itself is readable alone, with what the command names."""
    if not guest_confinement.available_layers():
        assert policy(["python"], "", GuestConfinement())["layers"] == []
        return
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NODE_PATH", str(tmp_path))
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "player"
    program.write_text("#!/usr/bin/env python3\n", "utf-8")
    (tmp_path / "weights.txt").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    words = [str(program), "weights.txt", "nothing.txt", ".."]
    reads = policy(words, "", GuestConfinement())["reads"]
    assert isinstance(reads, list)
    own = {path for path in reads if path.startswith(str(tmp_path))}
    assert own == {str(program), str(program.parent), str(tmp_path / "weights.txt")}
    assert not {str(path) for path in (tmp_path, *tmp_path.parents)} & {*reads}


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def test_start_and_results_of_a_tournament_name_what_a_guest_cannot_reach() -> None:
    command = f"{shlex.quote(sys.executable)} tests/protocol/stranger.py '' mine"
    row = f'kind = "program", name = "mine", command = """{command}"""'
    words = ("tournament", "--game", "MYST(1,2,3,2)", "--games", "3", "--player", row)
    done = run(*words, "--player", "random", "--jobs", "1")
    assert done.exit_code == 0, done.stderr
    kept = guest_protection(GuestConfinement())
    assert f"mine {kept}" in done.stderr
    assert f"mine {kept}" in done.stdout
    last = json.loads(
        run(
            *words, "--player", "random", "--jobs", "1", "--format", "json"
        ).stdout.splitlines()[-1]
    )
    check("tournament").validate(last)
    assert GuestProtection.of(last["confinement"]["mine"]) == kept
    plain = run("tournament", "--player", "random", "--games", "3", "--format", "json")
    assert "confinement" not in json.loads(plain.stdout.splitlines()[-1])


@pytest.mark.usefixtures("without_layers")
def test_play_warns_of_a_guest_that_is_not_confined() -> None:
    command = f"{shlex.quote(sys.executable)} tests/protocol/stranger.py '' mine"
    row = f'kind = "program", name = "mine", command = """{command}"""'
    game = ("--game", "MYST(1,1,2,1)")
    done = run("play", *game, "--player", row, "--player", "random")
    assert "mystpy: warning: mine-1 is not kept from other files" in done.stderr
