"""Deals drawn at random from those consistent with a view, with exact probabilities.

In the field: exact sampling by unranking, from the table of a dynamic programme.

The tables of a count say how many ways lead onward from each state. So the deals have
numbers, in the order of the places to which the first card may be dealt, then the
second, and so on. To draw a deal is to draw its number. All weights are integers, so
that the probabilities are exact. Many deals are dealt together, as arrays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.count.count import LIMIT, counting_plan
from mystpy.engines.symbolic.count.plan import CountingPlan
from mystpy.engines.symbolic.count.states import AlikeCards, CountingStep, Dead
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.grid.places import Places
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.thresholds import MAX_BITS_OF_STATE_TABLE
from mystpy.views import Show

Whole = npt.NDArray[Any]
"""Whole numbers: of 64 bits, or Python's where these are not enough."""

Held = npt.NDArray[np.bool_]
"""Which holder has which card: holders, cards, deals."""

Owner = npt.NDArray[np.int8]
"""The holder of each card: cards, deals."""

_SHORT = 10
"""The number of bits of a state that are looked up in a table of all values."""

_FIRST = 1
"""The number of the initial state; number 0 is no state."""

_WORD = 62
"""The number of bits up to which machine words are used for arithmetic."""


class DealSampler:
    """The deals consistent with the view of a grid, to be drawn at random.

    With `shows` a deal is less likely if more cards could have been shown, as in
    `tally`. Later updates of the grid do not change it. Raises CountTooLarge.
    """

    def __init__(
        self, grid: ViewGrid, shows: Iterable[Show] = (), *, limit: int = LIMIT
    ) -> None:
        self._fixed = grid.residue.fixed
        self._places = grid.residue.places
        plan = counting_plan(grid, shows, limit=limit)
        self._kind = _kind(plan, grid.residue)
        self._tail = plan.tail
        levels = _levels(plan, self._kind)
        self._ends = levels[-1].states
        self._ended = ways = _ended(self._ends, plan.tail)
        forks = []
        for step, level in zip(reversed(plan.steps), reversed(levels), strict=False):
            forks.append(_fork(step, level, ways, self._places))
            ways = forks[-1].sums[-1]
        self._forks = forks[::-1]
        self.total = int(ways[_FIRST])
        """The number of ranks: each deal has as many as its weight."""

    def draw(self, rng: Random) -> tuple[int, ...]:
        """Return a deal as masks by holder."""
        held = self.draws(rng, 1)[:, :, 0]
        return tuple(sum(1 << int(k) for k in np.flatnonzero(row)) for row in held)

    def draws(self, rng: Random, number: int) -> Held:
        """Return this number of independent deals: which holder has which card."""
        return self.numbered(_ranks(rng, self.total, number, self._kind))

    def numbered(self, rank: Whole) -> Held:
        """Return the deals with these numbers, below `total`."""
        state, owner = np.full(len(rank), _FIRST), self._known(len(rank))
        for card, holders, sums, after, factors in self._forks:
            way = (rank >= sums[1:-1].take(state, axis=1)).sum(axis=0)
            here = way * sums.shape[1] + state
            rank = rank - sums.take(here)
            if factors is not None:
                rank //= factors.take(here)
            owner[card] = holders.take(way)
            state = after.take(here)
        self._rest(owner, state, rank)
        everybody = np.arange(len(self._places.hand_sizes), dtype=np.int8)
        held: Held = owner == everybody[:, None, None]
        return held

    def _known(self, number: int) -> Owner:
        """Return, this number of times, the cards with known holders."""
        owner = [0] * self._places.c
        for holder, cards in enumerate(self._places.hands(self._fixed)):
            for card in bits(cards):
                owner[card.bit_length() - 1] = holder
        return np.array(owner, np.int8)[:, None].repeat(number, axis=1)

    def _rest(self, owner: Owner, state: Whole, rank: Whole) -> None:
        """Deal the equivalent cards to the remaining rooms."""
        rooms, places = self._tail.rooms, self._places
        if not self._tail.cards:
            return
        deals = np.arange(len(rank))
        holders = np.array([places.holders[room.place] for room in rooms], np.int8)
        left = _rooms(self._ends, self._tail).take(state, axis=1)
        ways = self._ended.take(state)
        cards = bits(places.cards(rooms[0].cells))
        for number, card in zip(range(len(cards), 0, -1), cards, strict=True):
            shares = ways * left // number  # exact: a multinomial coefficient each
            sums = shares.cumsum(axis=0)
            way = (rank >= sums[:-1]).sum(axis=0)
            here = way * len(deals) + deals
            ways = shares.take(here)
            rank = rank - sums.take(here) + ways
            left.ravel()[here] -= 1
            owner[card.bit_length() - 1] = holders.take(way)


class _Level(NamedTuple):
    """States after a card was dealt, with the transitions from those before.

    The first of them is no state. `after` has for each move and state before it the
    number of the state after it; `factors`, if shows are weighted, has the weights.
    """

    states: Whole
    after: npt.NDArray[np.intp]
    factors: Whole | None


class _CardMoves(NamedTuple):
    """The moves of a card from each state: holders by move, and the next state.

    `sums` has cumulative numbers of ways after the moves, from 0: moves, states.
    """

    card: int
    holders: Owner
    sums: Whole
    after: npt.NDArray[np.intp]
    factors: Whole | None


def _kind(plan: CountingPlan, residue: Residue) -> type:
    """Return the type of machine words if all numbers fit, else that of integers."""
    number = residue.free.bit_count()
    taken = residue.places.split(residue.fixed)
    rooms = zip(residue.places.sizes, taken, strict=True)
    alike = math.prod(math.factorial(n - cards.bit_count()) for n, cards in rooms)
    most = math.factorial(number) // alike * plan.scale * max(1, number)
    words = max(most, math.factorial(plan.tail.cards), plan.start).bit_length() <= _WORD
    return np.int64 if words else object


def _levels(plan: CountingPlan, kind: type) -> list[_Level]:
    """Return the state at the start, and the states after each step."""
    fields = (close.field for step in plan.steps for close in step.close)
    none = 1 << reduce(or_, fields, plan.start).bit_length()
    found = [_Level(np.array([none, plan.start], kind), np.empty(0, np.intp), None)]
    rows = [(m.room, m.take, m.keep) for step in plan.steps for m in step.moves]
    moves: Whole = np.array(rows, kind).reshape(-1, 3, 1)
    first = 0
    for step in plan.steps:
        last = first + len(step.moves)
        found.append(_dealt(found[-1].states, step, moves[first:last], none))
        first = last
    return found


def _dealt(states: Whole, step: CountingStep, moves: Whole, none: int) -> _Level:
    """Return the states to which a step leads."""
    full = (states & moves[:, 0]) == 0
    ahead: Whole = (states - moves[:, 1]) & moves[:, 2]
    factors: Whole | None = None
    for _, shift, field, each in step.close:
        count = np.where(full, 0, (ahead & field) >> shift).astype(np.intp)
        factor: Whole = np.array(each, states.dtype)[count]
        factors = factor if factors is None else factors * factor
        ahead = ahead & ~field
    tell = _told_apart if none >> MAX_BITS_OF_STATE_TABLE <= 1 else _told_apart_wide
    np.putmask(ahead, full, none)
    found, after = tell(ahead, step.dead, none)
    return _Level(found, after, factors)


def _told_apart(
    ahead: Whole, dead: Sequence[Dead], none: int
) -> tuple[Whole, npt.NDArray[np.intp]]:
    """Return the distinct states that are not dead, and the number of each of some.

    The first is `none`, which has more bits than all states; dead states have its
    number, too.
    """
    every = ahead.ravel().astype(np.intp, copy=False)
    numbers = np.arange(len(every))
    where = np.empty(none + 1, np.intp)
    where[every] = numbers
    where[none] = 0  # there it is before the card is dealt, and so after it
    left = every[where.take(every) == numbers]  # of those that are the same one
    if dead:
        left = left[_alive(left, dead)]
        where[every] = 0
    where[left] = numbers[: len(left)]
    after = where.take(every).reshape(ahead.shape)
    return left.astype(ahead.dtype, copy=False), after


def _told_apart_wide(
    ahead: Whole, dead: Sequence[Dead], none: int
) -> tuple[Whole, npt.NDArray[np.intp]]:
    """Return the same without a table of all states."""
    states, number = np.unique(ahead, return_inverse=True)
    left = states[_alive(states, dead)]
    places = np.searchsorted(left, states)
    there = left[places] == states
    after = np.where(there, places + 1, 0)[number].reshape(ahead.shape)
    after[ahead == none] = 0
    return np.roll(left, 1), after


def _alive(states: Whole, dead: Sequence[Dead]) -> npt.NDArray[np.bool_]:
    found = np.ones(len(states), np.bool_)
    for shift, mask, values in dead:
        part = states >> shift & mask
        if mask >> _SHORT:
            found &= [value not in values for value in part.tolist()]
        else:
            found &= _living(mask, values).take(part.astype(np.intp, copy=False))
    return found


@lru_cache(maxsize=4096)
def _living(mask: int, values: frozenset[int]) -> npt.NDArray[np.bool_]:
    """Return for each value under a mask whether it is none of these."""
    found = np.ones(mask + 1, np.bool_)
    found[list(values)] = False
    return found


def _fork(step: CountingStep, level: _Level, ways: Whole, places: Places) -> _CardMoves:
    """Return how many ways continue from each state, by the card's holder."""
    onward = ways.take(level.after)
    if level.factors is not None:
        onward = onward * level.factors
    moves, states = onward.shape
    sums = np.zeros((moves + 1, states), ways.dtype)
    np.add.accumulate(onward, axis=0, out=sums[1:])
    card = (step.moves[0].cell.bit_length() - 1) % places.c
    holders = [places.holders[move.place] for move in step.moves]
    owners = np.array(holders, np.int8)
    return _CardMoves(card, owners, sums, level.after, level.factors)


def _rooms(states: Whole, tail: AlikeCards) -> Whole:
    """Return how many of the equivalent cards each place takes: places, states."""
    rows = [(states & room.mask) >> room.shift for room in tail.rooms]
    return np.array(rows, states.dtype)


def _ended(states: Whole, tail: AlikeCards) -> Whole:
    """Return for each state the number of ways to deal the equivalent cards."""
    factorials = [math.factorial(n) for n in range(tail.cards + 1)]
    ways = np.full(len(states), factorials[-1], states.dtype)
    for room in _rooms(states, tail):
        ways //= np.array(factorials, states.dtype)[room.astype(np.intp)]
    ways[0] = 0
    return ways


def _ranks(rng: Random, total: int, number: int, kind: type) -> Whole:
    """Return uniformly random numbers below `total`."""
    if kind is object:
        return np.array([rng.randrange(total) for _ in range(number)], object)
    fair = (1 << 64) // total * total - 1
    found: Sequence[Whole] = ()
    while (missing := number - sum(map(len, found))) > 0:
        words = np.frombuffer(rng.randbytes(8 * missing), "<u8")
        found = [*found, words[words <= np.uint64(fair)]]
    return (np.concatenate(found) % np.uint64(total)).astype(np.int64)
