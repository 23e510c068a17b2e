"""A package as a ground planning task in JSON, with the keys that plank writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mystpy.errors import QueryError
from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.nodes import (
    And,
    Common,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Not,
    Or,
)
from mystpy.packages.epddl.event_models import PackageEvent, PackageEvents
from mystpy.packages.epddl.specification import Specification

Json = dict[str, Any]


def ground_task(specification: Specification, *, lifted: bool = False) -> Json:
    """Return the ground task of a specification as a JSON object.

    Actions and events have the names that plank gives them: by the parameters of the
    actions, which are public arguments if they are lifted.
    """
    return _GroundTask(specification, lifted=lifted).json()


class _GroundTask:
    """One ground task."""

    def __init__(self, specification: Specification, *, lifted: bool) -> None:
        self.specification, self.lifted = specification, lifted
        self.task, self.names = specification.task, specification.names
        self.agents = self.names.agents()
        self.actions = {
            self.names.ground_action(each.step, lifted=lifted): each
            for each in self.task.actions
        }

    def json(self) -> Json:
        """Return the task."""
        specification = self.specification
        atoms = ["_".join(names) for names in self.names.atoms.values()]
        return {
            "planning-task-info": {
                "problem": f"{specification.name}-start",
                "domain": specification.name,
                "libraries": [f"{specification.name}-types"],
                "requirements": specification.requirements.split(),
                "agents-number": len(self.agents),
                "atoms-number": len(atoms),
                "facts-number": 0,
                "actions-number": len(self.actions),
                "initial-worlds-number": len(self.task.worlds),
            },
            "language": {"atoms": atoms, "agents": self.agents},
            "facts": [],
            "initial-state": self._start(),
            "actions": {name: self._action(a) for name, a in self.actions.items()},
            "goal": {"formula": self._formula(specification.goal)},
        }

    def _start(self) -> Json:
        worlds = [f"w{number}" for number in range(len(self.task.worlds))]
        labels = (sorted(map(self._atom, state)) for state in self.task.worlds)
        pairs = zip(self.agents, self.task.relations, strict=True)
        return {
            "worlds": worlds,
            "relations": {agent: _linked(classes, worlds) for agent, classes in pairs},
            "labels": dict(zip(worlds, labels, strict=True)),
            "designated": worlds,
        }

    def _action(self, action: PackageEvents) -> Json:
        kind = self.specification.types[str(action.step)]
        events = self.names.events(action)
        if self.lifted:
            events = [self.names.lifted_event(action, x.action) for x in action.events]
        named = list(zip(events, action.events, strict=True))
        agents = zip(self.agents, action.relations, strict=True)
        return {
            "action-type": kind.name,
            "events": events,
            "relations": {
                how: _linked(classes, events)
                for how, classes in kind.observability.items()
            },
            "designated": events,
            "preconditions": {
                event: {"formula": self._formula(each.precondition)}
                for event, each in named
            },
            "effects": {event: self._effects(each) for event, each in named},
            "observability-conditions": {
                agent: {kind.type_of(classes): {"formula": "true"}}
                for agent, classes in agents
            },
        }

    def _effects(self, event: PackageEvent) -> Json:
        return {
            self._atom(atom): {"formula": self._formula(formula)}
            for atom, formula in event.effects.items()
        }

    def _atom(self, atom: str) -> str:
        return "_".join(self.names.atom(atom))

    def _formula(self, f: Formula) -> str | Json:
        """A formula as plank writes it. Raises QueryError if it has none."""
        match f:
            case Truth() | Falsity():
                return str(f.value).lower()
            case Atom(name):
                return self._atom(name)
            case Not(body):
                return {"connective": "not", "formula": self._formula(body)}
            case And(parts) | Or(parts):
                return self._joined("and" if isinstance(f, And) else "or", parts)
            case Implies(left, right):
                return self._joined("imply", (left, right))
            case Iff(left, right):
                return self._formula(And((Implies(left, right), Implies(right, left))))
            case Knows() | KnowsWhether():
                name = "Kw.box" if isinstance(f, KnowsWhether) else "box"
                return self._modal(name, (f.agent,), f.body)
            case Common() | Everyone():
                name = "C.box" if isinstance(f, Common) else "box"
                return self._modal(name, f.members, f.body)
        raise QueryError(f"{f} cannot be written in EPDDL")

    def _joined(self, word: str, parts: Sequence[Formula]) -> Json:
        return {"connective": word, "formulas": [*map(self._formula, parts)]}

    def _modal(self, name: str, agents: Iterable[object], body: Formula) -> Json:
        index = [self.names.agent(str(each)) for each in agents]
        return {
            "modality-name": name,
            "modality-index": index,
            "formula": self._formula(body),
        }


def _linked(classes: tuple[int, ...], names: Sequence[str]) -> dict[str, list[str]]:
    """For each world or event those of its class."""
    return {
        one: [x for x, there in zip(names, classes, strict=True) if there == here]
        for one, here in zip(names, classes, strict=True)
    }
