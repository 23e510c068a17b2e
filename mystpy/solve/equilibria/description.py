"""A solved game described: simple plans, what is done where, and what else would cost.

In the field: an equilibrium with its reduced costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.equilibria.plan_analysis import WeightRange, losses, simplest, spans
from mystpy.solve.extensive.form import RealizationPlan
from mystpy.solve.extensive.value_bounds import BoundWitness, ValueBounds, sides


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
