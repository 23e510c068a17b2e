"""What counting tells a player of the deal, from what was seen.

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
    """The matrix of CountingLogic behind the face of a `BeliefApproximation`.

    What is known of the deal becomes undeniable clues. With `trial` also what Crazy
    Broomhead's trials tell is entered.
    """

    def __init__(self, seen: InformationState, *, trial: bool = False) -> None:
        """Begin before the first action, with her own hand only."""
        self.game, self.player, self.trial = seen.game, seen.player, trial
        self._observed_state = ObservedGameState.of(seen.game)
        self._logic = CountingLogic.of(seen.game)
        self._news = self._clues(initial_conditions(seen))

    @classmethod
    def of(cls, seen: InformationState, *, trial: bool = False) -> Self:
        """The sheet of a player who has seen this."""
        return EventFold(partial(cls, trial=trial)).at(seen)

    def then(self, event: Event, *, won: bool = False) -> Self:
        """The sheet once one more action was seen, `won` if it was a right guess.

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
        """What may be done now, whatever the cards are."""
        return self._observed_state.moves

    @property
    def observed_state(self) -> ObservedGameState:
        """The public part of what was seen."""
        return self._observed_state

    @property
    def question_mask(self) -> int:
        """The last question, as a mask."""
        return self._observed_state.question_mask

    def _clues(self, news: Iterable[Condition]) -> tuple[Clue, ...]:
        sizes = self.game.sizes
        return tuple(Clue.of(condition, sizes[condition.holder]) for condition in news)

    @property
    def logic(self) -> CountingLogic:
        """The matrix. Raises InvalidClue if what was seen cannot be."""
        if self._news:
            logic = self._logic.copy()
            logic.add(self._news)
            self._logic = apply_trials(logic) if self.trial else logic
            self._news = ()
        return self._logic

    @property
    def is_possible(self) -> bool:
        """Whether counting finds nothing against what was seen."""
        with suppress(InvalidClue):
            return bool(self.logic)
        return False

    def with_clues(self, clues: Iterable[Clue]) -> Self:
        """The same with further clues, which nothing that was seen tells."""
        after = self.__class__.__new__(self.__class__)
        after.__dict__ |= self.__dict__
        after._news += tuple(clues)
        return after

    @property
    def may(self) -> tuple[int, ...]:
        """For each holder the cards that he may have, as masks."""
        return tuple(self.logic.cards & ~lacked for lacked in self.logic.lacked)

    @property
    def sure(self) -> tuple[int, ...]:
        """For each holder the cards that he must have, as masks."""
        return tuple(self.logic.held)

    @property
    def pile(self) -> int | None:
        """The pile, if it is known."""
        held = self.logic.held[0]
        return held if held.bit_count() == self.game.sizes[0] else None


_FACTS = (ConditionKind.NONE, ConditionKind.EXACTLY)


class TernaryArray(CountingSheet):
    """An array with yes, no and ? for each holder, and a counter of yes and of no.

    What is known of single cards is entered: hands, cards shown, what is passed. Who
    shows somebody else one of several cards has revealed nothing that an entry could
    say; that is forgotten, as is a wrong guess. Source: Bart 2000, 3.2, *Implementation
    of the Set Size Axiom*, with the Existence and the Disjoint Axiom.
    """

    def _clues(self, news: Iterable[Condition]) -> tuple[Clue, ...]:
        """The clues that say of each of their cards who has it, or does not."""
        return super()._clues(
            condition
            for condition in news
            if condition.holds in _FACTS
            or (
                condition.holds is ConditionKind.SOME
                and condition.cards.bit_count() == 1
            )
        )
