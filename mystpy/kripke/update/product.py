"""Updates: executing announcements and actions in models and states.

In the field: public announcements (Plaza 1989) and product updates (Baltag, Moss and
Solecki 1998).

An update can leave an agent who believed what is false without any world to hold
possible: then the relation is no longer serial there, and the agent believes anything.
`left_blind` says who that is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from mystpy.kripke.clusters import BeliefClusters, times
from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.names import paired_names, select_names
from mystpy.kripke.partition import Mask, Numbers
from mystpy.kripke.update.action_model import Action, EventFrame
from mystpy.language.atoms import Atom
from mystpy.language.junctions import simply
from mystpy.language.nodes import Formula


def product(
    model: Model,
    frame: EventFrame,
    extents: Sequence[Mask],
    changes: Mapping[int, Mapping[str, Mask]] = MappingProxyType({}),
) -> Model:
    """The product of a model and a frame (Definition 14).

    `extents` has for each event the worlds in which it can happen. The worlds of the
    product are the pairs (w,e) with w in the extent of e, by w and then e; an agent
    cannot tell two of them apart who can tell apart neither the worlds nor the
    events. `changes` has for events the atoms that they change, with the worlds in
    which the postcondition holds. Raises NotExecutable if nothing can happen anywhere.
    """
    worlds, events = _pairs(extents)
    if not len(worlds):
        raise NotExecutable("the action can happen in no world of the model")
    return Model(
        names=paired_names(model.names, worlds, select_names(frame.events, events)),
        agents=model.agents,
        relations=tuple(
            times(relation, worlds, frame.for_agent(agent), events)
            for agent, relation in zip(model.agents, model.relations, strict=True)
        ),
        valuation={
            atom: _changed(atom, mask[worlds], changes, worlds, events)
            for atom, mask in model.valuation.items()
        },
        origins=worlds,
    )


def _changed(
    atom: str,
    truths: Mask,
    changes: Mapping[int, Mapping[str, Mask]],
    worlds: Numbers,
    events: Numbers,
) -> Mask:
    """Where an atom is true among the pairs, after events that may change it."""
    for event, masks in changes.items():
        if atom in masks:
            here = events == event
            truths[here] = masks[atom][worlds[here]]
    return truths


def _pairs(extents: Sequence[Mask]) -> tuple[Numbers, Numbers]:
    worlds, events = np.nonzero(np.stack(extents, axis=1))
    return worlds, events


def execute(
    state: PointedModel,
    frame: EventFrame,
    extents: Sequence[Mask],
    changes: Mapping[int, Mapping[str, Mask]] = MappingProxyType({}),
) -> PointedModel:
    """The state after the frame's actual event; its point is the pair of both points.

    Raises NotExecutable if the actual event cannot happen in the actual world.
    """
    if not extents[frame.actual][state.point]:
        raise NotExecutable(
            f"the action is not executable: event {frame.events[frame.actual]!r} "
            f"cannot happen in the actual world {state.name}"
        )
    before = sum(int(np.count_nonzero(x[: state.point])) for x in extents)
    here = sum(int(x[state.point]) for x in extents[: frame.actual])
    return PointedModel(product(state.model, frame, extents, changes), before + here)


def extents(model: Model, action: Action) -> list[Mask]:
    """For each event of an action the worlds in which its precondition holds."""
    return [model.truth(formula) for formula in action.preconditions]


def changes(model: Model, action: Action) -> dict[int, dict[str, Mask]]:
    """For each event that changes atoms the worlds in which postconditions hold.

    Raises ModelError for an atom that the model does not have.
    """
    for post in action.changes.values():
        for atom in post.keys() - model.valuation.keys():
            model.truth(Atom(atom))
    return {
        event: {atom: model.truth(formula) for atom, formula in post.items()}
        for event, post in action.changes.items()
    }


def update_model(model: Model, action: Action) -> Model:
    """The product of a model and an action. Raises NotExecutable if empty."""
    done = changes(model, action)
    return product(model, action.frame, extents(model, action), done)


def update(state: PointedModel, action: Action) -> PointedModel:
    """The state after an action.

    Raises NotExecutable, which says why, if the action is not executable: the
    precondition of its actual event is false in the actual world.
    """
    masks = extents(state.model, action)
    actual = action.frame.actual
    if not masks[actual][state.point]:
        raise NotExecutable(
            f"the action is not executable: event {action.frame.events[actual]!r} "
            f"has the precondition {simply(action.preconditions[actual])}, "
            f"which is false in the actual world {state.name}"
        )
    return execute(state, action.frame, masks, changes(state.model, action))


def executable(state: PointedModel, action: Action) -> bool:
    """Whether the precondition of the actual event holds in the actual world."""
    return state.holds(action.preconditions[action.frame.actual])


def announce(
    state: PointedModel, formula: Formula | str, said: str | None = None
) -> PointedModel:
    """The state after a truth was announced to all: the worlds where it holds.

    Worlds keep their names. Raises NotExecutable if the formula is false in the state,
    and names it as it was said.
    """
    mask = state.model.truth(formula)
    if not mask[state.point]:
        raise NotExecutable(
            f"the announcement is not executable: {said or formula} is false "
            f"in the actual world {state.name}"
        )
    return state.restricted(mask)


def left_blind(model: Model) -> dict[str, list[int]]:
    """The agents who somewhere hold no world possible, and where: they believe all."""
    found = {
        agent: np.flatnonzero(relation.blind()).tolist()
        for agent, relation in zip(model.agents, model.relations, strict=True)
        if isinstance(relation, BeliefClusters)
    }
    return {agent: worlds for agent, worlds in found.items() if worlds}
