"""The deals that a player holds possible at first, and for each turn those that fit it.

In the field: possible worlds, with one announcement for each turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from itertools import combinations
from operator import and_

from mystpy.bits import set_of
from mystpy.engines.deals import Deals
from mystpy.engines.transition_system.progressor import Progressor, hands_given
from mystpy.history.history import History
from mystpy.history.turns import split_turns


class DealTable:
    """The deals that fit the hands which are given, as bit sets.

    `by_turn` has for each turn the deals in which it can happen as it was seen.
    """

    def __init__(self, history: History) -> None:
        self.game = history.game
        self.deals = list(Deals(self.game, hands_given(self.game, history.hands)))
        self.full = (1 << len(self.deals)) - 1
        self.by_turn = list(self._by_turn(history))
        self._held: dict[tuple[int, str], int] = {}

    def _by_turn(self, history: History) -> Iterator[int]:
        (after, *_), _ = Progressor(self.game).progress(history.actions)
        step = 0
        for turn in split_turns(history.actions):
            steps = range(step, step + len(turn))
            said = [c for at, c in after.timed_conditions if at in steps]
            yield set_of(all(c.satisfied(deal) for c in said) for deal in self.deals)
            step = steps.stop

    @cached_property
    def fitting(self) -> int:
        """The deals that fit all turns."""
        return reduce(and_, self.by_turn, self.full)

    @property
    def count(self) -> int:
        """The number of deals that fit all turns."""
        return self.fitting.bit_count()

    def held(self, holder: int, card: str) -> int:
        """The deals in which a holder has a card."""
        if (holder, card) not in self._held:
            bit = 1 << self.game.deck[card]
            found = set_of(bool(deal[holder] & bit) for deal in self.deals)
            self._held[holder, card] = found
        return self._held[holder, card]

    def cell(self, holder: int, card: str) -> str:
        """Whether a holder has a card: yes, no, or open."""
        held = self.held(holder, card) & self.fitting
        if not held:
            return "no"
        return "yes" if held == self.fitting else "open"

    def reasons(self, body: int) -> list[tuple[int, ...]]:
        """The smallest sets of turns, counted from 1, that leave only deals in `body`.

        All sets with as few turns as possible. The list is empty if all turns together
        leave another deal.
        """
        if self.fitting & ~body:
            return []
        outside = [fits & ~body for fits in self.by_turn]
        start = self.full & ~body
        for size in range(len(outside) + 1):
            found = [
                tuple(k + 1 for k in chosen)
                for chosen in combinations(range(len(outside)), size)
                if not reduce(and_, (outside[k] for k in chosen), start)
            ]
            if found:
                return found
        raise AssertionError("all turns together are enough")
