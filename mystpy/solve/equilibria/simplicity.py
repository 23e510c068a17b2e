"""An optimal plan with few actions, then with small denominators.

In the field: sparse solutions by elimination, one variable after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from mystpy.progress import report_progress
from mystpy.solve.equilibria.face import Face

_NOTHING = 1e-7
"""What the solver means by 0."""

Order = Callable[[int, float], float]
"""What is tried to be left out first, by sequence and weight: the smallest number."""

ORDERS: tuple[Order, ...] = (
    lambda sequence, weight: weight,
    lambda sequence, weight: -sequence,
    lambda sequence, weight: sequence,
)


def simplest(face: Face, plan: list[Fraction]) -> list[Fraction]:
    """The simplest optimal plan that is found, beginning with one.

    In three orders an action after the other is left out that can be; what is left can
    spare none. The plan with fewest actions is taken, of several the one with the
    smallest denominator: the least that is found, not the least that there is. It is
    told how many actions were tried.
    """
    found = [plan]
    for number, order in enumerate(ORDERS, 1):
        name = f"a simple plan of player {face.player}, {number} of {len(ORDERS)}"
        few = _reduced(face, [float(weight) for weight in plan], order, name)
        exact = face.exactly(few)
        if exact is not None:
            found.append(exact)
    return min(found, key=lambda one: (*size(one), one))


def size(plan: Sequence[Fraction]) -> tuple[int, int]:
    """How many actions a plan has, and the common denominator of its weights."""
    used = sum(1 for weight in plan[1:] if weight)
    return used, math.lcm(*(weight.denominator for weight in plan))


def _reduced(face: Face, plan: list[float], order: Order, name: str) -> list[float]:
    """A plan that can spare none of its actions, in floats."""
    zeros, needed = set[int](), {0}
    while True:
        left = [
            (order(k, weight), k)
            for k, weight in enumerate(plan)
            if weight > _NOTHING and k not in needed
        ]
        if not left:
            return plan
        tried = len(zeros) + len(needed)
        report_progress(name, tried, tried + len(left))
        _, k = min(left)
        corner = face.least({k: 1.0}, zeros)
        if corner is not None and corner.plan[k] <= _NOTHING:
            plan = corner.plan
            zeros.add(k)
        else:
            needed.add(k)
