"""Start programs and modules of the package without code from the current folder.

Python puts the current folder first on the path of `python -m` and `python -c`, so that
a file in it with the name of a library would be run instead of the library. Every
Python that is started here has the option -P, and the path is passed on without that
folder. On Windows the system itself looks for programs in the current folder first;
there `executable` returns an absolute path, too.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE, TimeoutExpired
from typing import Any

from mystpy.axiom_folder import environment_of_choice
from mystpy.errors import QueryError

__all__ = ["DEVNULL", "PIPE", "TimeoutExpired"]

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that has the effect of -P."""

GRACE = 5.0
"""Seconds that a program has to end by itself after its input has ended."""

_PR_SET_PDEATHSIG = 1
"""See prctl(2): which signal a process gets when its parent ends."""

_PACKAGE = Path(__file__).resolve().parents[1]
_LIBRARY = os.path.dirname(os.path.realpath(os.__file__))  # noqa: PTH120


def safe_path(*, current: bool = True) -> list[str]:
    """Return the module path of this process for another process.

    The current folder is last, where it hides no library, or is left out unless
    `current`. The folder from which the package itself was loaded is always included.
    """
    here = _current_folder()
    real = {each: os.path.realpath(each) for each in sys.path if _absolute(each)}
    found = [each for each in real if real[each] != here]
    parent = str(_PACKAGE.parent)
    if parent not in map(real.get, found):
        place = _end_of_library(found)
        found[place:place] = [parent]
    was_there = "" in sys.path or here in real.values()
    if current and here not in (None, parent) and was_there:
        found.append(str(here))
    return found


def _absolute(path: str) -> bool:
    return Path(path).is_absolute()


def _current_folder() -> str | None:
    try:
        return os.path.realpath(Path.cwd())
    except OSError:  # it was removed
        return None


def _end_of_library(path: Sequence[str]) -> int:
    real = [os.path.realpath(each) for each in path]
    places = (place for place, each in enumerate(real, 1) if _is_library(each))
    return max(places, default=0)


def _is_library(folder: str) -> bool:
    return folder in (_LIBRARY, os.path.join(_LIBRARY, "lib-dynload"))  # noqa: PTH118


def safe_environment() -> dict[str, str]:
    """Return the environment of this process for a Python that is started.

    It names the axioms that this thread has chosen. Relative entries of PYTHONPATH mean
    the current folder and are left out.
    """
    found = {**os.environ, **environment_of_choice(), SAFE_PATH: "1"}
    entries = found.pop("PYTHONPATH", "").split(os.pathsep)
    if kept := [each for each in entries if _absolute(each)]:
        found["PYTHONPATH"] = os.pathsep.join(kept)
    return found


def python(module: str, *arguments: str, current: bool = True) -> list[str]:
    """Return the words that run a module of the package as a program."""
    text = (
        f"import sys; sys.path[:] = {safe_path(current=current)!r}; "
        f"from runpy import run_module; run_module({module!r}, run_name='__main__')"
    )
    return [sys.executable, "-P", "-c", text, *arguments]


def executable(name: str) -> str | None:
    """Return the absolute path of a program; None if it is not installed.

    Relative entries of PATH mean the current folder and are left out.
    """
    entries = os.get_exec_path()
    kept = os.pathsep.join(each for each in entries if _absolute(each))
    found = shutil.which(name, path=kept) if kept else None
    return found if found is not None and _absolute(found) else None


def run(words: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end and return what it printed, as text.

    Raises OSError if it cannot be started, TimeoutExpired if it takes too long.
    """
    kept: dict[str, Any] = {
        "capture_output": True,
        "encoding": "utf-8",
        "errors": "replace",
        "check": False,
        "stdin": DEVNULL,
    }
    done: subprocess.CompletedProcess[str] = subprocess.run(words, **(kept | options))
    return done


def start(
    words: Sequence[str], environment: Mapping[str, str] | None = None, **options: Any
) -> subprocess.Popen[bytes]:
    """Start a program. Raises OSError if it cannot be started."""
    return subprocess.Popen(words, env=environment, **options)


def start_program(
    command: str | Sequence[str],
    *,
    stdin: int | None = None,
    stdout: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Return a program that has been started. Raises QueryError if there is none."""
    words = _words(command) if isinstance(command, str) else list(command)
    streams = {"stdin": stdin, "stdout": stdout, "bufsize": 0}
    try:
        return start(words, environment, **streams, preexec_fn=_tied_to_us())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QueryError(f"{words[0]} cannot be started: {reason}") from None


def require_program(command: str) -> None:
    """Raise QueryError if the program of a command line does not exist."""
    name = _words(command)[0]
    if shutil.which(name) is None:
        raise QueryError(f"{name} cannot be started: there is no such program")


def _words(command: str) -> list[str]:
    """Return the words of a command line. Raises QueryError if there are none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise QueryError(f"{command!r} is no command: {error}") from None
    if not words:
        raise QueryError("there is no command", hint='command = "python player.py"')
    return words


def _tied_to_us() -> Callable[[], object] | None:
    """Return a function that makes a new process end with this one, however it ends.

    On systems without such a call, the program notices that its input has ended.
    """
    if sys.platform != "linux":
        return None
    import ctypes  # needed by those alone who begin programs

    return partial(ctypes.CDLL(None).prctl, _PR_SET_PDEATHSIG, signal.SIGKILL)


def end(process: subprocess.Popen[bytes]) -> None:
    """Let a program end by itself, or end it with all of its processes."""
    try:
        process.wait(GRACE)
    except TimeoutExpired:
        process.kill()
        process.wait()
