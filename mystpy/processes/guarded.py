"""Run other people's programs with limits, and end all of their processes.

In the field: sandboxed child processes; the supervisor is `guardian.py`.

A program that is started here runs under a supervisor process, which watches its use of
resources and ends it with all processes that it has started. It gets a small
environment, without tokens or keys of this process.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from mystpy.axiom_folder import environment_of_choice
from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError
from mystpy.processes import launch
from mystpy.processes.confinement.guest_confinement import (
    GuestConfinement,
    named_paths,
    policy,
)

if TYPE_CHECKING:
    from subprocess import Popen

MEGABYTES = 1_024
"""The default limit on the memory of a program, in megabytes."""

PROCESSES = 64
"""The default limit on the number of processes of a program at a time."""

END_SECONDS = 2.0
"""Seconds in which a program may end by itself when its game is over."""

_GUARDIAN = Path(__file__).with_name("guardian.py")

_PASSED = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "TMPDIR", "LANG"),
    *("LANGUAGE", "JAVA_HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("VIRTUAL_ENV", "PYTHONHOME", "PYTHONHASHSEED", "NODE_PATH", "DOTNET_ROOT"),
    "XDG_CACHE_HOME",
)
"""The variables of the environment that a program gets besides the named ones."""

_OUT_OF_MEMORY = (
    *("memoryerror", "outofmemoryerror", "bad_alloc", "out of memory"),
    *("cannot allocate memory", "memory allocation", "heap exhausted"),
)
"""Messages of programs that have run out of memory."""


_FRAME = pattern(r"\s+at |\s+\.\.\. \d+ more|\s+\^|Node\.js v|Picked up JAVA_|NOTE: ")
"""A line around an error message: a stack frame, or a notice of the runtime."""

_REFUSED = (
    *("permission denied", "permissionerror", "not permitted", "eacces", "eperm"),
    *("modulenotfounderror", "cannot find module", "classnotfoundexception"),
    *("noclassdeffounderror", "no such file or directory", "could not load file"),
)
"""Messages of programs that were refused a file or a connection, or see no file."""


class ProgramLimits(NamedTuple):
    """The limits of a program: what it may use and reach, its folder, its variables."""

    megabytes: int = MEGABYTES
    processes: int = PROCESSES
    folder: str = ""
    variables: tuple[str, ...] = ()
    confinement: GuestConfinement = GuestConfinement()
    scratch: bool = False
    """Whether it runs in its own folder, which is removed when it has ended."""


class ProgramEnd(NamedTuple):
    """How a program ended: `exit`, `signal`, `memory`, `processes` or `stopped`.

    `status` is its exit status or the number of the signal, `errors` the end of what it
    wrote to standard error, and `confined` whether it was confined.
    """

    how: str
    status: int
    errors: str
    confined: bool = False

    def __str__(self) -> str:
        text = {
            "exit": f"the program ended with exit status {self.status}",
            "signal": f"the program was ended by signal {self.status}",
            "memory": "the program used more memory than it may",
            "processes": "the program started more processes than it may",
            "start": f"the program cannot be started: {self.errors.lower()}",
        }.get(self.how, "the program stopped talking")
        said = main_error(self.errors) if self.how != "start" else ""
        if said:
            text += f"; standard error ends with {said[:200]!r}"
        if self.confined and any(word in self.errors.lower() for word in _REFUSED):
            text += "; the options reads, writes, scratch and network allow more"
        return text


def main_error(errors: str) -> str:
    """Return the last line of a standard error, without the frames of a stack trace.

    Java, .NET and JavaScript print the frames after the message, Python before it.
    """
    before, _, _ = errors.partition("\nException ignored in")
    lines = [line for line in before.split("\n") if line.strip()]
    telling = [line for line in lines if not _FRAME.match(line)]
    return (telling or lines or [""])[-1].strip()


class GuardedProgram:
    """A running program; `go` and `come` are its standard input and output.

    Without `streams` it has no input, and its output is discarded. Raises QueryError if
    it cannot be started.
    """

    def __init__(
        self,
        command: str,
        limits: ProgramLimits = ProgramLimits(),  # noqa: B008
        *,
        streams: bool = True,
    ) -> None:
        self._end: ProgramEnd | None = None
        if os.name != "posix":
            raise QueryError("programs with limits are started on Linux and macOS only")
        words = program_words(command, limits.folder)
        self._report, report = os.pipe()
        pipe = launch.PIPE if streams else launch.DEVNULL
        options = {"stdin": pipe, "stdout": pipe, "stderr": launch.DEVNULL}
        confined = policy(words, limits.folder, limits.confinement)
        self._is_confined = bool(confined["layers"])
        guardian = [
            *(sys.executable, "-P", "-I", "-S", str(_GUARDIAN)),
            *map(str, (report, limits.megabytes, limits.processes)),
            "pass" if streams else "drop",
            json.dumps({**confined, "scratch": limits.scratch}),
            *(_absolute(words, Path(limits.folder)) if limits.scratch else words),
        ]
        try:
            self._process: Popen[bytes] = launch.start(
                guardian,
                _environment(limits.variables),
                cwd=limits.folder or None,
                pass_fds=(report,),
                bufsize=0,
                start_new_session=True,
                **options,
            )
        except OSError as error:
            os.close(self._report)
            reason = (error.strerror or str(error)).lower()
            raise QueryError(f"{words[0]} cannot be started: {reason}") from None
        finally:
            os.close(report)

    @property
    def go(self) -> IO[bytes]:
        """Return its standard input."""
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def come(self) -> IO[bytes]:
        """Return its standard output."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def has_ended(self) -> bool:
        """Return whether it has ended by itself."""
        return self._process.poll() is not None

    def end(self, seconds: float = END_SECONDS) -> ProgramEnd:
        """Return how it ended: by itself within these seconds, or by being ended."""
        if self._end is not None:
            return self._end
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(seconds)
        except launch.TimeoutExpired:
            self._process.terminate()
            self._process.wait()
        self._end = self._reported()
        return self._end

    def _reported(self) -> ProgramEnd:
        text = bytearray()
        while data := os.read(self._report, 1 << 16):
            text += data
        os.close(self._report)
        try:
            found = ProgramEnd(**json.loads(text))
        except (ValueError, TypeError):  # somebody has ended the guardian
            return ProgramEnd("stopped", 0, "")
        found = found._replace(confined=self._is_confined)
        said = found.errors.lower()
        failed = (found.how, found.status) not in (("exit", 0), ("stopped", 0))
        if failed and any(word in said for word in _OUT_OF_MEMORY):
            return found._replace(how="memory")
        return found


def _environment(variables: Sequence[str]) -> dict[str, str]:
    """Return the environment of a program, with these variables besides."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in (*_PASSED, *variables) or name.startswith("LC_")
    } | environment_of_choice()


def _absolute(words: Sequence[str], folder: Path) -> list[str]:
    """Return the words of a command that is run elsewhere, with absolute paths."""
    here = folder.absolute()
    found = [str(here / words[0]) if os.sep in words[0] else words[0]]
    for word in words[1:]:
        parts = word.split(os.pathsep) if named_paths(word, here) else []
        found.append(os.pathsep.join(str(here / x) for x in parts if x) or word)
    return found


def program_words(command: str, folder: str = "") -> Sequence[str]:
    """Return the words of a command line.

    Raises QueryError if there are none, or if there is no such program or folder.
    """
    if not command.strip():
        hint = 'command = "python player.py"'
        raise QueryError("the command of the program is not given", hint=hint)
    if folder and not Path(folder).is_dir():
        raise QueryError(f"there is no folder {folder}", hint="write its path")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise QueryError(f"{command!r} is no command: {error}") from None
    name = words[0]
    known = Path(folder, name).is_file() if os.sep in name else launch.executable(name)
    if not known:
        raise QueryError(
            f"{name} cannot be started: there is no such program",
            hint="give its path, as seen from the folder in which it runs",
        )
    return words
