"""Ground tasks in JSON, as the tool plank writes them, as planning tasks."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from mystpy.errors import QueryError, SourceText
from mystpy.packages.epddl.reading.planning_task import (
    ActionSchema,
    ActionTypeFrame,
    EventSchema,
    EventUse,
    ExplicitStart,
    PlanningTask,
    PredicateSchema,
)
from mystpy.packages.epddl.reading.s_expressions import MAX_DEPTH, Bracketed, Node, Word

_CONNECTIVES = ("not", "and", "or", "imply")
_MODALITIES = {
    f"{kind}{name}": (bracket, kind)
    for kind in ("", "Kw.", "C.")
    for name, bracket in (("box", "["), ("diamond", "<"))
}


def is_ground_task(value: object) -> bool:
    """Return whether a JSON value looks like a ground task."""
    return isinstance(value, Mapping) and {"language", "initial-state"} <= set(value)


def read_ground_task(value: Mapping[str, Any], name: str) -> PlanningTask:
    """Return the task of a JSON object. Raises QueryError for what is wrong."""
    top = _Part(value, "", SourceText("", name))
    info = value.get("planning-task-info")
    title = info.get("problem") if isinstance(info, Mapping) else None
    found = PlanningTask(str(title or "ground task"), top.word("ground"))
    language = top["language"]
    found.objects = dict.fromkeys(language["agents"].texts(), "agent")
    found.predicates = {
        atom: PredicateSchema(top.word(atom), ()) for atom in language["atoms"].texts()
    }
    found.start = _start(top["initial-state"], found)
    for key, action in top["actions"].parts():
        _add_action(found, key, action)
    if value.get("goal") is not None:
        found.goal = _formula_in(top["goal"], found)
    return found


class _Part:
    """A part of a ground task, and where it is in its file."""

    def __init__(self, value: Any, path: str, source: SourceText) -> None:
        self.value, self.path, self.source = value, path, source

    def fault(self, message: str) -> QueryError:
        return QueryError(f"{self.source.source}: {self.path} {message}")

    def mapping(self) -> Mapping[str, Any]:
        if not isinstance(self.value, Mapping):
            raise self.fault("is missing, or no object")
        return self.value

    def __getitem__(self, key: str) -> _Part:
        path = f"{self.path}.{key}" if self.path else key
        return _Part(self.mapping().get(key), path, self.source)

    def holding(self, value: object) -> _Part:
        """Another value with the same path."""
        return _Part(value, self.path, self.source)

    def parts(self) -> Iterator[tuple[str, _Part]]:
        return ((key, self[key]) for key in self.mapping())

    def texts(self, known: Collection[str] | None = None) -> tuple[str, ...]:
        """The names in a list, which are among those that are known."""
        names = self.value
        if not isinstance(names, list) or not all(isinstance(x, str) for x in names):
            raise self.fault("is missing, or no list of texts")
        if not all(names):
            raise self.fault("has an empty name")
        for name in names if known is not None else ():
            self.require_known(name, known or ())
        return tuple(names)

    def require_known(self, name: str, known: Collection[str]) -> None:
        if name not in known:
            raise self.fault(f"speaks of {name}, which is not declared")

    def distinct(self) -> tuple[str, ...]:
        names = self.texts()
        if not names or len(set(names)) < len(names):
            raise self.fault("must have different names")
        return names

    def some_of(self, known: Collection[str]) -> frozenset[str]:
        names = self.texts(known)
        if not names:
            raise self.fault("is empty")
        return frozenset(names)

    def pairs(self, points: tuple[str, ...]) -> frozenset[tuple[str, str]]:
        """A relation, as which points are related to each point."""
        known, found = set(points), set()
        for one, others in self.parts():
            self.require_known(one, known)
            for other in others.texts():
                self.require_known(other, known)
                found.add((one, other))
        return frozenset(found)

    def word(self, text: str) -> Word:
        return Word(text, self.source, 0)

    def list(self, *items: Node | str, bracket: str = "(") -> Bracketed:
        nodes = (self.word(each) if isinstance(each, str) else each for each in items)
        return Bracketed(bracket, tuple(nodes), self.source, 0)


def _start(state: _Part, task: PlanningTask) -> ExplicitStart:
    worlds = state["worlds"].distinct()
    relations, labels = state["relations"], state["labels"]
    relations.mapping()
    return ExplicitStart(
        worlds,
        {agent: relations[agent].pairs(worlds) for agent in task.objects},
        {world: _label(labels, world, task) for world in worlds},
        state["designated"].some_of(worlds),
        state.word(relations.path),
    )


def _label(labels: _Part, world: str, task: PlanningTask) -> frozenset[tuple[str, ...]]:
    if world not in labels.mapping():
        return frozenset()
    return frozenset((atom,) for atom in labels[world].texts(task.predicates))


def _add_action(task: PlanningTask, name: str, action: _Part) -> None:
    events = action["events"].distinct()
    frame = ActionTypeFrame(
        str(action.value.get("action-type") or "the action type"),
        events,
        {kind: rows.pairs(events) for kind, rows in action["relations"].parts()},
        action["designated"].some_of(events),
        action.word(name),
    )
    for event in events:
        task.events[f"{name}.{event}"] = _event(action, event, task)
    task.actions[name] = ActionSchema(
        action.word(name),
        (),
        None,
        frame,
        tuple(EventUse(action.word(f"{name}.{each}"), ()) for each in events),
        _observability(action["observability-conditions"], task),
    )


def _event(action: _Part, event: str, task: PlanningTask) -> EventSchema:
    condition, effects = action["preconditions"][event], action["effects"][event]
    changes = []
    for atom, each in () if effects.value is None else effects.parts():
        effects.require_known(atom, task.predicates)
        literal = action.list(atom)
        changes.append(action.list("iff", _formula_in(each, task), literal))
    return EventSchema(
        action.word(event),
        (),
        None if condition.value is None else _formula_in(condition, task),
        action.list(":and", *changes) if changes else None,
    )


def _observability(agents: _Part, task: PlanningTask) -> Bracketed:
    found = []
    for agent, kinds in agents.parts():
        branches: list[Node | str] = []
        for kind, condition in kinds.parts():
            sign = "else-if" if branches else "if"
            branches += [sign, _formula_in(condition, task), kind]
        if len(branches) > 3:  # they exclude each other, and one is true
            branches[-3:] = ["else", branches[-1]]
        how = branches[2] if len(branches) == 3 else agents.list(*branches)
        found.append(agents.list(agent, how))
    return agents.list(":and", *found)


def _formula_in(part: _Part, task: PlanningTask) -> Bracketed:
    formula = part.mapping().get("formula")
    return _formula(part.holding(formula), task, 0)


def _formula(part: _Part, task: PlanningTask, depth: int) -> Bracketed:
    """A formula; all of it has one path, that of what it belongs to."""
    if depth > MAX_DEPTH:
        raise part.fault(f"has more than {MAX_DEPTH} formulas in each other")
    if isinstance(part.value, str):
        if part.value not in ("true", "false"):
            part.require_known(part.value, task.predicates)
        return part.list(part.value)
    row = part.mapping()
    if "modality-name" in row:
        return _modal(part, task, depth)
    sign = row.get("connective")
    if sign not in _CONNECTIVES:
        raise part.fault(f"has the connective {json.dumps(sign)[:40]}")
    parts = [row.get("formula")] if sign == "not" else row.get("formulas")
    if not isinstance(parts, list):
        raise part.fault(f"has {sign} without formulas")
    inner = (part.holding(each) for each in parts)
    return part.list(sign, *(_formula(each, task, depth + 1) for each in inner))


def _modal(part: _Part, task: PlanningTask, depth: int) -> Bracketed:
    name = part.value["modality-name"]
    if not isinstance(name, str) or name not in _MODALITIES:
        raise part.fault(f"has the modality {json.dumps(name)[:40]}")
    bracket, kind = _MODALITIES[name]
    group = part.list(*part["modality-index"].texts())
    words = (kind, group) if kind else (group,)
    inner = part.holding(part.value.get("formula"))
    body = _formula(inner, task, depth + 1)
    return part.list(part.list(*words, bracket=bracket), body)
