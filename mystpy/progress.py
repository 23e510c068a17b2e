"""How far long work is: told where it is done, heard where somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
Listener = Callable[[str, int, int], None]
"""It is called with the name of the work, what is done of it, and the whole.

The whole is 0 where it is not known.
"""

_OFTEN = 1 << 12
_listeners: list[Listener] = []


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Let somebody know how far work is as long as this lasts."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def tell(name: str, done: int, total: int) -> None:
    """Say to who listens that so much of some work is done."""
    for listener in _listeners:
        listener(name, done, total)


def counted(name: str, items: Sequence[T]) -> Iterator[T]:
    """Each of the items, while it is told how many of them are done."""
    every = max(1, min(_OFTEN, len(items) // 100))
    for done, item in enumerate(items):
        if done % every == 0:
            tell(name, done, len(items))
        yield item
    tell(name, len(items), len(items))
