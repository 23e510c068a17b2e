"""How many of some literals are true, as a condition or as an atom.

In the field: reified cardinality constraints.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.engines.symbolic.solver import Solver


def at_least(solver: Solver, number: int, literals: Sequence[int], guard: int) -> None:
    """Tell that at least so many literals are true, or not if a guard is not.

    One that is there twice counts twice.
    """
    opposite = [-literal for literal in _apart(solver, literals)]
    solver.at_most(len(opposite) - number, opposite, guard)


def count(solver: Solver, number: int, literals: Sequence[int]) -> int:
    """An atom that is true where at least so many of some literals are."""
    (atom,) = solver.atoms(1)
    apart = _apart(solver, literals)
    solver.at_most(len(apart) - number, [-literal for literal in apart], atom)
    solver.at_most(number - 1, apart, -atom)
    return atom


def _apart(solver: Solver, literals: Sequence[int]) -> list[int]:
    """The literals, with another of the same value for each whose atom is repeated."""
    apart: dict[int, int] = {}
    for literal in literals:
        twin = literal
        if abs(literal) in apart:
            (twin,) = solver.atoms(1)
            solver.clause([-literal, twin])
            solver.clause([literal, -twin])
        apart[abs(twin)] = twin
    return list(apart.values())
