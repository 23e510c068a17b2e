"""What players take for certain of the deal, behind one face: exact beliefs and weaker.

In the field: sound approximations of a belief state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event


class BeliefApproximation(Protocol):
    """What follows for a player, or part of it; `then` makes the next, this one stays.

    `BeliefState` is all that follows. A weaker one is sound: each holder has the cards
    that are `sure`, and none but those that `may` be.
    """

    @property
    def may(self) -> tuple[int, ...]:
        """For each holder the cards that he may have, as masks."""

    @property
    def sure(self) -> tuple[int, ...]:
        """For each holder the cards that he must have, as masks."""

    @property
    def pile(self) -> int | None:
        """The pile, if it is known."""

    def then(self, event: Event, *, won: bool = False) -> Self:
        """What follows once one more action was seen, `won` if it was a right guess."""


C = TypeVar("C", bound=BeliefApproximation)


def follow(begin: Callable[[InformationState], C], seen: InformationState) -> C:
    """What follows for who has seen this, of a kind that begins so before any action.

    Raises QueryError if an event is none that could be.
    """
    certainty = begin(seen)
    last = len(seen.events) - 1
    for step, event in enumerate(seen.events):
        certainty = certainty.then(event, won=seen.won and step == last)
    return certainty
