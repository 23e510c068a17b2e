"""Ctrl-C while an engine works: delivered at one place, not between any two steps.

Python raises KeyboardInterrupt between any two of its instructions, also between the
start of a search and the assignment of its handle. A search without an owner continues,
and its answer would be taken for the answer to the next query. In clingo's own
callbacks, which every search in this thread has, it ends the process.
"""

from __future__ import annotations

import signal
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType

from mystpy.errors import MystError

_AFTER_FREEING = 0.001
"""Seconds until Ctrl-C is delivered that arrived while an object was freed."""


@contextmanager
def interruptions() -> Iterator[Callable[[], None]]:
    """Delay Ctrl-C, except while the function that is yielded is called.

    A delayed Ctrl-C is delivered at the end. If Ctrl-C does not raise KeyboardInterrupt
    anyway, in another thread or because of another handler, nothing changes.
    """
    if not _is_raised_here():
        yield lambda: None
        return
    pressed: list[int] = []

    def hold_back(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)

    def let_through() -> None:
        if pressed:
            pressed.clear()
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, hold_back)
    try:
        yield let_through
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        let_through()


def _is_raised_here() -> bool:
    """Return whether Ctrl-C raises KeyboardInterrupt in this thread."""
    by_python = signal.getsignal(signal.SIGINT) == signal.default_int_handler
    return by_python and current_thread() is main_thread()


def freed_whole(free: Callable[[], None]) -> None:
    """Free an object in `__del__`, and deliver Ctrl-C a moment after that.

    Python ignores exceptions in `__del__`, including KeyboardInterrupt. Freeing a large
    program takes long enough for Ctrl-C to arrive meanwhile: it would be lost.
    """
    if not _is_raised_here():
        free()
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        free()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if pressed:
            Timer(_AFTER_FREEING, interrupt_main).start()


@contextmanager
def forgetting(*forget: Callable[[], None]) -> Iterator[None]:
    """Call these functions if the block is interrupted, for example by Ctrl-C.

    This is for state that is kept from one query to the next, and may be half changed
    then.
    """
    try:
        yield
    except MystError:
        raise
    except BaseException:
        for each in forget:
            each()
        raise
