"""A solved game described: simple plans, what is done where, and what else would cost.

In the field: an equilibrium with its reduced costs; optimality ranges, by two linear
programmes for each variable; sparse solutions by elimination, one variable after the
other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.progress import report_progress
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.extensive.form import RealizationPlan
from mystpy.solve.extensive.value_bounds import BoundWitness, ValueBounds, sides


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
    smallest denominator: the least that is found, not the least that there is. The
    number of actions tried is reported.
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


class PlannedAct(NamedTuple):
    """An action with its chance, what it costs, and its span in all optimal plans.

    The cost is what the player loses, as a probability of winning the game, who does
    this and nothing else here, and as before elsewhere, against the other's plan. It
    is 0 where that plan never comes to, too.
    """

    action: str
    chance: Fraction
    loss: Fraction
    span: WeightRange | None


class Instruction(NamedTuple):
    """What a plan does at an information set that it comes to, and what else it could.

    The span of what leads there is that of the set.
    """

    label: str
    acts: tuple[PlannedAct, ...]


class PlanDescription(NamedTuple):
    """A plan by its rules; `unique` says whether it is the only optimal one, if known.

    Plans are compared in the game broken off after the turns of the solution, a player
    treating alike cards that are alike.
    """

    player: int
    rules: tuple[Instruction, ...]
    unique: bool | None


def simplify(bounds: ValueBounds) -> ValueBounds:
    """The same with the simplest plans that are found, if the value is known."""
    if bounds.value is None:
        return bounds
    found = []
    for side in (bounds.lower, bounds.upper):
        plan = simplest(face_of(side), side.plan.fractions())
        found.append(side._replace(plan=RealizationPlan.of(plan)))
    return bounds._replace(lower=found[0], upper=found[1])


def face_of(side: BoundWitness) -> Face:
    """The optimal plans of a side whose worth is the value."""
    return Face(ListedForm.of(side.form, side.player - 1), side.player, side.value)


def descriptions(
    bounds: ValueBounds, *, every: bool = False
) -> tuple[PlanDescription, ...]:
    """Both plans, described; with `every` span of what they could be.

    Without a value there are bounds only: then nothing is said of other plans.
    """
    pair = (bounds.lower, bounds.upper)
    return tuple(
        _description(side, other, bounds.value is not None, every)
        for side, other in (pair, pair[::-1])
    )


def _description(
    side: BoundWitness, other: BoundWitness, solved: bool, every: bool
) -> PlanDescription:
    face, response = face_of(side), _reply(side, other, solved)
    lost = losses(face, response)
    plan = side.plan.fractions()
    found = spans(face, plan, response, every=every) if solved else None
    rules = []
    for choices in face.form.sets[side.player - 1]:
        whole = plan[choices.parent]
        if not whole:
            continue
        acts = (
            PlannedAct(
                action,
                plan[k] / whole,
                whole * lost[k],
                found.spans.get(k) if found and every else None,
            )
            for k, action in zip(sequences(choices), choices.actions, strict=True)
        )
        rules.append(Instruction(choices.label, tuple(acts)))
    return PlanDescription(side.player, tuple(rules), found.unique if found else None)


def _reply(side: BoundWitness, other: BoundWitness, solved: bool) -> Sequence[Fraction]:
    """A plan of the other in the form of a side: the one that is shown, if it fits."""
    found = other
    if other.form is not side.form:
        found = sides(side.form, side.player - 1)[2 - side.player]
        assert not solved or found.value == side.value, "a value is met by both"
    return found.plan.fractions()
