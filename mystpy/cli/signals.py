"""How the program ends when its user or its reader has had enough."""

from __future__ import annotations

import os
import signal
from threading import Thread

INTERRUPTED = 130


def end_quietly() -> None:
    """End at once on Ctrl-C, with one line, and without a word when a pipe is closed.

    Python runs signal handlers between its own instructions, but an engine may be
    busy outside of Python for long; so a thread waits for the signal instead.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    listen, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.signal(signal.SIGINT, _leave_to_the_thread)
    signal.set_wakeup_fd(tell)
    Thread(target=_end_when_told, args=(listen,), daemon=True).start()


def _leave_to_the_thread(_number: int, _frame: object) -> None:
    """Do nothing: having a handler is what makes Python write to the pipe."""


def _end_when_told(listen: int) -> None:
    os.read(listen, 1)
    os.write(
        2, b"\nmystpy: interrupted\n" if os.isatty(2) else b"mystpy: interrupted\n"
    )
    os._exit(INTERRUPTED)
