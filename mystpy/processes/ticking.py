"""Work done in this process that can be stopped before it ends."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from mystpy.errors import EngineFailed

T = TypeVar("T")
R = TypeVar("R")

GoOn = Callable[[], None]
"""Called now and then during the work: an exception that it raises ends the work."""


class ProcessEnded(EngineFailed):
    """A worker process was ended from outside before its work was done."""


_asked: ContextVar[GoOn | None] = ContextVar("_asked", default=None)


def tick() -> None:
    """Return, or raise the exception with which the caller stops the current work.

    In a worker process the work goes on until the process is ended from outside.
    """
    go_on = _asked.get()
    if go_on is not None:
        go_on()


def unasked() -> None:
    """Let the work go on."""


def done_here(work: Callable[[T], R], item: T, go_on: GoOn) -> R:
    """Do the work in this process; each of its ticks calls `go_on`."""
    go_on()
    outer = _asked.set(go_on)
    try:
        return work(item)
    finally:
        _asked.reset(outer)
