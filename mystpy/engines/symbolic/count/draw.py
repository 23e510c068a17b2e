"""Deals drawn at random from those that fit a view, each with its exact chance.

In the field: exact sampling from a counting table, forward filtering, backward
sampling.

The tables of a count say how many ways lead onward from each state; so cards are dealt
one after the other, each where it goes with the share of the ways that go on from
there. Chances are integers: no deal is drawn too often by a hair.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

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
        self._onward = steps.onward(self._plan)

    def draw(self, rng: Random) -> tuple[int, ...]:
        """A deal as masks by holder."""
        state, deal = self._plan.start, self._residue.fixed
        for step, onward in zip(self._plan.steps, self._onward, strict=False):
            cell, state = _dealt(step, state, onward, rng)
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


def _dealt(
    step: CountingStep, state: int, onward: steps.Level, rng: Random
) -> tuple[int, int]:
    """The cell that a card gets, and the state it leads to."""
    ways = []
    for cell, _, room, take, keep in step.moves:
        if state & room:
            after = (state - take) & keep
            ways.append((onward.get(after, 0), cell, after))
    chance = rng.randrange(sum(number for number, _, _ in ways))
    for number, cell, after in ways:
        chance -= number
        if chance < 0:
            for _, _, field, _ in step.close:
                after &= ~field
            return cell, after
    raise AssertionError("chances add up to all the ways")
