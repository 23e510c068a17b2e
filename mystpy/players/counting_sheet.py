"""A player's knowledge of the deal by counting, from her observations.

In the field: the detective's note sheet of Clue, filled in by propagation.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Self

from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.transition_system.states import EventKey
from mystpy.play.information_state import (
    EventFold,
    InformationState,
    ObservedGameState,
    initial_conditions,
)
from mystpy.players.counting_logic import Clue, CountingLogic, InvalidClue, apply_trials
from mystpy.situations.event import Event


class CountingSheet:
    """The matrix of CountingLogic with the interface of a `BeliefApproximation`.

    The knowledge about the deal is entered as undeniable clues. With `trial`, the
    results of Crazy Broomhead's trials are entered, too.
    """

    def __init__(self, seen: InformationState, *, trial: bool = False) -> None:
        """Begin before the first action, with the player's own hand only."""
        self.game, self.player, self.trial = seen.game, seen.player, trial
        self._observed_state = ObservedGameState.of(seen.game)
        self._logic = CountingLogic.of(seen.game)
        self._news = self._clues(initial_conditions(seen))

    @classmethod
    def of(cls, seen: InformationState, *, trial: bool = False) -> Self:
        """Return the sheet of a player with this information state."""
        return EventFold(partial(cls, trial=trial)).at(seen)

    def then(self, event: Event, *, won: bool = False) -> Self:
        """Return the sheet after one more event, `won` if it was a right guess.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        after = self.__class__.__new__(self.__class__)
        after.__dict__ |= self.__dict__
        after._observed_state, news = self._observed_state.then(
            event, self.player, won=won
        )
        after._news += self._clues(news)
        return after

    @property
    def moves(self) -> Iterable[EventKey]:
        """Return the actions that are possible now, whatever the cards are."""
        return self._observed_state.moves

    @property
    def observed_state(self) -> ObservedGameState:
        """Return the public part of the observations."""
        return self._observed_state

    @property
    def question_mask(self) -> int:
        """Return the last question, as a mask."""
        return self._observed_state.question_mask

    def _clues(self, news: Iterable[Condition]) -> tuple[Clue, ...]:
        sizes = self.game.sizes
        return tuple(Clue.of(condition, sizes[condition.holder]) for condition in news)

    @property
    def logic(self) -> CountingLogic:
        """Return the matrix. Raises InvalidClue if it is inconsistent."""
        if self._news:
            logic = self._logic.copy()
            logic.add(self._news)
            self._logic = apply_trials(logic) if self.trial else logic
            self._news = ()
        return self._logic

    @property
    def is_possible(self) -> bool:
        """Return whether the observations are consistent by counting."""
        with suppress(InvalidClue):
            return bool(self.logic)
        return False

    def with_clues(self, clues: Iterable[Clue]) -> Self:
        """Return the same with further clues, which the observations do not imply."""
        after = self.__class__.__new__(self.__class__)
        after.__dict__ |= self.__dict__
        after._news += tuple(clues)
        return after

    @property
    def may(self) -> tuple[int, ...]:
        """Return for each holder the cards that he may have, as masks."""
        return tuple(self.logic.cards & ~lacked for lacked in self.logic.lacked)

    @property
    def sure(self) -> tuple[int, ...]:
        """Return for each holder the cards that he must have, as masks."""
        return tuple(self.logic.held)

    @property
    def pile(self) -> int | None:
        """Return the pile, if it is known."""
        held = self.logic.held[0]
        return held if held.bit_count() == self.game.sizes[0] else None


_FACTS = (ConditionKind.NONE, ConditionKind.EXACTLY)


class TernaryArray(CountingSheet):
    """An array with yes, no and ? for each holder, and a counter of yes and of no.

    Knowledge about single cards is entered: hands, cards shown, cards that were denied.
    If a player shows somebody else one of several cards, no entry can express this, and
    it is forgotten, as is a wrong guess. Source: Bart 2000, 3.2, *Implementation of the
    Set Size Axiom*, with the Existence and the Disjoint Axiom.
    """

    def _clues(self, news: Iterable[Condition]) -> tuple[Clue, ...]:
        """Return the clues that determine whether each of their cards is held."""
        return super()._clues(
            condition
            for condition in news
            if condition.holds in _FACTS
            or (
                condition.holds is ConditionKind.SOME
                and condition.cards.bit_count() == 1
            )
        )
