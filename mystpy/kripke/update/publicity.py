"""The information that a group gains in a step, its public part, and its triviality.

These are the notions of section 5.1 and Definition 12 of *Knowledge games*. The
relation pub_B is the transitive closure of the relations of the agents of B between
answers. B learns its class of the answer that is given. The public part is that of all
agents. The definitions are extended to actions in general, whose events are the
answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, join
from mystpy.kripke.update.action_model import EventFrame, public
from mystpy.kripke.update.product import ActionStep
from mystpy.kripke.update.steps import Announce, Step


@dataclass(frozen=True, slots=True)
class StepPublicity:
    """The information that agents gain in a step.

    `conditions` says for each event when it can happen. `classes` are those of pub_B
    for the group B, `learned` the one with the actual event, and `public` that of all
    agents. There is no public part if an agent, one of `misled`, believes that
    something else happens. `trivial` is None without an actual world.
    """

    conditions: dict[str, str]
    actual: str
    group: tuple[str, ...]
    classes: tuple[tuple[str, ...], ...]
    learned: tuple[str, ...]
    public: tuple[str, ...] | None
    misled: tuple[str, ...]
    trivial: bool | None


def step_publicity(
    step: Step, model: Model, point: int | None, group: Sequence[str]
) -> StepPublicity | None:
    """Return what a group learns in a step that is done in a model.

    None for a step in which nothing happens, or that is not an action in the model.
    """
    if isinstance(step, Announce):
        said = public(step.formula, model.agents)
        frame, extents = said.frame, said.extents(model)
        written = [step.said or str(step.formula)]
    elif isinstance(step, ActionStep):
        try:
            action = step.action(model)
        except NotExecutable:
            return None
        frame, extents = action.frame, action.extents(model)
        written = step.conditions(model)
    else:
        return None
    actual = frame.actual
    misled = tuple(
        agent
        for agent in model.agents
        if not frame.for_agent(agent).same(actual, actual)
    )
    of_group, of_all = _classes(frame, group), _classes(frame, model.agents)
    return StepPublicity(
        conditions=dict(zip(frame.events, written, strict=True)),
        actual=frame.events[actual],
        group=tuple(group),
        classes=of_group,
        learned=_with(frame.events[actual], of_group),
        public=None if misled else _with(frame.events[actual], of_all),
        misled=misled,
        trivial=None if point is None else is_trivial(model, point, extents, actual),
    )


def is_trivial(model: Model, point: int, extents: Sequence[Mask], actual: int) -> bool:
    """Whether all know that the actual event is the one that can happen.

    Definition 12: each agent holds only worlds possible in which it can happen, and no
    other event can happen in the actual world.
    """
    only = [event for event, mask in enumerate(extents) if mask[point]]
    seen = reduce(
        np.logical_or, (relation.class_of(point) for relation in model.relations)
    )
    return only == [actual] and bool(extents[actual][seen].all())


def _classes(frame: EventFrame, group: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The classes of pub_B; a relation of belief joins what it leads to."""
    events = frame.events
    part = join([frame.for_agent(agent) for agent in group], len(events))
    return tuple(tuple(events[k] for k in block) for block in part.classes())


def _with(event: str, classes: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return next(block for block in classes if event in block)
