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
from functools import lru_cache
from random import Random

import numpy as np
import numpy.typing as npt

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.count.count import LIMIT, counting_plan
from mystpy.engines.symbolic.count.levels import WORD, Level, Numbers, Whole, levels
from mystpy.engines.symbolic.count.plan import CountingPlan
from mystpy.engines.symbolic.count.states import AlikeCards
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.grid.places import Places
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.views import Show

Held = npt.NDArray[np.bool_]
"""Which holder has which card: holders, cards, deals."""

Owner = npt.NDArray[np.int8]
"""The holder of each card: cards, deals."""

_FIRST = 0
"""The number of the initial state."""


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
        self._tail = plan.tail
        found, self._rooms = levels(plan)
        self._kind = _kind(plan, grid.residue)
        self._ended = ways = _ended(self._rooms, plan.tail, self._kind)
        forks = []
        for level in reversed(found):
            forks.append(_fork(level, ways, self._places))
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
        for card, owners, after, sums, factors in self._forks:
            way = (rank >= sums[1:-1].take(state, axis=1)).sum(axis=0)
            owner[card] = owners.take(way)
            here = way * after.shape[1] + state
            rank = rank - sums.take(here + way)
            if factors is not None:
                rank //= factors.take(here)
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
        left = self._rooms.take(state, axis=1)
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


class _Fork(NamedTuple):
    """The moves of a card from all states, and where they lead.

    `owners` has the holders by move. `sums` has the number of ways before each move,
    from 0, and after the last one: moves, states. Its last column is no state.
    """

    card: int
    owners: Owner
    after: Numbers
    sums: Whole
    factors: Whole | None


def _kind(plan: CountingPlan, residue: Residue) -> type:
    """Return the type of machine words if all numbers fit, else that of integers."""
    number = residue.free.bit_count()
    taken = residue.places.split(residue.fixed)
    rooms = zip(residue.places.sizes, taken, strict=True)
    alike = math.prod(math.factorial(n - cards.bit_count()) for n, cards in rooms)
    most = math.factorial(number) // alike * plan.scale * max(1, number)
    words = max(most, math.factorial(plan.tail.cards)).bit_length() <= WORD
    return np.int64 if words else object


def _fork(level: Level, ways: Whole, places: Places) -> _Fork:
    """Return how many ways continue from each state, by the card's place."""
    onward = ways.take(level.after)
    if level.factors is not None:
        onward = onward * level.factors
    moves, states = onward.shape
    sums = np.zeros((moves + 1, states + 1), ways.dtype)
    np.add.accumulate(onward, axis=0, out=sums[1:, :-1])
    owners = _owners(tuple([places.holders[place] for place in level.places]))
    return _Fork(level.card, owners, level.after, sums, level.factors)


@lru_cache(maxsize=1024)
def _owners(holders: tuple[int, ...]) -> Owner:
    return np.array(holders, np.int8)


def _ended(rooms: Numbers, tail: AlikeCards, kind: type) -> Whole:
    """Return for each state the number of ways to deal the equivalent cards."""
    factorials: Whole = np.array(
        [math.factorial(n) for n in range(tail.cards + 1)], kind
    )
    ways = np.zeros(rooms.shape[1] + 1, kind)
    ways[:-1] = factorials[-1] // factorials.take(rooms).prod(axis=0)
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
