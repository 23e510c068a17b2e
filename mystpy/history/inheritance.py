"""Results that a history inherits from the history that it continues.

Engines store their results with a history, so that one more action costs one more step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mystpy.compilation import NamedTuple


class Continuation(NamedTuple):
    """An engine's data on a history that can be executed in some deal that fits.

    `ends` has each public state in which the history may end, with a deal in which it
    does, as the engine writes it. It is empty until the history is continued.
    """

    verdict: str
    ends: Any = ()


class ResultCarrier:
    """Keeps results about a history for the histories that continue it.

    The results are not compared, copied or pickled.
    """

    __slots__ = ("_carried",)

    _carried: Mapping[object, tuple[int, Any]]

    def carried(self, key: object) -> tuple[int, Any] | None:
        """Return the number of actions that the last result covers, and the result."""
        kept = getattr(self, "_carried", None)
        return kept and kept.get(key)

    def carry(self, key: object, found: object) -> None:
        """Keep a result for all actions; it replaces the result for fewer actions.

        The key has to contain everything that the result depends on besides the
        history.
        """
        kept = getattr(self, "_carried", None) or {}
        new = {**kept, key: (len(self), found)}
        object.__setattr__(self, "_carried", new)

    def carry_from(self, other: ResultCarrier) -> None:
        """Take over the results about actions that this history has as well."""
        kept = getattr(other, "_carried", None) or {}
        mine = {key: found for key, found in kept.items() if found[0] <= len(self)}
        object.__setattr__(self, "_carried", mine)

    def carried_hash(self, actions: Sequence[object]) -> int:
        """A hash of all of the actions; each of them is hashed once."""
        done, found = self.carried(hash) or (0, 0)
        if done < len(actions):
            for action in actions[done:]:
                found = hash((found, action))
            self.carry(hash, found)
        return found

    def __len__(self) -> int:
        raise NotImplementedError
