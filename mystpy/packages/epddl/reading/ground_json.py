"""Ground tasks in JSON, as the tool plank writes them, as planning tasks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
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
    return _GroundReading(value, name).task()


class _GroundReading:
    """One reading of a ground task; `path` says where something is wrong."""

    def __init__(self, value: Mapping[str, Any], name: str) -> None:
        self.value, self.name = value, name
        self.source = SourceText("", name)

    def task(self) -> PlanningTask:
        language = self._part(self.value, "language")
        info = self.value.get("planning-task-info")
        title = info.get("problem") if isinstance(info, Mapping) else None
        found = PlanningTask(str(title or "ground task"), self._word("ground"))
        for agent in self._names(language, "agents", "language"):
            found.objects[agent] = "agent"
        for atom in self._names(language, "atoms", "language"):
            found.predicates[atom] = PredicateSchema(self._word(atom), ())
        self.atoms = found.predicates
        found.start = self._start(self._part(self.value, "initial-state"), found)
        for key, action in self._part(self.value, "actions").items():
            self._action(found, key, self._mapping(action, f"actions.{key}"))
        goal = self.value.get("goal")
        if goal is not None:
            found.goal = self._formula_in(goal, "goal")
        return found

    # --- Values ---------------------------------------------------------------

    def _fault(self, path: str, message: str) -> QueryError:
        return QueryError(f"{self.name}: {path} {message}")

    def _mapping(self, value: object, path: str) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise self._fault(path, "is missing, or no object")
        return value

    def _part(self, value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        return self._mapping(value.get(key), key)

    def _names(self, value: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
        return self._texts(value.get(key), f"{path}.{key}")

    def _texts(self, value: object, path: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            raise self._fault(path, "is missing, or no list of texts")
        if not all(value):
            raise self._fault(path, "has an empty name")
        return tuple(value)

    def _word(self, text: str) -> Word:
        return Word(text, self.source, 0)

    def _list(self, *items: Node, bracket: str = "(") -> Bracketed:
        return Bracketed(bracket, items, self.source, 0)

    # --- The parts ------------------------------------------------------------

    def _start(self, state: Mapping[str, Any], task: PlanningTask) -> ExplicitStart:
        path = "initial-state"
        worlds = self._distinct(self._names(state, "worlds", path), f"{path}.worlds")
        relations = self._part(state, "relations")
        labels = self._mapping(state.get("labels"), f"{path}.labels")
        return ExplicitStart(
            worlds,
            {
                agent: self._pairs(
                    relations.get(agent), f"{path}.relations.{agent}", worlds
                )
                for agent in task.objects
            },
            {
                world: frozenset(
                    (self._known(atom, task.predicates, f"{path}.labels.{world}"),)
                    for atom in self._texts(
                        labels.get(world, []), f"{path}.labels.{world}"
                    )
                )
                for world in worlds
            },
            frozenset(self._some(state, path, worlds)),
            self._word(f"{path}.relations"),
        )

    def _distinct(self, names: tuple[str, ...], path: str) -> tuple[str, ...]:
        if not names or len(set(names)) < len(names):
            raise self._fault(path, "must have different names")
        return names

    def _some(
        self, value: Mapping[str, Any], path: str, known: Sequence[str]
    ) -> tuple[str, ...]:
        found = self._names(value, "designated", path)
        for each in found:
            self._known(each, known, f"{path}.designated")
        if not found:
            raise self._fault(f"{path}.designated", "is empty")
        return found

    def _known(self, name: str, known: Iterable[str], path: str) -> str:
        if name not in known:
            raise self._fault(path, f"speaks of {name}, which is not declared")
        return name

    def _pairs(
        self, value: object, path: str, points: Sequence[str]
    ) -> frozenset[tuple[str, str]]:
        rows = self._mapping(value, path)
        known = set(points)
        return frozenset(
            (self._known(one, known, path), self._known(other, known, path))
            for one, others in rows.items()
            for other in self._texts(others, f"{path}.{one}")
        )

    def _action(self, task: PlanningTask, name: str, action: Mapping[str, Any]) -> None:
        path = f"actions.{name}"
        names = self._names(action, "events", path)
        events = self._distinct(names, f"{path}.events")
        relations = self._mapping(action.get("relations"), f"{path}.relations")
        frame = ActionTypeFrame(
            str(action.get("action-type") or "the action type"),
            events,
            {
                kind: self._pairs(rows, f"{path}.relations.{kind}", events)
                for kind, rows in relations.items()
            },
            frozenset(self._some(action, path, events)),
            self._word(name),
        )
        for event in events:
            task.events[f"{name}.{event}"] = self._event(action, path, event)
        task.actions[name] = ActionSchema(
            self._word(name),
            (),
            None,
            frame,
            tuple(EventUse(self._word(f"{name}.{each}"), ()) for each in events),
            self._observability(action, path),
        )

    def _event(self, action: Mapping[str, Any], path: str, event: str) -> EventSchema:
        conditions = self._mapping(action.get("preconditions"), f"{path}.preconditions")
        effects = self._mapping(action.get("effects"), f"{path}.effects")
        rows = effects.get(event)
        changes = [] if rows is None else self._effects(rows, f"{path}.effects.{event}")
        condition = conditions.get(event)
        where = f"{path}.preconditions.{event}"
        return EventSchema(
            self._word(event),
            (),
            None if condition is None else self._formula_in(condition, where),
            self._list(self._word(":and"), *changes) if changes else None,
        )

    def _effects(self, value: object, path: str) -> list[Node]:
        found: list[Node] = []
        for atom, condition in self._mapping(value, path).items():
            self._known(atom, self.atoms, path)
            formula = self._formula_in(condition, f"{path}.{atom}")
            literal = self._list(self._word(atom))
            found.append(self._list(self._word("iff"), formula, literal))
        return found

    def _observability(self, action: Mapping[str, Any], path: str) -> Bracketed:
        where = f"{path}.observability-conditions"
        rows = self._mapping(action.get("observability-conditions"), where)
        found: list[Node] = []
        for agent, kinds in rows.items():
            branches: list[Node] = []
            for kind, condition in self._mapping(kinds, f"{where}.{agent}").items():
                formula = self._formula_in(condition, f"{where}.{agent}.{kind}")
                sign = "else-if" if branches else "if"
                branches += [self._word(sign), formula, self._word(kind)]
            if len(branches) > 3:  # they exclude each other, and one is true
                branches[-3:] = [self._word("else"), branches[-1]]
            how: Node = self._list(*branches)
            if len(branches) == 3:
                how = branches[2]
            found.append(self._list(self._word(agent), how))
        return self._list(self._word(":and"), *found)

    # --- Formulas -------------------------------------------------------------

    def _formula_in(self, value: object, path: str) -> Bracketed:
        return self._formula(self._mapping(value, path).get("formula"), path, 0)

    def _formula(self, value: object, path: str, depth: int) -> Bracketed:
        if depth > MAX_DEPTH:
            raise self._fault(path, f"has more than {MAX_DEPTH} formulas in each other")
        if isinstance(value, str):
            if value not in ("true", "false"):
                self._known(value, self.atoms, path)
            return self._list(self._word(value))
        row = self._mapping(value, path)
        if "modality-name" in row:
            return self._modal(row, path, depth)
        sign = row.get("connective")
        if sign not in _CONNECTIVES:
            raise self._fault(path, f"has the connective {json.dumps(sign)[:40]}")
        parts = [row.get("formula")] if sign == "not" else row.get("formulas")
        if not isinstance(parts, list):
            raise self._fault(path, f"has {sign} without formulas")
        found = [self._formula(each, path, depth + 1) for each in parts]
        return self._list(self._word(sign), *found)

    def _modal(self, row: Mapping[str, Any], path: str, depth: int) -> Bracketed:
        name = row.get("modality-name")
        if not isinstance(name, str) or name not in _MODALITIES:
            raise self._fault(path, f"has the modality {json.dumps(name)[:40]}")
        bracket, kind = _MODALITIES[name]
        agents = self._names(row, "modality-index", path)
        group = self._list(*map(self._word, agents))
        words = (self._word(kind), group) if kind else (group,)
        body = self._formula(row.get("formula"), path, depth + 1)
        return self._list(self._list(*words, bracket=bracket), body)
