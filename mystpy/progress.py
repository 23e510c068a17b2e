"""Report the progress of long work, and check time limits.

The code that does the work reports its progress to a function that shows it. A time
limit is a finite number of seconds above 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from mystpy.errors import QueryError

T = TypeVar("T")
Listener = Callable[[str, int, int], None]
"""A listener; its arguments are the name of the work, the amount done and the total.

The total is 0 if it is not known.
"""

MAX_SECONDS = 10**9
"""The longest time, some thirty years; systems refuse to wait for much longer ones."""

_OFTEN = 1 << 12
_listeners: list[Listener] = []


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Report progress to a listener within a block of code."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report_progress(name: str, done: int, total: int) -> None:
    """Tell the listener how much of some work is done."""
    for listener in _listeners:
        listener(name, done, total)


def count_progress(name: str, items: Sequence[T]) -> Iterator[T]:
    """Yield each item, and report the number of those done."""
    every = max(1, min(_OFTEN, len(items) // 100))
    for done, item in enumerate(items):
        if done % every == 0:
            report_progress(name, done, len(items))
        yield item
    report_progress(name, len(items), len(items))


def is_duration(value: object) -> bool:
    """Return whether a value is a valid number of seconds to wait."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 < value <= MAX_SECONDS  # type: ignore[operator]


def require_duration(value: object, what: str = "seconds") -> float:
    """The time in seconds that a value is. Raises QueryError if it is not one.

    `what` names it in the message.
    """
    if not is_duration(value):
        raise QueryError(
            f"{what} must be a number above 0, not {value!r}",
            hint=f"at most {MAX_SECONDS:,} seconds",
            word="seconds",
        )
    return float(value)  # type: ignore[arg-type]


def require_count(value: object, what: str, least: int = 1) -> int:
    """The whole number that a value is. Raises QueryError if it is not one.

    `what` names it in the message, and `least` is the smallest that may be.
    """
    if type(value) is not int or value < least:
        raise QueryError(
            f"{what} must be a whole number, {least} at least, not {value!r}",
            word=what.partition(" ")[0],
        )
    return value
