"""A program that takes away what Windows or macOS lacks, and then runs Python code.

    python emulated_system.py win32|darwin PROGRAM [ARGUMENT ...]

It cannot show that mystpy works there. It shows that no module needs at its import, and
no command on its way, what these systems do not have: modules of the standard library,
functions of `os` and `signal`, arguments of `subprocess`, files below /proc.
PROGRAM is a file of Python code, which is run with these arguments.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.abc
import io
import os
import pathlib
import runpy
import signal
import subprocess
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

MODULES = {
    "win32": frozenset(
        "crypt curses fcntl grp nis ossaudiodev posix posixshmem pty pwd readline"
        " resource spwd syslog termios tty _curses _posixshmem _posixsubprocess".split()
    ),
    "darwin": frozenset("ossaudiodev spwd".split()),
}
"""Modules of the standard library that a system does not have."""

OS_NAMES = {
    "win32": (
        "fork forkpty setsid setpgid getpgid getpgrp killpg wait3 wait4 waitid P_ALL"
        " WEXITED WNOHANG WNOWAIT WIFEXITED WIFSIGNALED geteuid getuid getegid getgid"
        " getgroups setuid setgid chroot chown fchown lchown fchmod mkfifo mknod nice"
        " getpriority sysconf uname getloadavg O_NOFOLLOW O_NONBLOCK O_CLOEXEC"
        " O_DIRECTORY O_PATH O_SYNC major minor makedev sched_getaffinity"
        " sched_setaffinity unshare setns pipe2 memfd_create pidfd_open posix_spawn"
        " posix_fallocate posix_fadvise sendfile openpty ttyname ctermid"
        " register_at_fork set_blocking get_blocking pread pwrite confstr"
    ).split(),
    "darwin": (
        "O_PATH sched_getaffinity sched_setaffinity unshare setns pipe2 memfd_create"
        " pidfd_open posix_fallocate posix_fadvise waitid P_ALL WEXITED WNOWAIT"
        " getrandom eventfd splice copy_file_range"
    ).split(),
}
"""Names of `os` that a system lacks: of Windows with Python 3.11, of macOS."""

SIGNALS = {
    "win32": (
        "SIGKILL SIGHUP SIGALRM SIGPIPE SIGCHLD SIGCONT SIGQUIT SIGSTOP SIGTSTP SIGTTIN"
        " SIGTTOU SIGUSR1 SIGUSR2 SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGBUS SIGIO"
        " SIGWINCH ITIMER_REAL alarm setitimer getitimer pause pthread_sigmask"
        " pthread_kill sigpending sigwait sigwaitinfo sigtimedwait siginterrupt"
        " SIG_BLOCK SIG_UNBLOCK SIG_SETMASK pidfd_send_signal"
    ).split(),
    "darwin": ["sigwaitinfo", "sigtimedwait", "pidfd_send_signal"],
}
"""Names of `signal` that a system lacks."""


LIBRARIES = (
    "asyncio clingo clingo.ast click click.testing ctypes ctypes.util cvc5 distributed"
    " gymnasium highspy http.server logging.handlers multiprocessing.connection"
    " multiprocessing.managers multiprocessing.pool multiprocessing.spawn"
    " multiprocessing.util numpy oxidd pandas pettingzoo platform"
    " prompt_toolkit pyarrow pysat.card pysat.solvers pyspiel pyswip scipy.optimize"
    " scipy.sparse.linalg shutil socketserver sqlite3 ssl tempfile urllib.request"
    " uuid webbrowser"
).split()
"""Modules that are loaded before: their versions for the other system are missing."""


class Missing(importlib.abc.MetaPathFinder):
    """Refuses modules that the emulated system does not have."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def find_spec(self, name: str, *_: object) -> None:
        """Raise ImportError for one of these modules."""
        if name in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def take_away(system: str) -> None:
    """Remove what the system lacks from this interpreter."""
    for name in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    set_blocking = os.set_blocking
    # Its POSIX half is at work here, and ends programs by signals of its own.
    vars(subprocess)["signal"] = types.SimpleNamespace(**vars(signal))
    for name in OS_NAMES[system]:
        vars(os).pop(name, None)
    for name in SIGNALS[system]:
        vars(signal).pop(name, None)
    sys.meta_path.insert(0, Missing(MODULES[system]))
    for name in MODULES[system]:
        sys.modules.pop(name, None)
    _hide_files(("/proc/", "/dev/full", "/dev/fd/", "/sys/"))
    sys.platform = system
    if system == "win32":
        _like_windows(set_blocking)


def _hide_files(places: tuple[str, ...]) -> None:
    """Let `open` and `os.open` find nothing below these folders."""
    for module, name in ((builtins, "open"), (io, "open"), (os, "open")):
        _hide_in(module, name, places)
    _hide_in(os, "scandir", places)
    _hide_in(os, "listdir", places)
    _hide_in(os, "stat", places)


def _hide_in(module: types.ModuleType, name: str, places: tuple[str, ...]) -> None:
    real = getattr(module, name)

    def hiding(path: Any = ".", *rest: Any, **options: Any) -> Any:
        if isinstance(path, str | os.PathLike):
            text = os.fsdecode(path)
            if text.startswith(places):
                raise FileNotFoundError(2, "No such file or directory", text)
        return real(path, *rest, **options)

    setattr(module, name, hiding)


def _like_windows(set_blocking: Callable[[int, bool], None]) -> None:
    """Refuse arguments of `subprocess` that Windows refuses, and use its modules."""
    pathlib.WindowsPath = pathlib.PosixPath  # type: ignore[assignment, misc]
    os.name = "nt"
    sys.modules["msvcrt"] = _msvcrt()
    set_wakeup = signal.set_wakeup_fd

    def set_wakeup_fd(number: int, **options: Any) -> int:
        """Take a pipe that blocks, as Windows does."""
        if number >= 0:
            set_blocking(number, False)
        return set_wakeup(number, **options)

    signal.set_wakeup_fd = set_wakeup_fd
    begin = subprocess.Popen.__init__

    def guarded(self: Any, *words: Any, **options: Any) -> None:
        for name in ("preexec_fn", "pass_fds"):
            if options.get(name):
                raise ValueError(f"{name} is not supported on Windows platforms")
        if os.environ.get("EMULATED_NO_PROGRAMS"):
            raise FileNotFoundError(2, "The system cannot find the file specified")
        begin(self, *words, **options)

    subprocess.Popen.__init__ = guarded  # type: ignore[method-assign]


def _msvcrt() -> types.ModuleType:
    """The part of msvcrt that locks a byte of a file, here without any effect."""
    module = types.ModuleType("msvcrt")
    module.LK_NBLCK, module.LK_UNLCK = 2, 0  # type: ignore[attr-defined]
    module.locking = lambda *_: None  # type: ignore[attr-defined]
    return module


def main(system: str, program: str, *arguments: str) -> NoReturn:
    """Run a file of Python code on the emulated system."""
    take_away(system)
    sys.argv = [program, *arguments]
    runpy.run_path(program, run_name="__main__")
    sys.exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
