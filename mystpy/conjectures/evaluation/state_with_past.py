"""A stage that knows the stages it was reached by, for what is said of the past."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Self

from mystpy.game.game import Game
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.event import Event


class StateWithPast(EpistemicState):
    """A stage with the one `previous` to it; `kept` is what is known of its past."""

    previous: StateWithPast | None = None
    _step: SuccessorState

    @classmethod
    def start(cls, game: Game, *, split: bool = True) -> Self:
        """The initial situation, with every deal and nothing before it."""
        return cls.along(EpistemicState.start(game, split=split))

    @classmethod
    def along(cls, stage: EpistemicState) -> Self:
        """A stage, with nothing known before it."""
        found = cls(stage.frame, stage.number, stage.question, stage.full, stage.events)
        found.kept = {}
        found._ways = {}
        return found

    kept: dict[Hashable, int]
    _ways: dict[Event, tuple[SuccessorState, ...]]

    @property
    def card_sets(self) -> tuple[int, ...]:
        """The sets of cards of all its actions, which the past tells apart."""
        return tuple(dict.fromkeys(event.cards for event in self.events if event.cards))

    def after(self, event: Event) -> tuple[SuccessorState, ...]:
        """Where a deed leads, as for every stage; this one is before it."""
        if event not in self._ways:
            found = []
            for reached in super().after(event):
                ahead = type(self).along(reached.stage)
                ahead.previous, ahead._step = self, reached
                found.append(SuccessorState(ahead, reached.parents, reached.alive))
            self._ways[event] = tuple(found)
        return self._ways[event]

    def of_before(self, worlds: int) -> int:
        """Its worlds that come from these worlds of the stage before."""
        return self._step.lowered(worlds)
