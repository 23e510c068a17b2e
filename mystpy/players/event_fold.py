"""What a player makes of what was seen, kept for the next look.

In the field: incremental evaluation of a fold over the events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event

T = TypeVar("T")


class EventFold(Generic[T]):
    """A value that depends on what was seen only, carried on from event to event."""

    def __init__(
        self,
        start: Callable[[InformationState], T],
        then: Callable[[T, Event, bool], T],
    ) -> None:
        """Say what it is before the first action, and after one more, won or not."""
        self._start = start
        self._then = then
        self._kept: tuple[InformationState, T] | None = None

    def at(self, seen: InformationState) -> T:
        """The value for who has seen this."""
        if self._kept and _goes_on(self._kept[0], seen):
            before, value = self._kept
            done = len(before.events)
        else:
            value, done = self._start(seen._replace(events=(), won=False)), 0
        last = len(seen.events) - 1
        for step in range(done, last + 1):
            value = self._then(value, seen.events[step], seen.won and step == last)
        self._kept = seen, value
        return value


def _goes_on(before: InformationState, seen: InformationState) -> bool:
    """Whether a view is an earlier one, and perhaps more."""
    number = len(before.events)
    if before.won and number < len(seen.events):
        return False
    return before[:3] == seen[:3] and before.events == seen.events[:number]
