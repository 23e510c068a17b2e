"""A fold over what was observed, for whoever looks at many information states.

In the field: depth-first traversal of a tree with the values along the path kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mystpy.compilation import NamedTuple
from mystpy.play.information_state import Folded, InformationState

T = TypeVar("T", bound=Folded)


class PathFold(Generic[T]):
    """Such a value, with those of the steps before it, for each hand that was asked of.

    A search that goes back some steps, or looks at other hands between, computes only
    what is new. Values for `most` hands are kept.
    """

    def __init__(self, start: Callable[[InformationState], T], most: int = 512) -> None:
        self._start, self._most = start, most
        self._paths: dict[tuple[int, int], list[_PathStep[T]]] = {}

    def at(self, seen: InformationState) -> T:
        """The value for a player who has seen this; raises what `then` raises."""
        key = seen.player, seen.hand
        path = self._paths.pop(key, [])
        while path and not path[-1].is_continued_by(seen):
            path.pop()
        if not path:
            first = seen._replace(events=(), won=False)
            path.append(_PathStep(0, first, self._start(first)))
        done, _, value = path[-1]
        last = len(seen.events) - 1
        for step in range(done, last + 1):
            value = value.then(seen.events[step], won=seen.won and step == last)
            path.append(_PathStep(step + 1, seen, value))
        self._paths[key] = path
        if len(self._paths) > self._most:
            self._paths.pop(next(iter(self._paths)))
        return value


class _PathStep(NamedTuple, Generic[T]):
    """The value after the first events, so many, of an information state."""

    number: int
    seen: InformationState
    value: T

    def is_continued_by(self, later: InformationState) -> bool:
        """Return whether another information state begins with these events."""
        number, (*who, events, won), _ = self
        if won and number == len(events) < len(later.events):
            return False
        return who == [*later[:3]] and events[:number] == later.events[:number]
