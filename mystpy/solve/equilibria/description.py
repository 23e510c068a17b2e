"""A solved game described: simple strategies, their actions, the costs of deviations.

In the field: an equilibrium with its reduced costs; optimality ranges, by two linear
programs for each variable; sparse solutions by elimination of one variable after the
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
    """The range of the weights of a sequence in all optimal strategies.

    `least` and `most` are proved; `sharp` if optimal strategies have them.
    """

    least: Fraction
    most: Fraction
    sharp: bool


class WeightRanges(NamedTuple):
    """The ranges of all sequences, and whether the optimal strategy is the only one.

    `unique` is None if neither this is proved nor two strategies were found.
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
    """Return the range of each action's weight in the optimal strategies.

    One optimal strategy of each player is given. Sequences that are not in the result
    have no weight in any optimal strategy. Unless `every` range is wanted, the search
    ends when a second strategy is found.
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
    """Return the range of a sequence, and whether a strategy has another weight."""
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
    """Return by how much each sequence falls short of the best at its information set.

    The opponent plays `response`, and the player continues optimally after the
    sequence. The loss is a probability of winning: that of a player who makes all
    choices that lead to the set, and then plays the sequence. Sequence 0 has no loss.
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
    """Return the sequences that no optimal strategy has, by an optimal response.

    An optimal strategy is a best response to every optimal strategy of the other
    player. So it has none of the actions that lose something against it, nor any
    sequence after them.
    """
    lost = losses(face, response)
    found = set[int]()
    for choices in face.form.sets[face.player - 1]:
        gone = choices.parent in found
        found.update(k for k in sequences(choices) if gone or lost[k])
    return found


_NOTHING = 1e-7
"""Numbers up to this size count as 0, because of the solver's tolerance."""

Order = Callable[[int, float], float]
"""The order of trying to leave out sequences, by sequence and weight: smallest first.
"""

ORDERS: tuple[Order, ...] = (
    lambda sequence, weight: weight,
    lambda sequence, weight: -sequence,
    lambda sequence, weight: sequence,
)


def simplest(face: Face, plan: list[Fraction]) -> list[Fraction]:
    """Return the simplest optimal strategy that is found, beginning with a given one.

    In three orders, actions are left out one after the other as long as possible; none
    of the remaining actions can be left out. The strategy with the fewest actions is
    taken; if there are several, the one with the smallest denominator. It is the
    smallest that is found, which need not be the smallest that exists. The number of
    actions tried is reported.
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
    """Return a strategy's number of actions, and the common denominator of weights."""
    used = sum(1 for weight in plan[1:] if weight)
    return used, math.lcm(*(weight.denominator for weight in plan))


def _reduced(face: Face, plan: list[float], order: Order, name: str) -> list[float]:
    """Return a strategy none of whose actions can be left out, in floats."""
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
    """An action with its chance, its cost, and its range in all optimal strategies.

    The cost is a probability of winning the game: the loss of a player who always does
    this here, and plays as before elsewhere, against the other's strategy. It is also 0
    if that strategy never reaches this information set.
    """

    action: str
    chance: Fraction
    loss: Fraction
    span: WeightRange | None


class Instruction(NamedTuple):
    """The actions of a strategy at an information set, and the alternatives.

    The range of the sequence that leads there is that of the set.
    """

    label: str
    acts: tuple[PlannedAct, ...]


class PlanDescription(NamedTuple):
    """A strategy by its rules; `unique` if it is known to be the only optimal one.

    Strategies are compared in the game that ends after the turns of the solution. A
    player treats indistinguishable cards alike.
    """

    player: int
    rules: tuple[Instruction, ...]
    unique: bool | None


def simplify(bounds: ValueBounds) -> ValueBounds:
    """Return the bounds with simplest strategies, if the value is known."""
    if bounds.value is None:
        return bounds
    found = []
    for side in (bounds.lower, bounds.upper):
        plan = simplest(face_of(side), side.plan.fractions())
        found.append(side._replace(plan=RealizationPlan.of(plan)))
    return bounds._replace(lower=found[0], upper=found[1])


def face_of(side: BoundWitness) -> Face:
    """Return the optimal strategies of a side that secures the game's value."""
    return Face(ListedForm.of(side.form, side.player - 1), side.player, side.value)


def descriptions(
    bounds: ValueBounds, *, every: bool = False
) -> tuple[PlanDescription, ...]:
    """Return descriptions of both strategies; with `every` range of their weights.

    Without a value there are only bounds: then the alternatives are not described.
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
    """Return the other player's strategy in the form of a side.

    It is the given one if it has this form.
    """
    found = other
    if other.form is not side.form:
        found = sides(side.form, side.player - 1)[2 - side.player]
        assert not solved or found.value == side.value, "a value is met by both"
    return found.plan.fractions()
