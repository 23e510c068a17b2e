"""Updates: executing announcements and actions in models and states.

These are public announcements (Plaza 1989), product updates and the modalities of
action models (Baltag, Moss and Solecki 1998).

An update can leave an agent whose belief was false without any possible world: then the
relation is no longer serial there, and the agent believes everything. `left_blind`
names these agents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.clusters import BeliefClusters, times
from mystpy.kripke.construction import NameIndex
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.names import paired_names, select_names
from mystpy.kripke.partition import Mask, Numbers
from mystpy.kripke.update.action_model import (
    Action,
    EventFrame,
    with_actual,
)
from mystpy.language.nodes import Formula
from mystpy.language.truth import Algebra, evaluate

if TYPE_CHECKING:  # whose updates are products, too
    from mystpy.kripke.update.game_actions import GameAction

    EventModel: TypeAlias = Action | GameAction


def product(
    model: Model,
    frame: EventFrame,
    extents: Sequence[Mask],
    changes: Mapping[int, Mapping[str, Mask]] = MappingProxyType({}),
) -> Model:
    """The product of a model and a frame (Definition 14).

    `extents` has for each event the worlds in which it can happen. The worlds of the
    product are the pairs (w,e) with w in the extent of e, by w and then e. An agent
    distinguishes two of them if the agent distinguishes the worlds or the events.
    `changes` has for events the atoms that they change, with the worlds in which the
    postcondition holds. Raises NotExecutable if nothing can happen anywhere.
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


def update_model(model: Model, action: EventModel) -> Model:
    """The product of a model and an action. Raises NotExecutable if empty."""
    done = action.changed(model)
    return product(model, action.frame, action.extents(model), done)


def update(state: PointedModel, action: EventModel) -> PointedModel:
    """Return the state after an `action`: the product update of both.

    Its point is the pair of the points of `state` and action. Raises NotExecutable,
    with the reason, if the actual event cannot happen in the actual world. Source:
    Baltag, Moss and Solecki 1998.

    >>> from mystpy.kripke import hexa
    >>> from mystpy.kripke.update.game_actions import to_all
    >>> from mystpy.kripke.update.product import update
    >>> state = hexa()
    >>> len(update(state, to_all(state.model, "h(1,r)")).model)
    2
    """
    model, frame, masks = state.model, action.frame, action.extents(state.model)
    if not masks[frame.actual][state.point]:
        raise action.refusal(state)
    before = sum(int(np.count_nonzero(x[: state.point])) for x in masks)
    here = sum(int(x[state.point]) for x in masks[: frame.actual])
    after = product(model, frame, masks, action.changed(model))
    return PointedModel(after, before + here)


def announce(
    state: PointedModel, formula: Formula | str, said: str | None = None
) -> PointedModel:
    """Return the state after a true formula was announced to all.

    The worlds of `state` in which the `formula` holds are left, with their names.
    Raises NotExecutable if the formula is false in the actual world; the error names it
    as it was `said`. Source: van Ditmarsch 2000.

    >>> from mystpy.kripke import announce, hexa
    >>> after = announce(hexa(), "~h(2,r)")
    >>> len(after.model), after.holds("K(3, h(1,r))")
    (4, True)
    """
    mask = state.model.truth(formula)
    if not mask[state.point]:
        raise NotExecutable(
            f"the announcement is not executable: {said or formula} is false "
            f"in the actual world {state.name}"
        )
    return state.restricted(mask)


def left_blind(model: Model) -> dict[str, list[int]]:
    """Return the agents who consider no world possible somewhere, and where."""
    found = {
        agent: np.flatnonzero(relation.blind()).tolist()
        for agent, relation in zip(model.agents, model.relations, strict=True)
        if isinstance(relation, BeliefClusters)
    }
    return {agent: worlds for agent, worlds in found.items() if worlds}


@dataclass(frozen=True, slots=True)
class NamedActionModel:
    """An action with its name; `pointed` says that its actual event is given.

    Otherwise any event that can happen may be meant. `title` describes the action in
    words.
    """

    name: str
    action: Action
    pointed: bool
    title: str | None = None

    @property
    def events(self) -> tuple[str, ...]:
        """The names of what may happen."""
        return self.action.frame.events

    def happening(self, event: str | None) -> Action:
        """The action with this actual event, or its own.

        Raises ModelError if it has none, or no such event.
        """
        if event is not None:
            return with_actual(self.action, event)
        if not self.pointed:
            raise ModelError(
                f"which event of the action {self.name} happens, is not said",
                hint=f"actual = one of {', '.join(self.events)}",
            )
        return self.action

    def leading_to(
        self,
        model: Model,
        event: str | None,
        every: bool,
        body: Formula,
        sets: Callable[[Model], Algebra[Mask]],
    ) -> Mask:
        """Where the body holds after every event that can happen, or after one.

        The events are the one that is given, else the actual one, else all; `sets` are
        the sets of worlds of the model after them.
        """
        frame = self.action.frame
        meant = np.full(len(frame.events), event is None and not self.pointed)
        if event is not None:
            meant[NameIndex(frame.events, "event").find(event, self.name)] = True
        elif self.pointed:
            meant[frame.actual] = True
        return holding_after(model, self.action, meant, every, body, sets)


def holding_after(
    model: Model,
    action: EventModel,
    meant: Mask,
    every: bool,
    body: Formula,
    sets: Callable[[Model], Algebra[Mask]],
) -> Mask:
    """Where a formula holds after every one of the events that are meant, or after one.

    `sets` are the sets of worlds of the model after them.
    """
    masks, found = action.extents(model), np.full(len(model), every)
    worlds, events = np.nonzero(np.stack(masks, axis=1))
    if not len(worlds):
        return found
    after = product(model, action.frame, masks, action.changed(model))
    truths = evaluate(body, sets(after))
    found[worlds[meant[events] & (truths != every)]] = not every
    return found


class ActionStep:
    """A step that is some action model in each model."""

    __slots__ = ()

    def action(self, model: Model) -> EventModel:
        """The action for the agents of a model."""
        raise NotImplementedError

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, and what it changes, in words."""
        raise NotImplementedError

    def frame(self, model: Model) -> EventFrame:
        """Return the possible events, with the relations of the agents."""
        return self.action(model).frame

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Raises ModelError if it is not executable there."""
        return update(state, self.action(state.model))

    def on(self, model: Model) -> Model:
        """The product of the model and the action."""
        return update_model(model, self.action(model))


@dataclass(frozen=True, slots=True)
class Happen(ActionStep):
    """An action model: events with preconditions, and which of them are alike.

    `name` is its name in a file.
    """

    made: Action
    name: str | None = None

    def __str__(self) -> str:
        frame = self.made.frame
        actual = frame.events[frame.actual]
        if self.name is not None:
            return f"{self.name}({actual})"
        conditions = zip(frame.events, self.made.conditions, strict=True)
        events = ", ".join(f"{event}: {when}" for event, when in conditions)
        return f"{{{events}}}: {actual}"

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, and what it changes, in words."""
        return self.made.conditions

    def action(self, model: Model) -> Action:
        """The action, which is the same in every model."""
        return self.made
