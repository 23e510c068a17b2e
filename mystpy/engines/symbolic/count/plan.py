"""The steps of a count, and an estimate of its number of states.

The memory of a place changes only when it gets a card. So its possible states are
computed place by place, before anything is counted. A state from which the place cannot
fill its room and satisfy its clauses is dead. The number of combinations of live states
of all places, with as much room as cards are left, is an upper bound of the number of
states, and usually a close one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache

from mystpy.bits import bits
from mystpy.compilation import dataclass
from mystpy.engines.symbolic.count.filling import (
    FillingKey,
    FillStates,
    Gain,
    dead_states,
    filling,
)
from mystpy.engines.symbolic.count.states import (
    AlikeCards,
    CardMove,
    CloseShow,
    CountingStep,
    Dead,
    ShowWeight,
    StateFields,
)
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.thresholds import MIN_GAIN_OF_ORDER

_SHARE = 10
"""The places together may have 1/10 of the allowed total number of states."""

_DIGITS = 8
"""The bits of a digit, or half or a third of them: so that numbers recur often."""

_UNCHANGED = -1
"""The mask of what a place keeps, if no show is closed."""


@dataclass(frozen=True, slots=True)
class PlaceFilling:
    """The cards that a place may get, by their levels, and its states.

    These are what `filling` returns for the `key`.
    """

    levels: tuple[int, ...]
    key: FillingKey
    states: FillStates

    @property
    def gains(self) -> tuple[Gain, ...]:
        """Return the effect of each of the cards."""
        return self.key[2]


@dataclass(frozen=True)
class CountingPlan:
    """The order of the cards by number, the places, and a bound of the states.

    `states` is an upper bound of the number of states, `scale` the unit in which deals
    are weighted, `work` the total number of states of the places. If these are too many
    there are no cards and no places, and `states` is a rough estimate. `close` has for
    each card the shows that are closed with it. `several` has the clauses of several
    places: a bit of the state, the cells, and the level of the last card.
    """

    fields: StateFields
    cards: tuple[int, ...]
    places: tuple[PlaceFilling, ...]
    close: tuple[tuple[CloseShow, ...], ...]
    several: tuple[tuple[int, int, int], ...]
    tail: AlikeCards
    states: int
    scale: int
    work: int

    @property
    def start(self) -> int:
        """Return the first state."""
        return self.fields.start

    @cached_property
    def steps(self) -> tuple[CountingStep, ...]:
        """Return the steps, one for each card."""
        moves: list[list[CardMove]] = [[] for _ in self.cards]
        dead: list[list[Dead]] = [[] for _ in self.cards]
        for bit, _, last in self.several:
            dead[last].append((bit.bit_length() - 1, 1, frozenset({1})))
        for place, filled in enumerate(self.places):
            begin = self.fields.shift[place]
            field = self.fields.of_place[place] >> begin
            states_of = zip(filled.levels, dead_states(filled.key), strict=True)
            for level, states in states_of:
                moves[level].append(self.fields.move(place, self.cards[level]))
                if states:
                    dead[level].append((begin, field, states))
        rows = zip(moves, self.close, dead, strict=True)
        return tuple(CountingStep(tuple(m), c, tuple(d)) for m, c, d in rows)


def plan(residue: Residue, weights: Sequence[ShowWeight], limit: int) -> CountingPlan:
    """Return the best plan found to count the deals of a residue."""
    places = residue.places
    clause_scopes = [*residue.clauses, *(weight.cells for weight in weights)]
    scopes = [places.cards(cells) for cells in clause_scopes]
    tail = _alike(residue, scopes)
    cards = residue.free & ~tail
    fields = StateFields(residue, weights)
    best = _Planner(residue, fields, order(cards, scopes), tail).plan(limit)
    work = best.work
    for first in range(len(scopes)):
        work += best.work
        if work * MIN_GAIN_OF_ORDER > min(best.states, limit):
            break
        other = order(cards, scopes, first)
        found = _Planner(residue, fields, other, tail).plan(limit)
        best = min(best, found, key=lambda plan: plan.states)
    return best


def _alike(residue: Residue, scopes: Sequence[int]) -> int:
    """Return the largest set of cards in no scope that may be at the same places."""
    clause_scopes = 0
    for scope in scopes:
        clause_scopes |= scope
    alike: dict[tuple[int, ...], int] = {}
    for card in bits(residue.free & ~clause_scopes):
        may = residue.places.split(residue.places.column(card) & residue.may)
        key = tuple(place for place, cards in enumerate(may) if cards)
        alike[key] = alike.get(key, 0) | card
    return max(alike.values(), key=int.bit_count, default=0)


class _Planner:
    """The plan for one order of the cards."""

    def __init__(
        self, residue: Residue, fields: StateFields, cards: list[int], tail: int
    ) -> None:
        self._fields = fields
        self._tail = fields.tail(tail, residue.places.column(tail) & residue.may)
        self._cards = tuple([card.bit_length() - 1 for card in cards])
        may = residue.places.split(residue.may)
        self._levels = [
            [level for level, card in enumerate(cards) if card & here] for here in may
        ]
        self._close: list[list[CloseShow]] = [[] for _ in cards]
        self._scale = 1
        for number, weight in enumerate(fields.weights):
            self._settle(number, weight, self._last(weight.cells))
        self._several = tuple(
            [(bit, cells, self._last(cells)) for bit, cells in fields.several]
        )

    def _last(self, cells: int) -> int:
        """Return the level at which the last of some cells is decided."""
        cards = self._fields.places.cards(cells)
        return max(k for k, card in enumerate(self._cards) if cards >> card & 1)

    def _settle(self, number: int, weight: ShowWeight, level: int) -> None:
        """Close a weighted show with the last of its cards."""
        most = weight.sure + weight.cells.bit_count()
        scale = math.lcm(*range(weight.sure, most + 1)) ** weight.times
        self._scale *= scale
        self._close[level].append(self._fields.close(number, scale))

    def plan(self, limit: int) -> CountingPlan:
        """Process the places, and return the plan."""
        most, work, found = limit // _SHARE, 0, list[PlaceFilling]()
        in_tail = {room.place for room in self._tail.rooms}
        for place, levels in enumerate(self._levels):
            tail = self._tail.cards if place in in_tail else 0
            found.append(self._filling(place, levels, tail, most))
            work += sum(found[-1].states.reached)
            if work > most:
                guess = max(limit + 1, self._guess())
                return CountingPlan(
                    self._fields, (), (), (), (), self._tail, guess, 1, work
                )
        states = self._states(found)
        close = tuple(map(tuple, self._close))
        return CountingPlan(
            *(self._fields, self._cards, tuple(found), close, self._several),
            *(self._tail, states, self._scale, work),
        )

    def _filling(
        self, place: int, levels: list[int], tail: int, most: int
    ) -> PlaceFilling:
        """Return the states of a place under its moves."""
        fields, cards = self._fields, self._cards
        begin, met = fields.shift[place], fields.met[place]
        if fields.weights:
            gains = tuple(
                [
                    (
                        fields.take(place, cards[level]) >> begin,
                        met.get(cards[level], 0),
                        self._keep(level, place) >> begin,
                    )
                    for level in levels
                ]
            )
        else:
            gains = tuple([(1, met.get(cards[k], 0), _UNCHANGED) for k in levels])
        start = (fields.start & fields.of_place[place]) >> begin
        room = (1 << fields.rooms[place].bit_length()) - 1
        key = start, room, gains, tail, most
        return PlaceFilling(tuple(levels), key, filling(*key))

    def _states(self, found: Sequence[PlaceFilling]) -> int:
        """Return how many states have as much room as cards are left, at all levels.

        The numbers of states of a place by room form a polynomial, written as one
        number whose digits are its coefficients. The polynomials of all places are
        multiplied.
        """
        last = len(self._cards)
        most = math.prod([each.states.most for each in found])
        digit = (most.bit_length() // _DIGITS + 1) * _DIGITS
        ways = [1] * (last + 1)
        for each in found:
            first = 0
            numbers = _numbers(each.states.rooms, digit)
            for end, number in zip((*each.levels, last), numbers, strict=True):
                for level in range(first, end + 1):
                    ways[level] *= number
                first = end + 1
        states, left = 0, last + self._tail.cards
        for level, number in enumerate(ways):
            coefficient = number >> digit * (left - level) & (1 << digit) - 1
            states += coefficient << self._open(level)
        return states

    def _open(self, level: int) -> int:
        """Return how many clauses of several places are open before a level."""
        return sum([level <= last for _, _, last in self._several])

    def _keep(self, level: int, place: int) -> int:
        """Return the mask of what a place remembers beyond a level."""
        fields = 0
        for close in self._close[level]:
            if close.place == place:
                fields |= close.field
        return ~fields

    def _guess(self) -> int:
        """Return an estimate of the number of states, by the room and the clauses."""
        spans = []
        for clause in self._fields.clauses:
            cards = self._fields.places.cards(clause)
            hits = [k for k, card in enumerate(self._cards) if cards >> card & 1]
            spans.append((hits[0], hits[-1]))
        total = 0
        for level in range(len(self._cards)):
            seen = [sum(k <= level for k in levels) for levels in self._levels]
            rooms = zip(self._fields.rooms, seen, strict=True)
            ways = math.prod(min(room, count) + 1 for room, count in rooms)
            total += ways << sum(first <= level < last for first, last in spans)
        return total


@lru_cache(maxsize=4096)
def _numbers(rows: tuple[tuple[int, ...], ...], digit: int) -> list[int]:
    """Return polynomials, with coefficients in rows, as numbers with such digits."""
    found = []
    for row in rows:
        number = 0
        for count in reversed(row):
            number = number << digit | count
        found.append(number)
    return found


def order(cards: int, scopes: Sequence[int], first: int | None = None) -> list[int]:
    """Return the cards, each as a mask: those of one scope after the other.

    In the field: an elimination order of small width.

    A scope is a set of cards about which something is remembered until the last of them
    is dealt. The next scope is the one with the fewest cards left (or, at the
    beginning, the `first`), and among those the one that opens the fewest others. Cards
    in no scope are last.
    """
    found: list[int] = []
    left = cards
    scope = scopes[first] if first is not None else _next(scopes, left, cards)
    while scope:
        done = cards & ~left
        chosen = bits(scope & left)
        found += sorted(chosen, key=lambda card: _opened(card, scopes, done))
        left &= ~scope
        scope = _next(scopes, left, cards)
    return found + bits(left)


def _next(scopes: Sequence[int], left: int, cards: int) -> int:
    """Return the scope to finish next, or 0 if all are finished."""
    done = cards & ~left
    best, fewest, least = 0, cards.bit_count() + 1, 0
    for scope in scopes:
        rest = scope & left
        number = rest.bit_count()
        if not rest or number > fewest:
            continue
        fresh = sum([1 for x in scopes if x & rest and not x & done])
        if number < fewest or fresh < least:
            best, fewest, least = scope, number, fresh
    return best


def _opened(card: int, scopes: Sequence[int], done: int) -> int:
    """Return how many scopes of a card are untouched, minus those that are open."""
    return sum([-1 if x & done else 1 for x in scopes if x & card])
