"""Deals drawn at random from those that fit a view, each with its exact chance.

In the field: exact sampling by unranking, from the table of a dynamic programme.

The tables of a count say how many ways lead onward from each state. So the deals have
numbers, in the order of the places to which the first card may be dealt, then the
second, and so on; to draw a deal is to draw its number. Chances are integers: no deal
is drawn too often by a hair. Many deals are dealt at a stretch, as arrays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mystpy.bits import bits
from mystpy.engines.symbolic.count.count import LIMIT, counting_plan
from mystpy.engines.symbolic.count.plan import CountingPlan
from mystpy.engines.symbolic.count.states import CountingStep, Tail
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.views import Show

Whole = npt.NDArray[Any]
"""Whole numbers: of 64 bits, or Python's where these are not enough."""

Held = npt.NDArray[np.bool_]
"""Who has which card: holders, cards, deals."""

_NARROW = 18
"""States of so many bits are told apart by a table of all of them."""

_WORD = 62
"""Numbers of so many bits are reckoned with in words."""


class Lot:
    """The deals that fit the view of a grid; they are drawn from it at will.

    With `shows` a deal is the less likely the more cards could have been shown, as in
    `tally`. Later updates of the grid leave it as it is. Raises CountTooLarge.
    """

    def __init__(
        self, grid: ViewGrid, shows: Iterable[Show] = (), *, limit: int = LIMIT
    ) -> None:
        self._residue = grid.residue
        plan = counting_plan(grid, shows, limit=limit)
        self._kind = _kind(plan, self._residue)
        self._tail = plan.tail
        levels = _levels(plan, self._kind)
        self._ends = levels[-1].states if levels else _start(plan, self._kind)
        self._ended = ways = _ended(self._ends, plan.tail)
        forks = []
        for step, level in zip(reversed(plan.steps), reversed(levels), strict=True):
            forks.append(_fork(step, level, ways, self._residue))
            ways = forks[-1].sums[-1]
        self._forks = forks[::-1]
        self.total = int(ways[0])
        """How many numbers there are: as many for a deal as its weight says."""

    def draw(self, rng: Random) -> tuple[int, ...]:
        """A deal as masks by holder."""
        held = self.draws(rng, 1)[:, :, 0]
        return tuple(sum(1 << int(k) for k in np.flatnonzero(row)) for row in held)

    def draws(self, rng: Random, number: int) -> Held:
        """So many deals, each drawn by itself: who has which card."""
        return self.numbered(_ranks(rng, self.total, number, self._kind))

    def numbered(self, rank: Whole) -> Held:
        """The deals with these numbers, below `total`."""
        number = len(rank)
        state, deals = np.zeros(number, np.intp), np.arange(number)
        held = self._known(number)
        for fork in self._forks:
            sums = fork.sums[:, state]
            way = (rank >= sums[1:]).sum(axis=0).astype(np.intp)
            rank = rank - sums[way, deals]
            if fork.factors is not None:
                rank //= fork.factors[way, state]
            held[fork.holders[way], fork.card, deals] = True
            state = fork.after[way, state]
        self._rest(held, state, rank)
        return held

    def _known(self, number: int) -> Held:
        """So many times the cards of which it is known who has them."""
        places = self._residue.places
        held = np.zeros((len(places.hand_sizes), places.c, number), np.bool_)
        for holder, cards in enumerate(places.hands(self._residue.fixed)):
            for card in bits(cards):
                held[holder, card.bit_length() - 1] = True
        return held

    def _rest(self, held: Held, state: Whole, rank: Whole) -> None:
        """Deal the cards that are alike to the rooms left."""
        rooms, places = self._tail.rooms, self._residue.places
        if not self._tail.cards:
            return
        deals = np.arange(len(rank))
        holders = np.array([places.holders[room.place] for room in rooms], np.intp)
        left = _rooms(self._ends, self._tail)[:, state]
        ways = self._ended[state]
        cards = bits(places.cards(rooms[0].cells))
        for number, card in zip(range(len(cards), 0, -1), cards, strict=True):
            shares = ways * left // number  # exact: a multinomial coefficient each
            sums = shares.cumsum(axis=0)
            way = (rank >= sums).sum(axis=0).astype(np.intp)
            ways = shares[way, deals]
            rank = rank - sums[way, deals] + ways
            left[way, deals] -= 1
            held[holders[way], card.bit_length() - 1, deals] = True


class _Level(NamedTuple):
    """States after a card was dealt, with the way there from those before.

    `after` has for each move and state before the number of the state after, one too
    high if that is none; `factors`, if shows are weighted, how the deal is weighted.
    """

    states: Whole
    after: npt.NDArray[np.intp]
    factors: Whole | None


class _Fork(NamedTuple):
    """To whom a card goes, from each state: holders by move, and the state after.

    `sums` are how many ways go on after the moves, added up from 0: moves, states.
    """

    card: int
    holders: npt.NDArray[np.intp]
    sums: Whole
    after: npt.NDArray[np.intp]
    factors: Whole | None


def _kind(plan: CountingPlan, residue: Residue) -> type:
    """Words where no number on the way is longer than they are."""
    number = residue.free.bit_count()
    taken = residue.places.split(residue.fixed)
    rooms = zip(residue.places.sizes, taken, strict=True)
    alike = math.prod(math.factorial(n - cards.bit_count()) for n, cards in rooms)
    most = math.factorial(number) // alike * plan.scale * max(1, number)
    words = max(most, math.factorial(plan.tail.cards), plan.start).bit_length() <= _WORD
    return np.int64 if words else object


def _start(plan: CountingPlan, kind: type) -> Whole:
    return np.array([plan.start], kind)


def _levels(plan: CountingPlan, kind: type) -> list[_Level]:
    """The states after each step."""
    found: list[_Level] = []
    states = _start(plan, kind)
    for step in plan.steps:
        found.append(_dealt(states, step, plan.start.bit_length()))
        states = found[-1].states
    return found


def _dealt(states: Whole, step: CountingStep, width: int) -> _Level:
    """The states, of so many bits, to which a step leads."""
    rows = [(move.room, move.take, move.keep) for move in step.moves]
    room, take, keep = np.array(rows, states.dtype).T[..., None]
    fits = (states & room) != 0
    ahead = ((states - take) & keep)[fits]
    factors = None
    if step.close:
        factors = np.ones(fits.shape, states.dtype)
        for _, shift, field, each in step.close:
            count = ((ahead & field) >> shift).astype(np.intp)
            factors[fits] *= np.array(each, states.dtype)[count]
            ahead = ahead & ~field
    found, number = _told_apart(ahead, width)
    alive = np.ones(len(found), np.bool_)
    for mask, values in step.dead:
        dead = np.array(sorted(values), states.dtype)
        alive &= ((found & mask)[:, None] != dead).all(axis=1)
    left = found[alive]
    order = np.where(alive, alive.cumsum() - 1, len(left))
    after = np.full(fits.shape, len(left), np.intp)
    after[fits] = order[number]
    return _Level(left, after, factors)


def _told_apart(found: Whole, width: int) -> tuple[Whole, Whole]:
    """States of so many bits, each once, and the number of each that was found."""
    if found.dtype == object or width > _NARROW:
        return np.unique(found, return_inverse=True)
    there = np.zeros(1 << width, np.bool_)
    there[found] = True
    states = np.flatnonzero(there)
    number = np.empty(1 << width, np.intp)
    number[states] = np.arange(len(states))
    return states, number[found]


def _fork(step: CountingStep, level: _Level, ways: Whole, residue: Residue) -> _Fork:
    """How many ways go on from each state, by where the card goes."""
    onward = np.append(ways, np.array([0], ways.dtype))[level.after]
    if level.factors is not None:
        onward = onward * level.factors
    moves, states = onward.shape
    sums = np.zeros((moves + 1, states), ways.dtype)
    onward.cumsum(axis=0, out=sums[1:])
    places = residue.places
    holders = np.array([places.holders[move.place] for move in step.moves], np.intp)
    _, card = places.where(step.moves[0].cell)
    number = card.bit_length() - 1
    return _Fork(number, holders, sums, level.after, level.factors)


def _rooms(states: Whole, tail: Tail) -> Whole:
    """How many of the cards that are alike each place takes: places, states."""
    rows = [(states & room.mask) >> room.shift for room in tail.rooms]
    return np.array(rows, states.dtype)


def _ended(states: Whole, tail: Tail) -> Whole:
    """For each state the ways to deal the cards that are alike."""
    factorials = [math.factorial(n) for n in range(tail.cards + 1)]
    ways = np.full(len(states), factorials[-1], states.dtype)
    for room in _rooms(states, tail):
        ways //= np.array(factorials, states.dtype)[room.astype(np.intp)]
    return ways


def _ranks(rng: Random, total: int, number: int, kind: type) -> Whole:
    """Numbers below `total`, each as likely as the others."""
    if kind is object:
        return np.array([rng.randrange(total) for _ in range(number)], object)
    fair = (1 << 64) // total * total - 1
    found: Sequence[Whole] = ()
    while (missing := number - sum(map(len, found))) > 0:
        words = np.frombuffer(rng.randbytes(8 * missing), "<u8")
        found = [*found, words[words <= np.uint64(fair)]]
    return (np.concatenate(found) % np.uint64(total)).astype(np.int64)
