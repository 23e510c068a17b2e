"""Clingo as the searcher of one deal that meets clauses, told more and more.

Both bounds of every number are written down: that a player has at least so many
cards follows from the others having at most so many only by counting, which clause
learning does not do.
"""

from __future__ import annotations

from collections.abc import Iterable

import clingo

from mystpy.engines.deals import bits
from mystpy.engines.places import Places


class DealSolver:
    """A clingo control that holds the places of a game and what was told of the deal."""

    def __init__(self, places: Places, may: int) -> None:
        self._places = places
        self._may = may
        self._atoms: dict[int, int] = {}
        self._control = clingo.Control(["--warn=none"])
        with self._control.backend() as backend:
            for cell in bits(may):
                name = clingo.Function(f"c{cell.bit_length() - 1}")
                self._atoms[cell] = backend.add_atom(name)
            backend.add_rule(list(self._atoms.values()), choice=True)
            for card in bits(places.deck):
                self._exactly(backend, places.column(card) & may, 1)
            for place in places.number:
                cells = places.deck << place * places.c & may
                self._exactly(backend, cells, places.sizes[place])

    def _exactly(self, backend: clingo.Backend, cells: int, number: int) -> None:
        body = [(self._atoms[cell], 1) for cell in bits(cells)]
        for bound, holds in ((number, False), (number + 1, True)):
            reached = backend.add_atom()
            backend.add_weight_rule([reached], bound, body)
            backend.add_rule([], [reached if holds else -reached])

    def tell(self, may: int, clauses: Iterable[int]) -> None:
        """Tell that the deal has only cells that may be, and one of each clause."""
        with self._control.backend() as backend:
            for cell in bits(self._may & ~may):
                backend.add_rule([], [self._atoms[cell]])
            self._may = may
            for clause in clauses:
                backend.add_rule([], [-self._atoms[x] for x in bits(clause & may)])

    def find(self, cell: int = 0, conflicts: int = -1) -> int | None:
        """Return a deal (with this cell), 0 if there is none.

        None if it was not found out within so many conflicts.
        """
        found: list[str] = []
        self._control.configuration.solve.solve_limit = f"{conflicts}"
        result = self._control.solve(
            assumptions=[self._atoms[cell]] if cell else [],
            on_model=lambda model: found.append(str(model)),
        )
        if found:
            return sum(1 << int(name[1:]) for name in found[0].split())
        return 0 if result.unsatisfiable else None
