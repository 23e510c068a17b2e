"""Optimal plans compared: what else there is, what errs, and which is the simplest.

In the field: optimality ranges, by two linear programmes for each variable; reduced
costs; sparse solutions by elimination, one variable after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.progress import report_progress
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import sequences


class WeightRange(NamedTuple):
    """Between which weights a sequence is in all optimal plans.

    `least` and `most` are proved; `sharp` if optimal plans have them.
    """

    least: Fraction
    most: Fraction
    sharp: bool


class WeightRanges(NamedTuple):
    """The spans of all sequences, and whether the optimal plan is the only one.

    None if neither that is proved nor two plans were found.
    """

    spans: Mapping[int, WeightRange]
    unique: bool | None


def spans(
    face: Face,
    plan: Sequence[Fraction],
    response: Sequence[Fraction],
    *,
    every: bool = True,
) -> WeightRanges:
    """How much of each action the optimal plans have, given one, and one of the other.

    Sequences that are not there have no weight in any of them. Unless `every` span is
    wanted, they end where a second plan is found.
    """
    out = excluded_sequences(face, response)
    found, others = dict[int, WeightRange](), False
    for choices in face.form.sets[face.player - 1]:
        for k in sequences(choices):
            before = found.get(choices.parent)
            if k in out or (choices.parent and (before is None or not before.most)):
                continue
            found[k], other = _span(face, k, plan)
            others |= other
            if others and not every:
                return WeightRanges(found, unique=False)
    if others:
        return WeightRanges(found, unique=False)
    proved = all(span.least == span.most for span in found.values())
    return WeightRanges(found, unique=True if proved else None)


def _span(
    face: Face, sequence: int, plan: Sequence[Fraction]
) -> tuple[WeightRange, bool]:
    """The span of a sequence, and whether some plan has another weight of it."""
    ends, attained = [], []
    for sign in (1, -1):
        corner = face.least({sequence: float(sign)})
        assert corner is not None, "there is an optimal plan"
        goal = {sequence: Fraction(sign)}
        exact = face.exactly(corner.plan)
        attained.append(plan[sequence] if exact is None else exact[sequence])
        enough = sign * attained[-1]
        ends.append(sign * face.bound(goal, corner.multipliers, enough))
    other = any(weight != plan[sequence] for weight in attained)
    least, most = ends
    return WeightRange(least, min(most, Fraction(1)), sharp=ends == attained), other


def losses(face: Face, response: Sequence[Fraction]) -> list[Fraction]:
    """By how much each sequence falls short of the best at its information set.

    It is against a plan of the other, `response`, and with the best that can come after
    it: the probability of winning that is lost by who comes to the set as far as this
    is for him to choose, and then plays the sequence. Sequence 0 has none.
    """
    form, player = face.form, face.player
    values = form.earned(player, response, Fraction(face.sign))
    form.best(player, values, max)
    lost = [Fraction()] * len(values)
    for choices in form.sets[player - 1]:
        best = max(values[k] for k in sequences(choices))
        for k in sequences(choices):
            lost[k] = best - values[k]
    return lost


def excluded_sequences(face: Face, response: Sequence[Fraction]) -> set[int]:
    """The sequences that no optimal plan has, as an optimal reply shows.

    An optimal plan is a best reply to every optimal plan of the other: it has none of
    the actions that lose something against it, nor what comes after them.
    """
    lost = losses(face, response)
    found = set[int]()
    for choices in face.form.sets[face.player - 1]:
        gone = choices.parent in found
        found.update(k for k in sequences(choices) if gone or lost[k])
    return found


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
