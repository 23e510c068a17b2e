"""The search for one deal: flows first, then a few cases, then clingo."""

from __future__ import annotations

from mystpy.engines.deals import bits
from mystpy.engines.flow import Flow
from mystpy.engines.residue import Residue
class Budget:
    """How many more cases may be looked at."""

    def __init__(self, cases: int) -> None:
        self.cases = cases


def find(residue: Residue, near: int, budget: Budget) -> int | None:
    if not budget.cases:
        return None
    budget.cases -= 1
    if not residue.simplify():
        return 0
    clauses=sorted(residue.clauses,key=int.bit_count)
    for round in (1,2):
        flow = residue.flow()
        rest = flow.divide(clauses)
        if not flow.seat(near, residue.free):
            return 0
        deal = flow.cells
        unmet = [clause for clause in rest if not clause & deal]
        if not unmet:
            return deal
        if round==1: 
            if (mended := mend(residue, deal)): return mended.cells
            near=deal
            clauses=unmet+[q for q in clauses if q not in unmet]
    for cell in bits(unmet[0]):
        found = find(residue.with_cell(cell), deal, budget)
        if found != 0:
            return found
        residue.may &= ~cell
    return 0


def mend(residue: Residue, deal: int) -> Flow | None:
    """Move cards so that a deal which respects the sizes meets the clauses, too.

    The flow that is returned is held to meeting them. Clauses that are met once are
    met from then on, and so may be in the way of another: then None is returned.
    """
    flow = steady(residue, deal, [q for q in residue.clauses if q & deal])
    for clause in residue.clauses:
        if clause & deal:
            continue
        if not clause & flow.cells and not any(map(flow.move, bits(clause))):
            return None
        flow.keep(clause)
    return flow


def steady(residue: Residue, deal: int, clauses: list[int]) -> Flow:
    """Return the flow with a deal seated, held to the clauses, which the deal meets."""
    flow = residue.flow()
    flow.seat(deal, residue.free)
    for clause in clauses:
        flow.keep(clause)
    return flow
