"""Count the true literals among some, where a guard is true.

In the field: reified cardinality constraints.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.engines.symbolic.solver import Solver


def at_least(solver: Solver, number: int, literals: Sequence[int], guard: int) -> None:
    """Add the constraint that at least `number` literals are true if the guard is.

    A literal that occurs twice counts twice.
    """
    opposite = [-literal for literal in _apart(solver, literals)]
    solver.at_most(len(opposite) - number, opposite, guard)


def _apart(solver: Solver, literals: Sequence[int]) -> list[int]:
    """Return the literals, with a fresh equivalent one for each repeated atom."""
    apart: dict[int, int] = {}
    for literal in literals:
        twin = literal
        if abs(literal) in apart:
            (twin,) = solver.atoms(1)
            solver.clause([-literal, twin])
            solver.clause([literal, -twin])
        apart[abs(twin)] = twin
    return list(apart.values())
