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
from functools import lru_cache

from mystpy.bits import bits
from mystpy.compilation import dataclass
from mystpy.engines.symbolic.count.filling import FillStates, filling
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

Events = list[tuple[int, CardMove]]
"""The moves to one place, each with its level: the number of cards dealt before."""

_DIGITS = 8
"""The bits of a digit, or half or a third of them: so that numbers recur often."""


@dataclass(frozen=True, slots=True)
class CountingPlan:
    """The first state, the steps, and an upper bound of the number of states.

    `scale` is the unit in which deals are weighted, `work` the total number of states
    of the places. If these are too many there are no steps, and `states` is a rough
    estimate.
    """

    start: int
    steps: tuple[CountingStep, ...]
    tail: AlikeCards
    states: int
    scale: int
    work: int


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
        columns = [residue.places.column(card) & residue.may for card in cards]
        self._moves = [tuple(map(fields.move, bits(column))) for column in columns]
        self._dead: list[list[Dead]] = [[] for _ in cards]
        self._close: list[list[CloseShow]] = [[] for _ in cards]
        self._open = [0] * (len(cards) + 1)
        self._scale = 1
        self._work = 0
        self._in_tail = {room.place for room in self._tail.rooms}
        for number, weight in enumerate(fields.weights):
            self._settle(number, weight, _last(weight.cells, columns))
        for clause in residue.clauses:
            if residue.places.place(clause) is None:
                self._watch(fields.unmet[clause], clause, columns)

    def _settle(self, number: int, weight: ShowWeight, level: int) -> None:
        """Close a weighted show with the last of its cards."""
        most = weight.sure + weight.cells.bit_count()
        scale = math.lcm(*range(weight.sure, most + 1)) ** weight.times
        self._scale *= scale
        self._close[level].append(self._fields.close(number, scale))

    def _watch(self, bit: int, clause: int, columns: list[int]) -> None:
        """Make states dead that do not satisfy a clause of several places."""
        last = _last(clause, columns)
        self._dead[last].append((bit.bit_length() - 1, 1, frozenset({1})))
        for level in range(last + 1):
            self._open[level] += 1

    def plan(self, limit: int) -> CountingPlan:
        """Process the places, and return the plan with its steps."""
        events: list[Events] = [[] for _ in self._fields.rooms]
        for level, moves in enumerate(self._moves):
            for move in moves:
                events[move.place].append((level, move))
        most, found = limit // _SHARE, []
        for place, here in enumerate(events):
            found.append(self._filling(place, here, most))
            for number in found[-1].reached:
                self._work += number
                if self._work > most:
                    guess = max(limit + 1, self._guess())
                    return CountingPlan(0, (), self._tail, guess, 1, self._work)
        states = self._states(events, found)
        for place, (here, each) in enumerate(zip(events, found, strict=True)):
            self._note(place, here, each.dead)
        rows = zip(self._moves, self._close, self._dead, strict=True)
        steps = tuple(
            CountingStep(m, tuple(close), tuple(dead)) for m, close, dead in rows
        )
        start = self._fields.start
        return CountingPlan(start, steps, self._tail, states, self._scale, self._work)

    def _filling(self, place: int, here: Events, most: int) -> FillStates:
        """Return the states of a place under its moves."""
        fields, begin = self._fields, self._fields.shift[place]
        field, closed = fields.of_place[place], self._keep
        gains = tuple(
            [
                (take >> begin, (~keep & field) >> begin, closed(level, place) >> begin)
                for level, (_, _, _, take, keep) in here
            ]
        )
        tail = self._tail.cards if place in self._in_tail else 0
        start, room = fields.start & field, fields.room(place)
        return filling(start >> begin, room >> begin, gains, tail, most)

    def _note(self, place: int, here: Events, dead: Sequence[frozenset[int]]) -> None:
        """Record the states of a place that are dead."""
        begin = self._fields.shift[place]
        field = self._fields.of_place[place] >> begin
        for (level, _), states in zip(here, dead, strict=True):
            if states:
                self._dead[level].append((begin, field, states))

    def _states(self, events: Sequence[Events], found: Sequence[FillStates]) -> int:
        """Return how many states have as much room as cards are left, at all levels.

        The numbers of states of a place by room form a polynomial, written as one
        number whose digits are its coefficients. The polynomials of all places are
        multiplied.
        """
        last = len(self._moves)
        most = math.prod(each.most for each in found)
        digit = (most.bit_length() // _DIGITS + 1) * _DIGITS
        ways = [1] * (last + 1)
        for here, each in zip(events, found, strict=True):
            first = 0
            ends = [*(level for level, _ in here), last]
            for end, number in zip(ends, _numbers(each.rooms, digit), strict=True):
                for level in range(first, end + 1):
                    ways[level] *= number
                first = end + 1
        states, left = 0, last + self._tail.cards
        for level, number in enumerate(ways):
            coefficient = number >> digit * (left - level) & (1 << digit) - 1
            states += coefficient << self._open[level]
        return states

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
            hits = [any(m.cell & clause for m in moves) for moves in self._moves]
            spans.append((hits.index(True), len(hits) - 1 - hits[::-1].index(True)))
        total, seen = 0, [0] * len(self._fields.rooms)
        for level, moves in enumerate(self._moves):
            for move in moves:
                seen[move.place] += 1
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


def _last(cells: int, columns: list[int]) -> int:
    """Return the level at which the last of the cells is decided."""
    return max(level for level, column in enumerate(columns) if column & cells)


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
    best, least = 0, (0, 0)
    for scope in scopes:
        if rest := scope & left:
            fresh = sum(1 for x in scopes if x & rest and not x & done)
            rank = rest.bit_count(), fresh
            if not best or rank < least:
                best, least = scope, rank
    return best


def _opened(card: int, scopes: Sequence[int], done: int) -> int:
    """Return how many scopes of a card are untouched, minus those that are open."""
    return sum(-1 if x & done else 1 for x in scopes if x & card)
