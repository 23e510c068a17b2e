"""The solver as a search for one deal, if flows and case distinctions do not decide."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.bits import bits
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.engines.symbolic.solver import Assignment, SearchLimitReached, Solver


class DealSolver:
    """A solver that knows the cells and the clauses of a residue.

    It gives up a search after a number of conflicts; the learned clauses are kept for
    the next one.
    """

    def __init__(self, residue: Residue, conflicts: int) -> None:
        places, may = residue.places, residue.may
        cells = list(bits(may))
        self._solver = Solver(conflicts)
        self._atoms = dict(zip(cells, self._solver.atoms(len(cells)), strict=True))
        for card in bits(places.deck):
            self._solver.exactly(1, self._of(places.column(card) & may))
        for shift, size in zip(places.shifts, places.sizes, strict=True):
            self._solver.exactly(size, self._of(places.deck << shift & may))
        for clause in residue.clauses:
            self._solver.clause(self._of(clause & may))

    def _of(self, cells: int) -> Sequence[int]:
        return [self._atoms[cell] for cell in bits(cells)]

    def deal(self, cell: int) -> int | None:
        """Return a deal (with this cell), 0 if there is none, None if it is unknown."""
        try:
            found = self._solver.solve(self._of(cell), self._read)
        except SearchLimitReached:
            return None
        return found or 0

    def _read(self, answer: Assignment) -> int:
        return sum(cell for cell, atom in self._atoms.items() if answer.is_true(atom))
