"""Work done in this process that can be stopped before it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

from mystpy.errors import EngineFailed

K = TypeVar("K")
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


def let_work_go_on() -> None:
    """Let the work go on."""


def done_here(work: Callable[[T], R], item: T, go_on: GoOn) -> R:
    """Do the work in this process; each of its ticks calls `go_on`."""
    go_on()
    outer = _asked.set(go_on)
    try:
        return work(item)
    finally:
        _asked.reset(outer)


def done_in_turn(
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    processes: int,
    go_on: GoOn,
    most: int,
) -> Iterator[tuple[K, R]]:
    """Do all items in this process, one by one, where there cannot be any other."""
    for name, item in items:
        yield name, done_here(work, item, go_on)
