"""What a player makes of what was seen, kept for the next look.

In the field: incremental evaluation of a fold over the events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, Self, TypeVar

from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event


class Folded(Protocol):
    """What depends on what was seen only, carried on from event to event."""

    def then(self, event: Event, *, won: bool = False) -> Self:
        """What it is once one more action was seen, `won` if it was a right guess."""


T = TypeVar("T", bound=Folded)


class EventFold(Generic[T]):
    """Such a value, which begins so before the first action."""

    def __init__(self, begin: Callable[[InformationState], T]) -> None:
        self._begin = begin
        self._kept: tuple[InformationState, T] | None = None

    def at(self, seen: InformationState) -> T:
        """The value for who has seen this."""
        before, done = self._kept, 0
        if before and seen.continues(before[0]) and not before[0].won:
            value, done = before[1], len(before[0].events)
        else:
            value = self._begin(seen._replace(events=(), won=False))
        last = len(seen.events) - 1
        for step in range(done, last + 1):
            won = seen.won and step == last
            value = value.then(seen.events[step], won=won)
        self._kept = seen, value
        return value
