"""Action models: events, the agents' relations between them, and preconditions.

These are pointed action models (Baltag, Moss and Solecki 1998).

A frame is a pointed S5 frame of events (Definition 13 of *Knowledge games*): what each
agent cannot tell apart is a partition of the events, the publicity. Where an agent may
be wrong about what happens, it is a relation of belief. An action adds the precondition
of each event, and what it changes (van Benthem, van Eijck and Kooi 2006): for an atom
the formula which was true before where the atom is true afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from mystpy.compilation import dataclass, field, replace
from mystpy.kripke.clusters import core_relation
from mystpy.kripke.construction import NameIndex, Seen
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.model import Agent, Model, PointedModel
from mystpy.kripke.partition import Mask, Partition
from mystpy.language.atoms import Atom, Truth
from mystpy.language.junctions import simply
from mystpy.language.nodes import Formula, Not


@dataclass(frozen=True, slots=True, eq=False)
class EventFrame:
    """Events, a partition (or a relation of belief) for each agent, the actual event.

    Raises ModelError if there is no event, if one is named twice or with a comma, if a
    publicity is for other events, or if the actual event is none of them.
    """

    events: tuple[str, ...]
    publicity: Mapping[str, Partition]
    actual: int

    def __post_init__(self) -> None:
        if not self.events:
            raise ModelError("an action has at least one event")
        NameIndex(self.events, "event")
        for event in self.events:
            if "," in event:
                raise ModelError(
                    f"an event cannot be called {event!r}: a new world is named after "
                    "a world and an event, with a comma between them",
                    word=event,
                )
        if not 0 <= self.actual < len(self.events):
            raise ModelError(f"the actual event {self.actual} is not in the action")
        for agent, part in self.publicity.items():
            if len(part) != len(self.events):
                raise ModelError(
                    f"the publicity for {agent} is for {len(part)} events, "
                    f"not for {len(self.events)}"
                )

    def for_agent(self, agent: str) -> Partition:
        """The events that an agent cannot tell apart. Raises ModelError if not said."""
        if agent not in self.publicity:
            raise ModelError(f"the publicity says nothing of agent {agent!r}")
        return self.publicity[agent]


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """A frame with the precondition of each event: a pointed action model.

    `changes` has for each event, by number, the atoms whose truth it changes, with the
    postcondition of each. Raises ModelError unless each event has a precondition.
    """

    frame: EventFrame
    preconditions: tuple[Formula | str, ...]
    changes: Mapping[int, Mapping[str, Formula | str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.preconditions) != len(self.frame.events):
            raise ModelError(
                f"{len(self.frame.events)} events have "
                f"{len(self.preconditions)} preconditions"
            )

    @property
    def conditions(self) -> list[str]:
        """When each event can happen, and what it changes, in words."""
        return [
            "; ".join([simply(formula), *self._assignments(event)])
            for event, formula in enumerate(self.preconditions)
        ]

    def _assignments(self, event: int) -> Iterator[str]:
        for atom, formula in self.changes.get(event, {}).items():
            yield f"{atom} := {simply(formula)}"

    def extents(self, model: Model) -> list[Mask]:
        """For each event the worlds in which its precondition holds."""
        return [model.truth(formula) for formula in self.preconditions]

    def changed(self, model: Model) -> dict[int, dict[str, Mask]]:
        """For each event that changes atoms the worlds in which postconditions hold.

        Raises ModelError for an atom that the model does not have.
        """
        for post in self.changes.values():
            for atom in post.keys() - model.valuation.keys():
                model.truth(Atom(atom))
        return {
            event: {atom: model.truth(formula) for atom, formula in post.items()}
            for event, post in self.changes.items()
        }

    def refusal(self, state: PointedModel) -> NotExecutable:
        """The error for a state in which the precondition of the actual event fails."""
        actual = self.frame.actual
        return NotExecutable(
            f"the action is not executable: event {self.frame.events[actual]!r} "
            f"has the precondition {simply(self.preconditions[actual])}, "
            f"which is false in the actual world {state.name}"
        )


Classes = Iterable[Iterable[str]]


def publicity(
    events: Sequence[str],
    agents: Iterable[Agent],
    given: Mapping[Agent, Classes],
    believed: Mapping[Agent, Seen] = MappingProxyType({}),
) -> dict[str, Partition]:
    """The relation between the events for each agent, from what is given.

    `given` has classes of events that look alike, `believed` the events that seem to
    happen when others do. An agent of whom nothing is given can tell all events apart.
    Raises ModelError for what is no such relation, and for unknown events and agents.
    """
    known = NameIndex(map(str, agents), "agent")
    listed = NameIndex(events, "event")
    found = {agent: Partition.identity(len(events)) for agent in known.names}
    for agent, classes in given.items():
        known.find(str(agent), "the publicity")
        what = f"the publicity for {agent}"
        found[str(agent)] = listed.classes(classes, what)
    for agent, seen in believed.items():
        known.find(str(agent), "the publicity")
        found[str(agent)] = listed.seen(seen, f"the publicity for {agent}")
    return found


def action(
    preconditions: Mapping[str, Formula | str],
    agents: Iterable[Agent],
    alike: Mapping[Agent, Classes],
    actual: str,
    believed: Mapping[Agent, Seen] = MappingProxyType({}),
    changes: Mapping[str, Mapping[str, Formula | str]] = MappingProxyType({}),
) -> Action:
    """The action of these events, with the classes of events that look alike.

    `changes` has the postconditions of events. Errors as for `publicity`, and
    ModelError if the actual event, or one with postconditions, is unknown.
    """
    events = tuple(preconditions)
    listed = NameIndex(events, "event")
    point = listed.find(actual, "the actual event")
    frame = EventFrame(events, publicity(events, agents, alike, believed), point)
    done = {listed.find(event, "post"): post for event, post in changes.items()}
    return Action(frame, tuple(preconditions.values()), done)


def public(formula: Formula, agents: Iterable[Agent]) -> Action:
    """A truth is announced to all."""
    frame = EventFrame(("said",), _alike(agents, agents, 1), 0)
    return Action(frame, (formula,))


def semi_private(
    formula: Formula, group: Iterable[Agent], agents: Iterable[Agent]
) -> Action:
    """A group learns whether a formula is true, and all others see that it does.

    In the actual event it is true; see `with_actual` for the other.
    """
    frame = EventFrame(("true", "false"), _alike(group, agents, 2), 0)
    return Action(frame, (formula, Not(formula)))


def private(
    formula: Formula, group: Iterable[Agent], agents: Iterable[Agent]
) -> Action:
    """A group learns a truth; all others consider it possible that nothing happened.

    The others know that this may have happened. If they suspect nothing, their belief
    becomes false, and the model is not S5 (*Knowledge games*, 5.1): `secret`.
    """
    frame = EventFrame(("told", "nothing"), _alike(group, agents, 2), 0)
    return Action(frame, (formula, Truth()))


def secret(formula: Formula, group: Iterable[Agent], agents: Iterable[Agent]) -> Action:
    """A group learns a truth, and all others believe that nothing happens."""
    action = private(formula, group, agents)
    nothing = np.array([False, True])
    seen = {
        agent: part if part.count > 1 else core_relation(part, nothing)
        for agent, part in action.frame.publicity.items()
    }
    return replace(action, frame=EventFrame(action.frame.events, seen, 0))


def with_actual(action: Action, event: str) -> Action:
    """The same action with another actual event. Raises ModelError if unknown."""
    frame = action.frame
    point = NameIndex(frame.events, "event").find(event, "the actual event")
    return replace(action, frame=EventFrame(frame.events, frame.publicity, point))


def _alike(
    group: Iterable[Agent], agents: Iterable[Agent], size: int
) -> dict[str, Partition]:
    """The group can tell the events apart, and nobody else can tell any two apart."""
    names = [str(agent) for agent in agents]
    known = NameIndex(names, "agent")
    members = {str(agent) for agent in group}
    for member in sorted(members):
        known.find(member, "the group")
    return {
        name: Partition.identity(size) if name in members else Partition.universal(size)
        for name in names
    }
