"""A solved game described: simple plans, what is done where, and what else would cost.

In the field: an equilibrium with its reduced costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.solve.equilibria.deviations import losses
from mystpy.solve.equilibria.face import Face
from mystpy.solve.equilibria.listed_form import ListedForm, plan_of, sequences, weights
from mystpy.solve.equilibria.simplicity import simplest
from mystpy.solve.equilibria.uniqueness import Extent, spans
from mystpy.solve.extensive.enclosure import Enclosure, Side, sides


class PlannedAct(NamedTuple):
    """An action with its chance, what it costs, and its span in all optimal plans.

    The cost is what the player loses, as a probability of winning the game, who does
    this and nothing else here, and as before elsewhere, against the other's plan. It
    is 0 where that plan never comes to, too.
    """

    action: str
    chance: Fraction
    loss: Fraction
    span: Extent | None


class Instruction(NamedTuple):
    """What a plan does at an information set that it comes to, and what else it could.

    The span of what leads there is that of the set.
    """

    label: str
    acts: tuple[PlannedAct, ...]


class Description(NamedTuple):
    """A plan by its rules; `unique` says whether it is the only optimal one, if known.

    Plans are compared in the game broken off after the turns of the solution, a player
    treating alike cards that are alike.
    """

    player: int
    rules: tuple[Instruction, ...]
    unique: bool | None


def simplified(enclosure: Enclosure) -> Enclosure:
    """The same with the simplest plans that are found, if the value is known."""
    if enclosure.value is None:
        return enclosure
    found = []
    for side in (enclosure.low, enclosure.high):
        plan = simplest(face_of(side), weights(side.plan))
        found.append(side._replace(plan=plan_of(plan)))
    return enclosure._replace(low=found[0], high=found[1])


def face_of(side: Side) -> Face:
    """The optimal plans of a side whose worth is the value."""
    return Face(ListedForm.of(side.form, side.player - 1), side.player, side.worth)


def descriptions(
    enclosure: Enclosure, *, every: bool = False
) -> tuple[Description, ...]:
    """Both plans, described; with `every` span of what they could be.

    Without a value there are bounds only: then nothing is said of other plans.
    """
    pair = (enclosure.low, enclosure.high)
    return tuple(
        _description(side, other, enclosure.value is not None, every)
        for side, other in (pair, pair[::-1])
    )


def _description(side: Side, other: Side, solved: bool, every: bool) -> Description:
    face, reply = face_of(side), _reply(side, other, solved)
    lost = losses(face, reply)
    plan = weights(side.plan)
    found = spans(face, plan, reply, every=every) if solved else None
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
    return Description(side.player, tuple(rules), found.unique if found else None)


def _reply(side: Side, other: Side, solved: bool) -> Sequence[Fraction]:
    """A plan of the other in the form of a side: the one that is shown, if it fits."""
    found = other
    if other.form is not side.form:
        found = sides(side.form, side.player - 1)[2 - side.player]
        assert not solved or found.worth == side.worth, "a value is met by both"
    return weights(found.plan)
