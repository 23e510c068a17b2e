"""Ctrl-C while an engine works: delivered at one place, not between any two steps.

Python raises KeyboardInterrupt between any two of its instructions, also between the
start of a search and the assignment of its handle. A search without an owner continues,
and its answer would be taken for the answer to the next query. In clingo's own
callbacks, which every search in this thread has, it ends the process.
"""

from __future__ import annotations

import signal
import sys
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import CodeType, FrameType

from mystpy.errors import MystError

_AFTER_FREEING = 0.001
"""Seconds between two looks if the object is freed during which Ctrl-C arrived."""


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
    """Free an object in `__del__`, and deliver Ctrl-C when that has returned.

    The caller is `__del__`. Python ignores exceptions in `__del__`, including
    KeyboardInterrupt. Freeing a large program takes long enough for Ctrl-C to arrive
    meanwhile: it would be lost.
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
            start_new_thread(_interrupt_after, (sys._getframe(1).f_code,))


def _interrupt_after(code: CodeType) -> None:
    """Deliver Ctrl-C as soon as the main thread does not run this code."""
    while _is_run_by_main_thread(code):
        time.sleep(_AFTER_FREEING)
    interrupt_main()


def _is_run_by_main_thread(code: CodeType) -> bool:
    frame = sys._current_frames().get(main_thread().ident or 0)
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back
    return False


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
