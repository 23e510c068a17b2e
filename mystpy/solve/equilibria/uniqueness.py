"""How much of each action optimal plans have: whether there is more than one.

In the field: optimality ranges, by two linear programmes for each variable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.solve.equilibria.deviations import excluded_sequences
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
