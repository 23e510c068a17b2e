"""A stage that knows the stages it was reached by, for what is said of the past."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Self

from mystpy.game.game import Game
from mystpy.situations.deed import Deed
from mystpy.situations.stage import Reached, Stage


class Trail(Stage):
    """A stage with the one `previous` to it; `kept` is what is known of its past."""

    previous: Trail | None = None
    _step: Reached

    @classmethod
    def start(cls, game: Game, *, split: bool = True) -> Self:
        """The initial situation, with every deal and nothing before it."""
        return cls.along(Stage.start(game, split=split))

    @classmethod
    def along(cls, stage: Stage) -> Self:
        """A stage, with nothing known before it."""
        found = cls(stage.frame, stage.number, stage.question, stage.full, stage.deeds)
        found.kept = {}
        found._ways = {}
        return found

    kept: dict[Hashable, int]
    _ways: dict[Deed, tuple[Reached, ...]]

    @property
    def told(self) -> tuple[int, ...]:
        """The sets of cards of all its actions, which the past tells apart."""
        return tuple(dict.fromkeys(deed.cards for deed in self.deeds if deed.cards))

    def after(self, deed: Deed) -> tuple[Reached, ...]:
        """Where a deed leads, as for every stage; this one is before it."""
        if deed not in self._ways:
            found = []
            for reached in super().after(deed):
                ahead = type(self).along(reached.stage)
                ahead.previous, ahead._step = self, reached
                found.append(Reached(ahead, reached.parents, reached.alive))
            self._ways[deed] = tuple(found)
        return self._ways[deed]

    def of_before(self, worlds: int) -> int:
        """Its worlds that come from these worlds of the stage before."""
        return self._step.lowered(worlds)
