"""The goal model of an agent with the whole of what it knows in place of the parts.

In the field: the projection of an exact belief state.
"""

from __future__ import annotations

from mystpy.engines.hands import Condition, ConditionKind
from mystpy.history.actions import Shows
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.players.orders.split_models import piles_of, piles_with
from mystpy.situations.event import Event


class ExactModels:
    """The piles that some deal fits; hands are where they belong, in the deals.

    It has the face of `SplitModels`. For each pile a deal is kept, which mostly still
    fits after the next action.
    """

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action."""
        self.player = seen.player
        self.having = piles_with(seen.game)
        self.piles = piles_of(seen.game)
        self.knows = [0] * (seen.game.p + 1)
        self._belief = BeliefState.of(seen)
        self._deals: dict[int, tuple[int, ...] | None]
        self._deals = dict.fromkeys(range(len(self.piles)))
        self._conditions: frozenset[Condition] = frozenset()

    def take(self, event: Event) -> None:
        """Update the belief by what was seen."""
        self._belief = self._belief.then(event)
        if event.key[0] == Shows.name and event.key[1] == self.player:
            self.knows[event.key[-1]] |= event.cards

    @property
    def goal(self) -> int:
        """The numbers of the piles there may be, as a set."""
        grid = self._belief.grid
        if grid.conditions != self._conditions:
            news, may = grid.conditions - self._conditions, self._belief.may[0]
            found: dict[int, tuple[int, ...] | None] = {}
            for number, deal in self._deals.items():
                pile = self.piles[number]
                if pile & ~may:
                    continue
                if not deal or not all(condition.satisfied(deal) for condition in news):
                    deal = grid.deal(Condition(0, ConditionKind.EXACTLY, pile))
                if deal:
                    found[number] = deal
            self._deals, self._conditions = found, grid.conditions
        return sum(1 << number for number in self._deals)
