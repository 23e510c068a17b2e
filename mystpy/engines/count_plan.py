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
from dataclasses import dataclass

from mystpy.engines.count_order import order
from mystpy.engines.count_states import Close, Dead, Fields, Move, Step, Weight
from mystpy.engines.deals import bits
from mystpy.engines.residue import Residue

_DIGIT = 256
"""Bits for one coefficient of a polynomial that is written as one number."""

_SHARE = 20
"""A single place may have 1/20 of the states that there may be in all."""

_WORTH = 5_000
"""Another order is tried for every so many states that are expected, ..."""

_ORDERS = 12
"""... but no more than so many orders."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The first state, the steps, and about how many states there will be.

    ``scale`` is the unit in which deals are weighted. If there are too many states
    for one place alone, there are no steps, and ``states`` is a rough guess.
    """

    start: int
    steps: tuple[Step, ...]
    states: int
    scale: int


def plan(residue: Residue, weights: Sequence[Weight], limit: int) -> Plan:
    """Return the best plan found to count the deals that a residue leaves."""
    places = residue.places
    told = [*residue.clauses, *(weight.cells for weight in weights)]
    scopes = [places.cards(cells) for cells in told]
    fields = Fields(residue, weights)
    best = _Planner(residue, fields, order(residue.free, scopes)).plan(limit)
    for first in range(min(len(scopes), best.states // _WORTH, _ORDERS)):
        cards = order(residue.free, scopes, first)
        other = _Planner(residue, fields, cards).plan(limit)
        best = min(best, other, key=lambda found: found.states)
    return best


class _Planner:
    """The plan for one order of the cards."""

    def __init__(self, residue: Residue, fields: Fields, cards: list[int]) -> None:
        self._fields = fields
        columns = [residue.places.column(card) & residue.may for card in cards]
        self._moves = [tuple(map(fields.move, bits(column))) for column in columns]
        self._dead: list[list[Dead]] = [[] for _ in cards]
        self._close: list[list[Close]] = [[] for _ in cards]
        self._scale = 1
        for number, weight in enumerate(fields.weights):
            self._settle(number, weight, _last(weight.cells, columns))
        self._open = [0] * (len(cards) + 1)
        for clause in residue.clauses:
            if residue.places.place(clause) is None:
                self._watch(fields.unmet[clause], clause, columns)

    def _settle(self, number: int, weight: Weight, level: int) -> None:
        """Close a weighted show with the last of its cards."""
        most = weight.sure + weight.cells.bit_count()
        scale = math.lcm(*range(weight.sure, most + 1)) ** weight.times
        self._scale *= scale
        self._close[level].append(self._fields.close(number, scale))

    def _watch(self, bit: int, clause: int, columns: list[int]) -> None:
        """Let states die that do not meet a clause of several places."""
        last = _last(clause, columns)
        first = next(k for k, column in enumerate(columns) if column & clause)
        self._dead[last].append((bit, frozenset({bit})))
        for level in range(first + 1, last + 1):
            self._open[level] += 1

    def plan(self, limit: int) -> Plan:
        """Go through the places; then the steps are known."""
        levels = len(self._moves)
        ways = [1] * (levels + 1)
        for place in range(len(self._fields.rooms)):
            here = [
                (level, move)
                for level, moves in enumerate(self._moves)
                for move in moves
                if move.place == place
            ]
            reached = self._reach(place, here, limit // _SHARE)
            if reached is None:
                return Plan(0, (), max(limit + 1, self._guess()), 1)
            self._multiply(ways, place, here, reached)
        states = sum(
            (number >> _DIGIT * (levels - level) & (1 << _DIGIT) - 1) << self._open[level]
            for level, number in enumerate(ways)
        )
        rows = zip(self._moves, self._close, self._dead, strict=True)
        steps = tuple(Step(m, tuple(close), tuple(dead)) for m, close, dead in rows)
        return Plan(self._fields.start, steps, states, self._scale)

    def _reach(
        self, place: int, here: list[tuple[int, Move]], most: int
    ) -> list[set[int]] | None:
        """Return the states that a place may come to, after each of its cards."""
        pattern = self._fields.of_place[place]
        reached = [{self._fields.start & pattern}]
        for level, move in here:
            now = reached[-1]
            keep = self._keep(level, place)
            taken = {(s - move.take) & move.keep & keep for s in now if s & move.room}
            reached.append(taken | ({s & keep for s in now} if ~keep else now))
            if len(reached[-1]) > most:
                return None
        return reached

    def _multiply(
        self,
        ways: list[int],
        place: int,
        here: list[tuple[int, Move]],
        reached: list[set[int]],
    ) -> None:
        """Find out which states are dead, and multiply in how many are not."""
        pattern, shift = self._fields.of_place[place], self._fields.shift[place]
        room = self._fields.room(place)
        good, end = {0}, len(ways)
        for (level, move), before, after in zip(
            reversed(here), reached[-2::-1], reached[:0:-1], strict=True
        ):
            alive = after & good
            if len(alive) < len(after):
                self._dead[level].append((pattern, frozenset(after - alive)))
            number = sum(1 << _DIGIT * ((s & room) >> shift) for s in alive)
            for k in range(level + 1, end):
                ways[k] *= number
            end = level + 1
            keep = self._keep(level, place)
            good = {
                s
                for s in before
                if s & keep in alive
                or (s & room and (s - move.take) & move.keep & keep in alive)
            }
        number = sum(1 << _DIGIT * ((s & room) >> shift) for s in reached[0])
        for k in range(end):
            ways[k] *= number

    def _keep(self, level: int, place: int) -> int:
        """Return the mask of what a place remembers beyond a level."""
        fields = 0
        for close in self._close[level]:
            if close.place == place:
                fields |= close.field
        return ~fields

    def _guess(self) -> int:
        """Return roughly how many states there are, by the room and the open clauses."""
        spans = [
            (levels[0], levels[-1])
            for clause in self._fields.clauses
            if (levels := [k for k, moves in enumerate(self._moves) if _hits(moves, clause)])
        ]
        total, seen = 0, [0] * len(self._fields.rooms)
        for level, moves in enumerate(self._moves):
            for move in moves:
                seen[move.place] += 1
            rooms = zip(self._fields.rooms, seen, strict=True)
            ways = math.prod(min(room, count) + 1 for room, count in rooms)
            total += ways << sum(first <= level < last for first, last in spans)
        return total


def _hits(moves: Sequence[Move], clause: int) -> bool:
    return any(move.cell & clause for move in moves)


def _last(cells: int, columns: list[int]) -> int:
    """Return the level at which the last of the cells is decided."""
    return max(level for level, column in enumerate(columns) if column & cells)
