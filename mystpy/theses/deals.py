"""All deals of a game as one set, and those of them in which conditions hold."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import set_of
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition
from mystpy.game.game import Game
from mystpy.situations.frame import Frame


class DealSets(Frame):
    """The frame of all deals; a set of deals is an integer, bit v for deal v."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, list(Deals(game, ())))
        self._fitting: dict[Condition, int] = {}

    def fitting(self, conditions: Iterable[Condition]) -> int:
        """The deals in which all of these conditions hold."""
        found = self.full
        for condition in conditions:
            if condition not in self._fitting:
                fits = set_of(map(condition.satisfied, self.worlds))
                self._fitting[condition] = fits
            found &= self._fitting[condition]
        return found


@cached_by_theory(8)
def deal_sets(game: Game) -> DealSets:
    """The sets of deals of a game, kept for the next time."""
    return DealSets(game)
