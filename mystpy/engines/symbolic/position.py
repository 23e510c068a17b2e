"""Positions: histories with what follows from them, computed once and carried on.

A position has the laws of its history, what is given, and what players saw as
conditions on the deal. One more action is one more step, whatever came before; and a
history is looked up among those of late, of which it mostly is the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from mystpy.axiom_folder import theory_key
from mystpy.compilation import NamedTuple
from mystpy.engines.diagram.walk import WALKED
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.grid.grid import view
from mystpy.engines.symbolic.law import Law, Progression
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.progress import counted
from mystpy.views import Given, given

KEPT = 16
"""So many positions are kept: two for each player at a table, and more."""


class _Seen(NamedTuple):
    """What a player saw of the first `told` conditions and the first `shown` cards.

    `all_given` is true if the player has seen all that is given.
    """

    told: int
    shown: int
    conditions: frozenset[Condition]
    all_given: bool


class Position:
    """A history with what it makes law and what it gives; make it by `of`."""

    _late: ClassVar[tuple[Position, ...]] = ()

    def __init__(
        self,
        history: History,
        progression: Progression,
        start: Given,
        so_far: Mapping[int | None, _Seen],
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
    def of(cls, history: History) -> Position:
        """The position after a history."""
        before = next((late for late in cls._late if late._begins(history)), None)
        if before is None:
            dealt = history.prefix(0)
            before = cls(dealt, Progression.start(history.game), given(dealt), {})
        elif len(before.history) == len(history):
            return before
        position = before._at(history)
        cls._late = (position, *cls._late[: KEPT - 1])
        return position

    def then(self, *actions: Action) -> Position:
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

    def _at(self, history: History) -> Position:
        """The position after a history that goes on from here."""
        news = history.actions[len(self.history) :]
        progression = self._progression.then(counted(WALKED, news))
        return Position(history, progression, self._start, self._seen)

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """The laws that the history may have made.

        Raises NoWorldFits if some action cannot be done whatever the deal is.
        """
        return self._progression.laws()

    @cached_property
    def given(self) -> Given:
        """The hands and the shown cards that the history gives."""
        return Given(self._start.hands, self._progression.shown.cards)

    def view(self, law: Law, player: int | None) -> frozenset[Condition]:
        """Return what a player has seen under a law, as the `view` of the grid.

        It is the same object for a player who has seen all that is given, and for None.
        """
        before = self._seen.get(player)
        told, shown = len(law.told), len(self.given.shown)
        if before is not None and (before.told, before.shown) == (told, shown):
            return before.conditions
        if player is not None and self._is_all_seen_by(law, player, before):
            seen = _Seen(told, shown, self.view(law, None), True)
        else:
            seen = _Seen(told, shown, self._conditions(law, player, before), False)
        if len(self.laws) == 1:  # else one of the laws is of a game that ends
            self._seen[player] = seen
        return seen.conditions

    def _is_all_seen_by(self, law: Law, player: int, before: _Seen | None) -> bool:
        """Return whether a player has seen all that is given."""
        if before is not None and not before.all_given:
            return False
        news = self.given.shown[before.shown if before else 0 :]
        return (
            before is not None or all(k == player for k, _ in self.given.hands)
        ) and all(law.shows[e].sees(player) for e, _ in news)

    def _conditions(
        self, law: Law, player: int | None, before: _Seen | None
    ) -> frozenset[Condition]:
        if before is None:
            return view(law, self.given, player)
        news = Given((), self.given.shown[before.shown :])
        return before.conditions | view(law, news, player, before.told)
