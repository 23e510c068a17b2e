"""Clingo as a search for one deal: a second opinion about a residue.

Both bounds of every number are written. The lower bound for one player follows from the
upper bounds for the others, but only by counting, which clause learning does not do.
"""

from __future__ import annotations

import clingo

from mystpy.bits import bits
from mystpy.engines.interrupt import interruptions
from mystpy.engines.symbolic.grid.residue import Residue


class ClingoDeals:
    """A clingo control that knows the cells and the clauses of a residue."""

    def __init__(self, residue: Residue) -> None:
        places = residue.places
        cells = bits(residue.may)
        self._control = clingo.Control(["--warn=none"])
        with self._control.backend() as backend:
            self._backend = backend
            names = [clingo.Function(f"c{cell.bit_length() - 1}") for cell in cells]
            atoms = map(backend.add_atom, names)
            self._atoms = dict(zip(cells, atoms, strict=True))
            backend.add_rule(list(self._atoms.values()), choice=True)
            for card in bits(places.deck):
                self._exactly(places.column(card) & residue.may, 1)
            for shift, size in zip(places.shifts, places.sizes, strict=True):
                self._exactly(places.deck << shift & residue.may, size)
            for clause in residue.clauses:
                backend.add_rule(
                    [], [-self._atoms[x] for x in bits(clause & residue.may)]
                )

    def _exactly(self, cells: int, number: int) -> None:
        body = [(self._atoms[cell], 1) for cell in bits(cells)]
        for bound, sign in ((number, -1), (number + 1, 1)):
            reached = self._backend.add_atom()
            self._backend.add_weight_rule([reached], bound, body)
            self._backend.add_rule([], [sign * reached])

    def deal(self, cell: int, conflicts: int) -> int | None:
        """Return a deal (with this cell), 0 if there is none.

        Returns None if it is unknown after this number of conflicts. The learned
        clauses are kept for the next call.
        """
        found: list[str] = []
        self._control.configuration.solve.solve_limit = f"{conflicts}"  # type: ignore[union-attr]
        with interruptions():
            result = self._control.solve(
                assumptions=[self._atoms[cell]] if cell else [],
                on_model=lambda model: found.append(str(model)),
            )
        if found:
            return sum(1 << int(name[1:]) for name in found[0].split())
        return 0 if result.unsatisfiable else None
