"""A fold over what was observed, for whoever looks at many information states.

In the field: depth-first traversal of a tree with the values along the path kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mystpy.play.information_state import Folded, InformationState

T = TypeVar("T", bound=Folded)


class PathFold(Generic[T]):
    """Such a value, with those of the steps before it, for each hand that was asked of.

    A search that goes back some steps, or looks at other hands between, computes only
    what is new. Values for `most` hands are kept.
    """

    def __init__(self, start: Callable[[InformationState], T], most: int = 512) -> None:
        self._start, self._most = start, most
        self._paths: dict[tuple[int, int], list[tuple[InformationState, T]]] = {}

    def at(self, seen: InformationState) -> T:
        """The value for a player who has seen this; raises what `then` raises."""
        key = seen.player, seen.hand
        path = self._paths.pop(key, [])
        while path and not path[-1][0].is_continued_by(seen):
            path.pop()
        if not path:
            first = seen._replace(events=(), won=False)
            path.append((first, self._start(first)))
        before, value = path[-1]
        last = len(seen.events) - 1
        for step in range(len(before.events), last + 1):
            won = seen.won and step == last
            value = value.then(seen.events[step], won=won)
            path.append((seen._replace(events=seen.events[: step + 1], won=won), value))
        self._paths[key] = path
        if len(self._paths) > self._most:
            self._paths.pop(next(iter(self._paths)))
        return value
