"""End the program: after its answer, on Ctrl-C, and when its reader has gone."""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, TextIO

from mystpy.errors import EngineFailed, QueryError

INTERRUPTED = 130
_CLOSED_PIPE = 141
SHOW_CURSOR = "\033[?25h"
"""The sequence that shows the cursor again, which a bar hides."""
_STANDARD_ERROR = 2
_PATIENCE = 1
"""Seconds that a pool has to end when the program's reader has gone."""

_last_words: list[Callable[[], object]] = []


def end_quietly() -> None:
    """End at once on Ctrl-C, with one line, and silently when a pipe is closed.

    Python runs signal handlers between its own instructions, but an engine may be
    busy outside of Python for long; so a thread waits for the signal instead.
    """
    for stream in (sys.stdout, sys.stderr):
        _write_every_name(stream)
    sys.stdout, sys.stderr = (
        _ended_by_its_reader(sys.stdout),
        _ended_by_its_reader(sys.stderr),
    )
    listen, tell = os.pipe()
    if hasattr(
        os, "set_blocking"
    ):  # Windows has it from Python 3.12 on, and needs none
        os.set_blocking(tell, False)
    signal.signal(signal.SIGINT, _leave_to_the_thread)
    signal.set_wakeup_fd(tell)
    threading.Thread(target=_end_when_asked, args=(listen,), daemon=True).start()


def end_at_once(status: object) -> None:
    """End the process without freeing its objects one by one, which takes milliseconds.

    Functions registered with `atexit` are called, the output is flushed. This returns,
    so that Python ends as usual, if the status is not a number, another thread is still
    running, a debugger or a profiler is active, or the output cannot be written.
    """
    running = {each for each in threading.enumerate() if not each.daemon}
    if not isinstance(status, int) or running - {threading.main_thread()}:
        return
    if sys.flags.inspect or _is_watched():
        return
    atexit._run_exitfuncs()
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError):
        return
    os._exit(status)


def _is_watched() -> bool:
    """Return whether a debugger or a profiler is active: it reports at the end."""
    if sys.gettrace() or sys.getprofile():
        return True
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on
    return monitoring is not None and any(map(monitoring.get_tool, range(6)))


class _StandardStream(io.FileIO):
    """A standard stream whose reader ends the program by closing its end of the pipe.

    SIGPIPE is left as Python has it, ignored: with the system's own handling, a child
    that has ended would silently end the program, too.
    """

    def write(self, data: Any) -> int:
        """Write, or end as programs that leave SIGPIPE to the system do."""
        try:
            return super().write(data)
        except BrokenPipeError:
            _end_worker_processes()
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                os.kill(os.getpid(), signal.SIGPIPE)
            os._exit(_CLOSED_PIPE)


def _end_worker_processes() -> None:
    """End the processes of this thread's pool, and remove their semaphores.

    Otherwise a process of Python would warn about leaked semaphores.
    """
    for module, name, *words in (
        ("mystpy.processes.pool", "end_pool", _PATIENCE),
        ("multiprocessing.util", "_run_finalizers", 0),
    ):
        if loaded := sys.modules.get(module):
            with suppress(Exception):
                getattr(loaded, name)(*words)


def _write_every_name(stream: TextIO) -> None:
    """Let a stream take names in every script.

    On Windows a file or pipe gets UTF-8, which mystpy reads again, unless
    PYTHONIOENCODING is set; characters that another encoding lacks are escaped.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return
    set_by_user = "PYTHONIOENCODING" in os.environ
    if sys.platform == "win32" and not set_by_user and not stream.isatty():
        stream.reconfigure(encoding="utf-8")
    if stream.errors == "strict" and stream.encoding.lower() != "utf-8":
        stream.reconfigure(errors="backslashreplace")


def _ended_by_its_reader(stream: TextIO) -> TextIO:
    """Return the stream, which ends the program if nobody reads it any longer."""
    if not isinstance(stream, io.TextIOWrapper) or not hasattr(signal, "SIGPIPE"):
        return stream  # it is closed, or a program has put another one in its place
    raw = _StandardStream(stream.fileno(), "w", closefd=False)
    unbuffered = isinstance(stream.buffer, io.FileIO)
    return io.TextIOWrapper(
        raw if unbuffered else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


@contextmanager
def last_word(word: Callable[[], object]) -> Iterator[None]:
    """Work that has something to say when Ctrl-C ends it."""
    _last_words.append(word)
    try:
        yield
    except KeyboardInterrupt:
        word()
        raise
    finally:
        _last_words.remove(word)


def interrupt_python() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again: it stops an answer, not the program."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.set_wakeup_fd(-1)


def keep_closed_streams() -> None:
    """Keep the file descriptors of closed streams occupied.

    Otherwise the first file that is opened would get one, and messages would be written
    into it.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= _STANDARD_ERROR:
        pass
    os.close(number)


def require_output() -> None:
    """Raise EngineFailed if the answer cannot be written, before it is computed."""
    if sys.stdout is None:
        raise EngineFailed("the answer cannot be written: standard output is closed")


def piped_in() -> BinaryIO:
    """Return the standard input, piped or typed. Raises QueryError if it is closed."""
    if sys.stdin is None:
        raise QueryError(
            "standard input is closed", hint="pipe a text into it, or give a file"
        )
    return sys.stdin.buffer


def _leave_to_the_thread(_number: int, _frame: object) -> None:
    """Do nothing: having a handler is what makes Python write to the pipe."""


def _end_when_asked(listen: int) -> None:
    os.read(listen, 1)
    before = f"{SHOW_CURSOR}\n" if os.isatty(_STANDARD_ERROR) else ""
    os.write(_STANDARD_ERROR, f"{before}mystpy: interrupted\n".encode())
    try:
        for word in _last_words:
            word()
            sys.stdout.flush()
    finally:
        ending = threading.Thread(target=_remove_semaphores, daemon=True)
        ending.start()
        ending.join(_PATIENCE)
        os._exit(INTERRUPTED)


def _remove_semaphores() -> None:
    """Remove the semaphores of worker processes, or Python warns that they leaked."""
    if loaded := sys.modules.get("multiprocessing.util"):
        with suppress(Exception):
            loaded._run_finalizers(0)
