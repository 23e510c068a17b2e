"""A piece of work that is done in this process, and can be stopped meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from mystpy.errors import EngineFailed

T = TypeVar("T")
R = TypeVar("R")

GoOn = Callable[[], None]
"""Called now and then while work is done: what it raises ends the work."""


class ProcessEnded(EngineFailed):
    """A process at work was ended from outside, and its work was not done."""


_asked: ContextVar[GoOn | None] = ContextVar("_asked", default=None)


def tick() -> None:
    """Go on with the work under way, or raise what its owner raises to stop it.

    In a process of its own a piece of work goes on until it is ended from outside.
    """
    go_on = _asked.get()
    if go_on is not None:
        go_on()


def unasked() -> None:
    """Go on."""


def done_here(work: Callable[[T], R], item: T, go_on: GoOn) -> R:
    """Do a piece of work in this process; it can be stopped by what it ticks."""
    go_on()
    outer = _asked.set(go_on)
    try:
        return work(item)
    finally:
        _asked.reset(outer)
