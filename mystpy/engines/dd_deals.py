"""The deals of a law as a decision diagram, built card by card.

A variable stands for each cell that a card may be in if it may be in more than one.
Cards are dealt in a fixed order; what the rest of the diagram depends on is how many
cards each place still takes and which of the open clauses are met, packed into one
number. States are found from the first card on, and turned into nodes from the last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mystpy.engines.dd_store import Diagram, Store
from mystpy.engines.deals import bits
from mystpy.engines.places import Places
from mystpy.errors import EngineFailed

STATES = 1_500_000
"""A diagram that goes through more states than these is not built."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A way to deal one card: what it takes off, what must be left, what it meets."""

    cell: int
    take: int
    room: int
    meets: int


@dataclass(frozen=True, slots=True)
class Level:
    """One card of the order: its deals, the clauses it closes, what may be left then."""

    deals: tuple[Deal, ...]
    closes: int
    open: int


class DealStates:
    """The states of dealing cards in an order so that the cells and clauses allow it.

    ``clauses`` are those that the cards outside the order leave open.
    """

    def __init__(
        self, places: Places, may: int, clauses: Sequence[int], order: Sequence[int]
    ) -> None:
        self._places = places
        self._width = max(places.c, *places.sizes).bit_length() + 1
        shifts = range(0, self._width * len(places), self._width)
        self._unit = [1 << shift for shift in shifts]
        self._guard = sum(unit << self._width - 1 for unit in self._unit)
        self._counts = (1 << self._width * len(places)) - 1
        self._columns = [places.column(1 << card) & may for card in order]
        self._meets = [unit << len(self._unit) * self._width for unit in (1,)] * 0
        first = self._counts.bit_length()
        self._clauses = [(x, 1 << first + k) for k, x in enumerate(clauses)]
        self._levels = self._all_levels()
        room = list(places.sizes)
        for card in set(range(places.c)) - set(order):
            room[self._place(places.column(1 << card) & may)] -= 1
        self.start = sum(n * u for n, u in zip(room, self._unit, strict=True))
