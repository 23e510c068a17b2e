"""Deals drawn at random from those that fit a view, each with its exact chance.

In the field: exact sampling from a counting table, forward filtering, backward
sampling.

The tables of a count say how many ways lead onward from each state; so cards are dealt
one after the other, each where it goes with the share of the ways that go on from
there. Chances are integers: no deal is drawn too often by a hair.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from random import Random
from typing import NamedTuple

from mystpy.bits import bits
from mystpy.engines.symbolic.count import steps
from mystpy.engines.symbolic.count.count import LIMIT, counting_plan
from mystpy.engines.symbolic.count.states import CountingStep
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.views import Show


class Lot:
    """The deals that fit the view of a grid; they are drawn from it at will.

    With `shows` a deal is the less likely the more cards could have been shown, as in
    `tally`. Later updates of the grid leave it as it is. Raises CountTooLarge.
    """

    def __init__(
        self, grid: ViewGrid, shows: Iterable[Show] = (), *, limit: int = LIMIT
    ) -> None:
        self._residue = grid.residue
        self._plan = counting_plan(grid, shows, limit=limit)
        onward = steps.onward(self._plan)
        self._levels: list[tuple[CountingStep, steps.Level, dict[int, _Fork]]]
        self._levels = [
            (step, level, {})
            for step, level in zip(self._plan.steps, onward, strict=False)
        ]

    def draw(self, rng: Random) -> tuple[int, ...]:
        """A deal as masks by holder."""
        state, deal = self._plan.start, self._residue.fixed
        for step, onward, forks in self._levels:
            fork = forks.get(state)
            if fork is None:
                fork = forks[state] = _fork(step, state, onward)
            at = bisect_right(fork.sums, rng.randrange(fork.sums[-1]))
            cell, state = fork.ways[at]
            deal |= cell
        deal |= self._rest(state, rng)
        return self._residue.places.hands(deal)

    def _rest(self, state: int, rng: Random) -> int:
        """Cells for the cards that are alike, dealt at random to the rooms left."""
        cells, places = 0, self._residue.places
        tail = self._plan.tail
        if not tail.cards:
            return 0
        cards = bits(places.cards(tail.rooms[0].cells))
        rng.shuffle(cards)
        for place, _, mask, shift in tail.rooms:
            for _ in range((state & mask) >> shift):
                cells |= cards.pop() << places.shifts[place]
        return cells


class _Fork(NamedTuple):
    """The cells that a card may get in a state, each with the state it leads to.

    `sums` are how many ways go on from there, added up.
    """

    sums: list[int]
    ways: list[tuple[int, int]]


def _fork(step: CountingStep, state: int, onward: steps.Level) -> _Fork:
    """Where a card may go from a state."""
    numbers, ways = [], []
    for cell, _, room, take, keep in step.moves:
        after = (state - take) & keep
        if state & room and (number := onward.get(after)):
            for _, _, field, _ in step.close:
                after &= ~field
            numbers.append(number)
            ways.append((cell, after))
    return _Fork(list(accumulate(numbers)), ways)
