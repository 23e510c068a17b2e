"""All deals of a game as a set, those in which conditions hold, and one as a query."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import set_of
from mystpy.conjectures.replay.query import history_table
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.situations.frame import Frame
from mystpy.theses.case_analysis import Query


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


def situation_query(
    game: Game,
    deal: Iterable[frozenset[str]],
    actions: Iterable[Action],
    formula: str,
) -> Query:
    """The query object of a situation in which a formula is said to be true."""
    history = History(game, tuple(deal), tuple(actions))
    return history_table(history) | {"formula": formula, "value": "true"}
