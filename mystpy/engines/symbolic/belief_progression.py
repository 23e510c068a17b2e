"""Positions: histories with their consequences, computed once and progressed.

A position has the public constraints of its history, the given cards, and what players
saw as conditions on the deal. One more action is one more step, whatever came before. A
history is looked up among the most recent ones; usually it is the next of one of them.
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
"""The number of positions kept: two for each player at a table, and more."""


class _PlayerViewState(NamedTuple):
    """The view of a player on the first `told` conditions and `shown` cards.

    `all_given` is true if the player has seen all given cards.
    """

    condition_count: int
    shown: int
    conditions: frozenset[Condition]
    all_given: bool


class BeliefProgression:
    """A history with its public constraints and given cards; `of` makes it."""

    _late: ClassVar[tuple[BeliefProgression, ...]] = ()

    def __init__(
        self,
        history: History,
        progression: PublicProgression,
        start: GivenCards,
        so_far: Mapping[int | None, _PlayerViewState],
    ) -> None:
        """Store a history with its progression, and the given cards before any action.

        `so_far` has what some players had seen at an earlier time.
        """
        self.history = history
        self._progression = progression
        self._start = start
        self._seen = dict(so_far)
        self._theory = theory_key()

    @classmethod
    def of(cls, history: History) -> BeliefProgression:
        """Return the position after a history."""
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
        """Return the position after some more actions."""
        return self._at(self.history.then(actions))

    def _begins(self, history: History) -> bool:
        """Return whether a history extends this one, under the same axioms."""
        mine, number = self.history, len(self.history)
        return (
            mine.actions == history.actions[:number]
            and mine.hands == history.hands
            and mine.game == history.game
            and self._theory == theory_key()
        )

    def _at(self, history: History) -> BeliefProgression:
        """Return the position after a history that continues this one."""
        news = history.actions[len(self.history) :]
        progression = self._progression.then(count_progress(WALKED, news))
        # A player who saw a card shown before has now seen more than is cached.
        seen = {} if any(isinstance(a, Sees) for a in news) else self._seen
        return BeliefProgression(history, progression, self._start, seen)

    @cached_property
    def constraint_sets(self) -> tuple[PublicConstraints, ...]:
        """Return the sets of public constraints that the history may have.

        Raises NoWorldFits if some action is impossible in every deal.
        """
        return self._progression.constraint_sets()

    @cached_property
    def given(self) -> GivenCards:
        """Return the hands and the shown cards that the history gives."""
        return GivenCards(self._start.hands, self._progression.shown.cards)

    def view(
        self, constraints: PublicConstraints, player: int | None
    ) -> frozenset[Condition]:
        """Return what a player has seen under constraints, as the `view` of the grid.

        For a player who has seen all given cards it is the same object as for None.
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
        """Return whether a player has seen all given cards."""
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
