"""The states of a count as arrays, level by level, to draw deals.

In the field: a layered transition graph of a dynamic programme, made by table look-up.

A place has few states that are not dead. They are numbered, and the code of a state has
a field for each place with the number of its state. Tables say how a card changes these
numbers: that of the place that gets the card, and those of the others. The tables are
cached, since equal places occur in many counts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.count.filling import FillingKey, filling
from mystpy.engines.symbolic.count.plan import CountingPlan
from mystpy.thresholds import MAX_BITS_OF_STATE_TABLE

Whole = npt.NDArray[Any]
"""Whole numbers: of 64 bits, or Python's where these are not enough."""

Numbers = npt.NDArray[np.intp]
"""Numbers of states, or of rows of a table."""

WORD = 62
"""The number of bits up to which machine words are used for arithmetic."""

_DEAD = 1 << WORD
"""A change of a number that leads to a dead state."""

_MORE_BITS = 4
"""Numbers of two halves may have so many bits more: they are denser than codes."""

_KEPT = 4096
"""The number of places whose tables are cached."""


class Level(NamedTuple):
    """The card dealt at a level, the places that may get it, and where that leads.

    `after` has for each of these places, and each state before it, the number of the
    state after it; the number after the last one is no state. `factors` has the weights
    of these moves, if shows are closed.
    """

    card: int
    places: tuple[int, ...]
    after: Numbers
    factors: Whole | None


class _PlaceTables(NamedTuple):
    """The states of a place by number, and how cards change the number.

    `take` has the changes if the place gets the card, `stay` if another place does, one
    card after the other, for each number. `changed` says whether any stay does.
    """

    states: Whole
    start: int
    take: npt.NDArray[np.int64]
    stay: npt.NDArray[np.int64]
    changed: tuple[bool, ...]


@lru_cache(maxsize=_KEPT)
def _tables(key: FillingKey) -> _PlaceTables:
    """Return the tables of a place that is filled in this way."""
    start, room, gains, _, _ = key
    stages = filling(*key).alive
    states = sorted(set().union(*stages))
    number = {state: k for k, state in enumerate(states)}
    takes, stays = [], []
    for (take, met, kept), (now, then) in zip(gains, pairwise(stages), strict=True):
        taken, stayed = [0] * len(states), [0] * len(states)
        for state in now:
            here, ahead, same = (
                number[state],
                (state - take) & ~met & kept,
                state & kept,
            )
            able = state & room and ahead in then
            taken[here] = number[ahead] - here if able else _DEAD
            stayed[here] = number[same] - here if same in then else _DEAD
        takes.append(taken)
        stays.append(stayed)
    kind = np.int64 if states[-1].bit_length() <= WORD else object
    return _PlaceTables(
        np.array(states, kind),
        number[start],
        np.array(takes, np.int64).ravel(),
        np.array(stays, np.int64).ravel(),
        tuple(map(any, stays)),
    )


def _ranks(values: Numbers, size: int) -> tuple[Numbers, int]:
    """Return the ranks of values among those that occur, 0 and the last one possible.

    Also return how many these are.
    """
    occurs = np.zeros(size, np.intp)
    occurs[values] = occurs[0] = occurs[-1] = 1
    ranks = occurs.cumsum()
    return ranks.take(values) - 1, int(ranks[-1])


class StateCodes:
    """The codes of states, with the numbers of the states of all places.

    `start` is the code at the beginning. `none` is above all codes.
    """

    def __init__(self, plan: CountingPlan) -> None:
        self._plan = plan
        self._tables = [_tables(filled.key) for filled in plan.places]
        self._shifts, width, self.start = list[int](), 0, 0
        for table in self._tables:
            self._shifts.append(width)
            self.start |= table.start << width
            width += (len(table.states) - 1).bit_length()
        self._several = range(width, width + len(plan.several))
        self.start += sum([1 << bit for bit in self._several])
        self.none = 1 << self._several.stop
        words = self._several.stop + len(self._tables).bit_length() <= WORD
        self.kind: type = np.int64 if words else object
        self.is_narrow = words and self._several.stop <= MAX_BITS_OF_STATE_TABLE
        scaled = plan.scale.bit_length() <= WORD
        self._weight: type = np.int64 if scaled else object
        self._read_tables()
        self._list_moves()

    def _read_tables(self) -> None:
        """Put the tables of all places in a row, with changes of codes."""
        sizes = [table.take.size for table in self._tables]
        units = [1 << shift for shift in self._shifts]
        unit: Whole = np.array(units, self.kind).repeat(sizes)
        take = np.concatenate([table.take for table in self._tables])
        stay = np.concatenate([table.stay for table in self._tables])
        self._takes: Whole = np.where(take == _DEAD, self.none, take * unit)
        self._stay: Whole = np.where(stay == _DEAD, self.none, stay * unit)
        self._change: Whole = self._takes - self._stay
        self._first = np.cumsum([0, *sizes]).tolist()

    def _list_moves(self) -> None:
        """Note for each level which places may get the card, and their table rows."""
        self.places: list[list[int]] = [[] for _ in self._plan.cards]
        self._changed = [False] * len(self._plan.cards)
        rows: list[list[tuple[int, int, int]]] = [[] for _ in self._plan.cards]
        pairs = zip(self._plan.places, self._tables, strict=True)
        for place, (filled, table) in enumerate(pairs):
            first, number = self._first[place], len(table.states)
            shift = self._shifts[place]
            mask = (1 << (number - 1).bit_length()) - 1
            for level, changed in zip(filled.levels, table.changed, strict=True):
                self.places[level].append(place)
                self._changed[level] |= changed
                rows[level].append((shift, mask, first))
                first += number
        moves = [row for level in rows for row in level]
        self._moves = np.array(moves, np.intp).reshape(-1, 3, 1)
        self._parts = [0, *accumulate(map(len, rows))]

    def ahead(self, states: Whole, level: int) -> tuple[Whole, Numbers]:
        """Return the codes after each move; for dead states at least `none`.

        Also return which entries of the tables they are made of.
        """
        moves = self._moves[self._parts[level] : self._parts[level + 1]]
        entries = states >> moves[:, 0]
        entries &= moves[:, 1]
        entries = entries.astype(np.intp, copy=False)
        entries += moves[:, 2]
        codes: Whole = self._change.take(entries)
        if self._changed[level]:
            codes += self._stay.take(entries).sum(axis=0)
        codes += states
        for bit, (_, cells, last) in zip(
            self._several, self._plan.several, strict=True
        ):
            if level <= last:
                self._meet(codes, states >> bit & 1, bit, level, cells, level == last)
        return codes, entries

    def _meet(
        self, codes: Whole, open_: Whole, bit: int, level: int, cells: int, last: bool
    ) -> None:
        """Note in codes which moves satisfy a clause of several places."""
        card, c = self._plan.cards[level], self._plan.fields.places.c
        for row, place in enumerate(self.places[level]):
            if cells >> place * c + card & 1:
                codes[row] -= open_ << bit
            elif last:
                codes[row] += open_ * self.none

    def tell_apart(self, codes: Whole) -> tuple[Whole, Numbers]:
        """Return the live states, and for each code the number of its state."""
        flat = np.minimum(codes, self.none, out=codes).ravel()
        keys, none = self._keys(flat)
        if keys is None:
            states, found = np.unique(codes, return_inverse=True)
            live = int(np.searchsorted(states, self.none))
            return states[:live], np.minimum(found, live).reshape(codes.shape)
        numbers, where = np.arange(len(flat)), np.empty(none + 1, np.intp)
        where[keys] = numbers
        where[none] = -1
        first = where.take(keys) == numbers  # one of those that are the same
        states = flat[first]
        where[keys[first]] = numbers[: len(states)]
        where[none] = len(states)
        return states, where.take(keys).reshape(codes.shape)

    def _keys(self, codes: Whole) -> tuple[Numbers | None, int]:
        """Return small numbers that tell codes apart, and that of `none`, the largest.

        Of many bits each half is numbered, and of too many there are no such numbers.
        """
        if self.is_narrow:
            return codes, self.none
        half = self._several.stop + 1 >> 1
        if half > MAX_BITS_OF_STATE_TABLE or self.kind is object:
            return None, 0
        low, lows = _ranks(codes & (1 << half) - 1, 1 << half)
        high, highs = _ranks(codes >> half, (self.none >> half) + 1)
        none = (highs - 1) * lows
        if none >> MAX_BITS_OF_STATE_TABLE + _MORE_BITS:
            return None, 0
        return high * lows + low, none

    def factors(self, level: int, entries: Numbers) -> Whole | None:
        """Return the weights of the shows that are closed with a card, by move.

        It is None if no show is closed.
        """
        found: Whole | None = None
        for place, shift, field, each in self._plan.close[level]:
            row = self.places[level].index(place)
            begin = self._plan.fields.shift[place]
            filled, table = self._plan.places[place], self._tables[place]
            gain = filled.levels.index(level)
            first = self._first[place] + gain * len(table.states)
            states = table.states.take(entries[row] - first)
            after = states - filled.gains[gain][0]
            counts = np.repeat(states[None], len(entries), axis=0)
            dead = self._takes.take(entries[row]) == self.none
            counts[row] = np.where(dead, states, after)
            counts = (counts & field >> begin) >> shift - begin
            cards = counts.astype(np.intp, copy=False)
            factor: Whole = np.array(each, self._weight).take(cards)
            found = factor if found is None else found * factor
        return found

    def rooms(self, states: Whole) -> Numbers:
        """Return how many of the equivalent cards each place takes: places, states."""
        found = []
        for place, _, mask, begin in self._plan.tail.rooms:
            table, shift = self._tables[place].states, self._shifts[place]
            number = states >> shift & (1 << (len(table) - 1).bit_length()) - 1
            found.append(table.take(number.astype(np.intp, copy=False)) & mask >> begin)
        return np.array(found, np.intp).reshape(-1, len(states))


def levels(plan: CountingPlan) -> tuple[list[Level], Numbers]:
    """Return the levels of a plan, and the room for the last cards at each place.

    The room is that in the last states, by number, with no state first.
    """
    codes = StateCodes(plan)
    states: Whole = np.array([codes.start], codes.kind)
    found = []
    for level, card in enumerate(plan.cards):
        ahead, entries = codes.ahead(states, level)
        factors = codes.factors(level, entries)
        states, after = codes.tell_apart(ahead)
        found.append(Level(card, tuple(codes.places[level]), after, factors))
    return found, codes.rooms(states)
