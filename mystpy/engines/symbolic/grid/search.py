"""The search for one deal: flows first, then a few cases, and a solver for the rest."""

from __future__ import annotations

from mystpy.bits import bits
from mystpy.engines.symbolic.grid.flow import CardFlow
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.errors import EngineFailed
from mystpy.thresholds import MAX_CASES_WITHOUT_SOLVER

CONFLICTS = 1_000_000
"""The default limit on the conflicts of the solver in one search."""

_ROUND = 5_000
"""Conflicts at a stretch; in between Ctrl-C is heard."""


class DealSearch:
    """Searches for deals that one residue leaves."""

    def __init__(self, residue: Residue, conflicts: int = CONFLICTS) -> None:
        self._residue = residue
        self._conflicts = conflicts
        self._solver: object = None

    def deal(self, near: int, cell: int = 0) -> int:
        """A deal (with this cell), if possible like `near`; 0 for none.

        Raises EngineFailed if the solver meets too many conflicts before it knows.
        """
        residue = self._residue
        case = residue.with_cell(cell) if cell else residue.copy()
        found = _CaseSearch(2 if self._solver else MAX_CASES_WITHOUT_SOLVER).deal(
            case, near
        )
        return self._solve(cell) if found is None else found

    def _solve(self, cell: int) -> int:
        from mystpy.engines.symbolic.grid.deal_solver import DealSolver

        if not isinstance(self._solver, DealSolver):
            self._solver = DealSolver(self._residue, _ROUND)
        for _ in range(0, self._conflicts, _ROUND):
            found = self._solver.deal(cell)
            if found is not None:
                return found
        raise EngineFailed(
            f"{self._conflicts:,} conflicts did not decide whether a deal fits",
            hint="raise the limit of conflicts",
        )


class _CaseSearch:
    """A search by cases, of which only so many may be looked at."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def deal(self, residue: Residue, near: int) -> int | None:
        """A deal, 0 if there is none, None if that took too many cases.

        A flow respects the sizes and some of the clauses. Those that it does not meet
        come first for a second one. If that cannot be mended to meet the others, a
        case is made of each cell of one that it does not meet.
        """
        self._left -= 1
        if self._left < 0:
            return None
        if not residue.simplify():
            return 0
        clauses = sorted(residue.clauses, key=int.bit_count)
        for _ in range(2):
            flow = residue.flow()
            flow.divide(clauses)
            if not flow.seat(near, residue.free):
                return 0
            near = flow.cells
            unmet = [clause for clause in clauses if not clause & near]
            if not unmet:
                return near
            clauses = unmet + [clause for clause in clauses if clause & near]
        if mended := mend(residue, near):
            return mended
        for cell in bits(unmet[0]):
            found = self.deal(residue.with_cell(cell), near)
            if found != 0:
                return found
            residue.may &= ~cell
        return 0


def mend(residue: Residue, cells: int) -> int:
    """Move cards so that a deal which respects the sizes meets the clauses, too.

    A clause that is met is met from then on; so it may be in the way of another.
    Then 0 is returned.
    """
    flow = steady(residue, cells, [q for q in residue.clauses if q & cells])
    for clause in residue.clauses:
        if clause & cells:
            continue
        if not clause & flow.cells and not any(map(flow.move, bits(clause))):
            return 0
        flow.keep(clause)
    return flow.cells


def steady(residue: Residue, cells: int, clauses: list[int]) -> CardFlow:
    """The flow with a deal seated, held to the clauses, which the deal meets."""
    flow = residue.flow()
    flow.seat(cells, residue.free)
    for clause in clauses:
        flow.keep(clause)
    return flow
