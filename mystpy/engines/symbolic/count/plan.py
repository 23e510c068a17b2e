"""The steps of a count, and how many states they will have.

What a place remembers changes only when it gets a card. So what it may come to is
found out place by place, before anything is counted. Those of its states from which
it cannot fill its room and meet its clauses are dead. The number of ways to put
together states of all places that are not, with as much room as cards are left, is an
upper bound of the number of states, and usually a close one.
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
"""The places may have 1/10 of the states, added up, that there may be in all."""

Events = list[tuple[int, CardMove]]
"""The moves to one place, each with its level: the number of cards dealt before."""

_DIGITS = 8
"""Digits are so many bits, or twice, or thrice: so the same numbers come up often."""


@dataclass(frozen=True, slots=True)
class CountingPlan:
    """The first state, the steps, and at most how many states there will be.

    `scale` is the unit in which deals are weighted, `work` the number of states
    that the places have, added up. If these are too many there are no steps, and
    `states` is a rough guess.
    """

    start: int
    steps: tuple[CountingStep, ...]
    tail: AlikeCards
    states: int
    scale: int
    work: int


def plan(residue: Residue, weights: Sequence[ShowWeight], limit: int) -> CountingPlan:
    """The best plan found to count the deals that a residue leaves."""
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
    """The largest set of cards in no scope that may be at the same places."""
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
        """Let states die that do not meet a clause of several places."""
        last = _last(clause, columns)
        self._dead[last].append((bit.bit_length() - 1, 1, frozenset({1})))
        for level in range(last + 1):
            self._open[level] += 1

    def plan(self, limit: int) -> CountingPlan:
        """Go through the places; then the steps are known."""
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
        """What a place may come to by its moves."""
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
        """Note down the states of a place that are dead."""
        begin = self._fields.shift[place]
        field = self._fields.of_place[place] >> begin
        for (level, _), states in zip(here, dead, strict=True):
            if states:
                self._dead[level].append((begin, field, states))

    def _states(self, events: Sequence[Events], found: Sequence[FillStates]) -> int:
        """How many states have as much room as cards are left, at all levels.

        How many states of a place leave how much room is a polynomial, written as one
        number with coefficients of some digits; for all places these are multiplied.
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
        """The mask of what a place remembers beyond a level."""
        fields = 0
        for close in self._close[level]:
            if close.place == place:
                fields |= close.field
        return ~fields

    def _guess(self) -> int:
        """Roughly how many states there are, by the room and the clauses."""
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
    """Polynomials, the coefficients of each in a row, as numbers with such digits."""
    found = []
    for row in rows:
        number = 0
        for count in reversed(row):
            number = number << digit | count
        found.append(number)
    return found


def _last(cells: int, columns: list[int]) -> int:
    """The level at which the last of the cells is decided."""
    return max(level for level, column in enumerate(columns) if column & cells)


def order(cards: int, scopes: Sequence[int], first: int | None = None) -> list[int]:
    """The cards, each as a mask: those of one scope after the other.

    In the field: an elimination order of small width.

    A scope is the set of cards that something is remembered about until the last of
    them is dealt. Next comes the scope with the fewest cards left (or, to begin
    with, the `first`), and among those the one that opens the fewest others.
    Cards in no scope come last.
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
    """The scope to finish next, or 0 if all are finished."""
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
    """How many scopes of a card are untouched, less those that are open."""
    return sum(-1 if x & done else 1 for x in scopes if x & card)
