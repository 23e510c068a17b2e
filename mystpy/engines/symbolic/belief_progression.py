"""Positions: histories with what follows from them, computed once and carried on.

A position has the public constraints of its history, what is given, and what players
saw as conditions on the deal. One more action is one more step, whatever came before;
and a history is looked up among those of late, of which it mostly is the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from mystpy.axiom_folder import theory_key
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.grid.grid import view
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    PublicProgression,
)
from mystpy.engines.transition_system.progressor import WALKED
from mystpy.history.actions import Action, Sees
from mystpy.history.history import History
from mystpy.progress import count_progress
from mystpy.views import GivenCards, given_cards

KEPT = 16
"""So many positions are kept: two for each player at a table, and more."""


class _PlayerViewState(NamedTuple):
    """What a player saw of the first `told` conditions and the first `shown` cards.

    `all_given` is true if the player has seen all that is given.
    """

    condition_count: int
    shown: int
    conditions: frozenset[Condition]
    all_given: bool


class BeliefProgression:
    """A history with its public constraints and what it gives; make it by `of`."""

    _late: ClassVar[tuple[BeliefProgression, ...]] = ()

    def __init__(
        self,
        history: History,
        progression: PublicProgression,
        start: GivenCards,
        so_far: Mapping[int | None, _PlayerViewState],
    ) -> None:
        """Take a history with what it tells, and what it gives before any action.

        With it goes what some players had seen by an earlier time.
        """
        self.history = history
        self._progression = progression
        self._start = start
        self._seen = dict(so_far)
        self._theory = theory_key()

    @classmethod
    def of(cls, history: History) -> BeliefProgression:
        """The position after a history."""
        before = next((late for late in cls._late if late._begins(history)), None)
        if before is None:
            dealt = history.prefix(0)
            before = cls(
                dealt, PublicProgression.start(history.game), given_cards(dealt), {}
            )
        elif len(before.history) == len(history):
            return before
        position = before._at(history)
        cls._late = (position, *cls._late[: KEPT - 1])
        return position

    def then(self, *actions: Action) -> BeliefProgression:
        """The position after some more actions."""
        return self._at(self.history.then(actions))

    def _begins(self, history: History) -> bool:
        """Whether a history begins like the one that led here, by these axioms."""
        mine, number = self.history, len(self.history)
        return (
            mine.actions == history.actions[:number]
            and mine.hands == history.hands
            and mine.game == history.game
            and self._theory == theory_key()
        )

    def _at(self, history: History) -> BeliefProgression:
        """The position after a history that goes on from here."""
        news = history.actions[len(self.history) :]
        progression = self._progression.then(count_progress(WALKED, news))
        # Who saw a card that was shown before has now seen more than is kept.
        seen = {} if any(isinstance(a, Sees) for a in news) else self._seen
        return BeliefProgression(history, progression, self._start, seen)

    @cached_property
    def constraint_sets(self) -> tuple[PublicConstraints, ...]:
        """The public constraints that the history may have.

        Raises NoWorldFits if some action cannot be done whatever the deal is.
        """
        return self._progression.constraint_sets()

    @cached_property
    def given(self) -> GivenCards:
        """The hands and the shown cards that the history gives."""
        return GivenCards(self._start.hands, self._progression.shown.cards)

    def view(
        self, constraints: PublicConstraints, player: int | None
    ) -> frozenset[Condition]:
        """Return what a player has seen under constraints, as the `view` of the grid.

        It is the same object for a player who has seen all that is given, and for None.
        """
        before = self._seen.get(player)
        condition_count, shown = (
            len(constraints.timed_conditions),
            len(self.given.shown),
        )
        if before is not None and (before.condition_count, before.shown) == (
            condition_count,
            shown,
        ):
            return before.conditions
        if player is not None and self._is_all_seen_by(constraints, player, before):
            seen = _PlayerViewState(
                condition_count, shown, self.view(constraints, None), True
            )
        else:
            seen = _PlayerViewState(
                condition_count,
                shown,
                self._conditions(constraints, player, before),
                False,
            )
        if (
            len(self.constraint_sets) == 1
        ):  # else one of the sets is of a game that ends
            self._seen[player] = seen
        return seen.conditions

    def _is_all_seen_by(
        self,
        constraints: PublicConstraints,
        player: int,
        before: _PlayerViewState | None,
    ) -> bool:
        """Return whether a player has seen all that is given."""
        if before is not None and not before.all_given:
            return False
        news = self.given.shown[before.shown if before else 0 :]
        return (
            before is not None or all(k == player for k, _ in self.given.hands)
        ) and all(constraints.shows[e].sees(player) for e, _ in news)

    def _conditions(
        self,
        constraints: PublicConstraints,
        player: int | None,
        before: _PlayerViewState | None,
    ) -> frozenset[Condition]:
        if before is None:
            return view(constraints, self.given, player)
        news = GivenCards((), self.given.shown[before.shown :])
        return before.conditions | view(
            constraints, news, player, before.condition_count
        )
