"""The process between a tournament and an external program: limits, and a clean end.

In the field: a process supervisor that is a child subreaper, see prctl(2).

`python guardian.py REPORT MEGABYTES PROCESSES OUTPUT POLICY WORD...` starts the program
of these words with the streams of this process, in a session of its own. It ends the
program and all of its processes in four cases: the program ends, it uses too much, this
process gets SIGTERM, or the parent of this process is gone. How the program ended is
written to the file descriptor REPORT, as JSON. Standard error, and with OUTPUT `drop`
also standard output, is read and discarded except for its end.

POLICY is JSON. It says what the program may read and write, and which layers of the
system enforce this. The program then gets its own home folder, which is removed when it
has ended; with `scratch` it also runs there. If a layer fails, it is not started.

It imports only these layers of the package, because it is started for each game of a
program, by a Python without its site packages.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

LOOK_SECONDS = 0.1
"""Seconds between two measurements of the resources used."""

KEPT_BYTES = 8_000
"""The number of bytes kept from the end of a program's standard error."""

FREE_BYTES = 1 << 20
"""A program that writes more bytes than this to standard error is read slowly."""

MAX_FILE_BYTES = 1 << 28
"""The largest size of a file that a program writes."""

_SUBREAPER, _PARENT_ENDS = 36, 1
"""The options of prctl(2): PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG."""


DEVICES = ("/dev/null", "/dev/zero", "/dev/full")
"""The devices that a confined program may also write to."""

_HOMES = ("HOME", "TMPDIR", "XDG_CACHE_HOME")
"""The variables that name the folder of a confined program."""

_JAVA = "JAVA_TOOL_OPTIONS"
"""The variable that names it to Java, which uses none of the others."""


class Guardian:
    """A running program, and its limits."""

    def __init__(
        self, megabytes: int, processes: int, policy: dict[str, Any] | None = None
    ) -> None:
        self.megabytes, self.processes = megabytes, processes
        self.policy = policy or {"layers": []}
        self.tail = bytearray()
        self.stopped = False
        self.why = ""
        self._parent = os.getppid()
        self._read = 0

    def run(self, words: list[str], *, drop: bool) -> dict[str, object]:
        """Run a program to its end, and return how it ended."""
        scratch = self.policy.get("scratch", False)
        if not (self.policy["layers"] or scratch):
            return self._run(words, os.environ, None, drop=drop)
        folder = tempfile.mkdtemp(prefix="mystpy-guest-")
        try:
            homes = dict.fromkeys(_HOMES, folder)
            options = f'-Djava.io.tmpdir="{folder}" -Duser.home="{folder}"'
            homes[_JAVA] = f"{os.environ.get(_JAVA, '')} {options}".lstrip()
            if scratch:
                os.chdir(folder)
            confine = partial(_confine, self.policy, Path(folder))
            return self._run(words, os.environ | homes, confine, drop=drop)
        finally:
            os.chdir("/")
            shutil.rmtree(folder, ignore_errors=True)

    def _run(
        self,
        words: list[str],
        environment: Mapping[str, str],
        confine: Callable[[], object] | None,
        *,
        drop: bool,
    ) -> dict[str, object]:
        errors, error = os.pipe()
        try:
            program = subprocess.Popen(
                words,
                env=environment,
                stdout=error if drop else None,
                stderr=error,
                start_new_session=True,
                preexec_fn=_prepared(self.megabytes, confine),
            )
        except (OSError, subprocess.SubprocessError) as fault:
            said = getattr(fault, "strerror", None) or self._said(errors) or str(fault)
            return {"how": "start", "status": 0, "errors": said}
        os.close(error)
        self._release_streams()
        self._watch(program, errors)
        self._end_all(program)
        self._drain(errors)
        status = program.returncode
        how = self.why or ("exit" if status >= 0 else "signal")
        text = self.tail.decode("utf-8", "replace")
        return {"how": how, "status": abs(status), "errors": text}

    def _said(self, errors: int) -> str:
        """Return what the new process wrote before it became the program."""
        self._drain(errors)
        return self.tail.decode("utf-8", "replace").strip()

    @staticmethod
    def _release_streams() -> None:
        """Leave the streams to the program alone, so that their ends are noticed."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1):
            os.dup2(nothing, number)
        os.close(nothing)

    def _watch(self, program: subprocess.Popen[bytes], errors: int) -> None:
        """Read the output of the program until it ends or must be ended."""
        with selectors.DefaultSelector() as selector:
            selector.register(errors, selectors.EVENT_READ)
            looked = 0.0
            while not self.why:
                if selector.get_map() and selector.select(LOOK_SECONDS):
                    if not self._take(errors):
                        selector.unregister(errors)
                elif not selector.get_map():
                    time.sleep(LOOK_SECONDS / 10)
                if program.poll() is not None:
                    return
                if time.monotonic() - looked >= LOOK_SECONDS:
                    looked = time.monotonic()
                    self._look(program)

    def _take(self, errors: int) -> bool:
        """Read some of the output; return False at its end."""
        data = os.read(errors, 1 << 16)
        self._read += len(data)
        self.tail += data
        del self.tail[:-KEPT_BYTES]
        if self._read > FREE_BYTES:
            time.sleep(LOOK_SECONDS / 20)
        return bool(data)

    def _drain(self, errors: int) -> None:
        """Read the rest, after all writers have ended."""
        os.set_blocking(errors, False)
        with suppress(OSError):
            while self._take(errors):
                pass
        os.close(errors)

    def _look(self, program: subprocess.Popen[bytes]) -> None:
        """Determine whether the program has to be ended."""
        if self.stopped or os.getppid() != self._parent:
            self.why = "stopped"
            return
        _reap(program.pid)
        tree = [*_descendants(os.getpid())]
        if len(tree) > self.processes:
            self.why = "processes"
        elif sum(map(_resident, tree)) > self.megabytes << 20:
            self.why = "memory"

    def _end_all(self, program: subprocess.Popen[bytes]) -> None:
        """End the program with all processes that it has started."""
        tree: list[int] = [program.pid]
        while tree:
            with suppress(OSError):
                os.killpg(program.pid, signal.SIGKILL)
            for pid in tree:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            program.poll()
            if program.returncode is not None:
                _reap(0)
            tree = [*_descendants(os.getpid())]
            time.sleep(0.002 if tree else 0)
        program.wait()


def _confine(policy: dict[str, Any], folder: Path) -> None:
    """Confine this process to a policy. Raises OSError if that fails."""
    from mystpy.processes.confinement import landlock, seccomp, syscalls

    if not policy["layers"]:
        return
    syscalls.drop_privileges()
    if "Landlock" in policy["layers"]:
        reads = [*policy["reads"], f"/proc/{os.getpid()}"]
        landlock.restrict(
            landlock.readable(map(Path, reads)),
            folder,
            map(Path, DEVICES),
            also_own=map(Path, policy["writes"]),
            port=None if policy["network"] else policy["port"],
        )
    if "seccomp" in policy["layers"] and not policy["network"]:
        seccomp.restrict_sockets(tcp=bool(policy["port"]))


def _prepared(
    megabytes: int, confine: Callable[[], object] | None
) -> Callable[[], None]:
    """Return a function that the new process calls before it becomes the program."""

    def prepare() -> None:
        with suppress(ImportError):
            import resource

            wanted = {
                resource.RLIMIT_DATA: megabytes << 20,
                resource.RLIMIT_FSIZE: MAX_FILE_BYTES,
                resource.RLIMIT_CORE: 0,
            }
            for what, most in wanted.items():
                with suppress(ValueError, OSError):
                    resource.setrlimit(what, (most, most))
        set_option(_PARENT_ENDS, signal.SIGKILL)
        if confine is not None:
            try:
                confine()
            except Exception as error:
                os.write(2, f"it cannot be confined: {error}".encode())
                raise

    return prepare


def set_option(option: int, value: int) -> None:
    """Call prctl(2), if the system has it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


def _reap(kept: int) -> None:
    """Reap processes that have ended, except one that others wait for.

    Without waitid (macOS before Python 3.13) there is no subreaper either, and so no
    process for this one to reap.
    """
    if not hasattr(os, "waitid"):
        return
    with suppress(ChildProcessError):
        while found := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            if found.si_pid == kept:
                return
            os.waitpid(found.si_pid, os.WNOHANG)


def _descendants(pid: int) -> Iterator[int]:
    """Yield the descendants of a process, as far as the system lists them."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found += map(int, (task / "children").read_text("ascii").split())
    for child in found:
        yield child
        yield from _descendants(child)


def _resident(pid: int) -> int:
    """Return the number of bytes of a process in main memory."""
    with suppress(OSError, IndexError, ValueError):
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def main(
    report: str, megabytes: str, processes: str, output: str, policy: str, *words: str
) -> None:
    """Run a program, and report how it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    guardian = Guardian(int(megabytes), int(processes), json.loads(policy))
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

    def stop(*_: object) -> None:
        guardian.stopped = True

    signal.signal(signal.SIGTERM, stop)
    set_option(_SUBREAPER, 1)
    found = guardian.run([*words], drop=output == "drop")
    with suppress(OSError):
        os.write(int(report), json.dumps(found).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
