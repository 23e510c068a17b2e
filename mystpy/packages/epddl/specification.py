"""A package as an EPDDL specification: an action-type library, a domain, a problem.

The actions are ground, one for each public part of an action of the package, unless a
subclass has them with parameters; preconditions and effects are formulas about fluents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.compilation import NamedTuple
from mystpy.language.atoms import Truth
from mystpy.language.nodes import Formula
from mystpy.packages.epddl.epddl_texts import (
    action_text,
    declaration,
    define,
    event_text,
    places_text,
    start_text,
)
from mystpy.packages.epddl.event_models import (
    Classes,
    PackageEvent,
    PackageEvents,
    PackageTask,
)
from mystpy.packages.epddl.identifiers import NOW, OCCASION, Identifiers
from mystpy.packages.epddl.written_formulas import (
    FALSE,
    TRUE,
    Condition,
    condition_of,
    write_formula,
)

_TRUE = Truth()


class ActionType(NamedTuple):
    """A number of events, and the ways in which agents observe them, by name."""

    name: str
    events: int
    observability: dict[str, Classes]

    def type_of(self, classes: Classes) -> str:
        """Return the observability type of an agent with these classes of events."""
        return next(
            name for name, each in self.observability.items() if each == classes
        )


class Specification:
    """The texts of one package. `types` has the action types by the actions' terms."""

    requirements = (
        ":typing :partial-observability :ontic-actions :conditional-effects"
        " :negative-preconditions :disjunctive-preconditions :modal-preconditions"
        " :knowing-whether :group-modalities :multi-pointed-models :lists"
        " :negative-postconditions"
    )

    def __init__(self, task: PackageTask, goal: Formula = _TRUE) -> None:
        self.task = task
        self.names = Identifiers(task.package)
        self.goal = self.condition(goal)
        self.types = _action_types(task.actions)
        self.name = task.package.folder.name

    def condition(self, f: Formula) -> Condition:
        """Return a formula as EPDDL has it. Raises QueryError if it has none."""
        return condition_of(f, self.names)

    # --- Library --------------------------------------------------------------

    def library(self) -> str:
        """Return the action-type library."""
        needs = (
            ":requirements :partial-observability :multi-pointed-models :lists"
            " :events-conditions"
        )
        parts = [f"  ({needs})", *map(_type_text, self.action_types())]
        return define(f"action-type-library {self.name}-types", parts)

    def action_types(self) -> Iterable[ActionType]:
        """Return the action types that occur."""
        return {each.name: each for each in self.types.values()}.values()

    # --- Domain ---------------------------------------------------------------

    def domain(self) -> str:
        """Return the domain: types, agents, predicates, events and actions."""
        names, sorts = self.names, self.names.sorts()
        types = " ".join([*map(names.type, sorts), OCCASION])
        objects = " ".join(
            f"{' '.join(names.value(sort, each) for each in sort.values())}"
            f" - {names.type(sort)}"
            for sort in sorts
        )
        predicates = [
            f"\n    ({fluent.name}{places_text(map(names.type, fluent.sorts))})"
            for fluent in self.task.package.fluents.values()
        ]
        parts = [
            f"  (:requirements {self.requirements})",
            f"  (:action-type-libraries {self.name}-types)",
            f"  (:types {types})",
            f"  (:constants {f'{objects} {NOW}'.strip()} - {OCCASION})",
            f"  (:predicates{''.join([*predicates, *self.facts()])})",
            *self.actions(),
        ]
        return define(f"domain {self.name}", parts)

    def facts(self) -> list[str]:
        """Return the declarations of predicates that are facts."""
        return []

    def fact_rows(self) -> list[str]:
        """Return the facts that are true."""
        return []

    def actions(self) -> Iterator[str]:
        """Yield the events and actions."""
        for action in self.task.actions:
            kind = self.types[str(action.step)]
            events = self.names.events(action)
            yield from map(self._event, events, action.events)
            agents = zip(self.names.agents(), action.relations, strict=True)
            seen = " ".join(f"({i} {kind.type_of(classes)})" for i, classes in agents)
            yield action_text(
                f"{action.step}: {action.step.sentence}",
                self.names.action(action.step),
                f"?{NOW} - {OCCASION}",
                f"{kind.name} {' '.join(f'({e})' for e in events)}",
                f"(:and {seen})",
            )

    def _event(self, name: str, event: PackageEvent) -> str:
        needed = write_formula(self.condition(event.precondition))
        effects = [x for a, f in event.effects.items() for x in self._effect(a, f)]
        return event_text(name, "", needed, effects)

    def _effect(self, atom: str, formula: Formula) -> Iterator[str]:
        fluent, condition = self._atom(atom), self.condition(formula)
        if condition == TRUE:
            yield fluent
        elif condition == FALSE:
            yield f"(not {fluent})"
        else:
            yield f"(iff {write_formula(condition)} {fluent})"

    def _atom(self, atom: str) -> str:
        return f"({' '.join(self.names.atom(atom))})"

    # --- Problem ----------------------------------------------------------------

    def problem(self) -> str:
        """Return the problem: the agents, the worlds of the start, the goal."""
        task, agents = self.task, self.names.agents()
        worlds = [f"w{number}" for number in range(len(task.worlds))]
        facts = self.fact_rows()
        pairs = (_pairs(classes, worlds) for classes in task.relations)
        labels = (map(self._atom, sorted(state)) for state in task.worlds)
        parts = [
            f"  (:domain {self.name})",
            "  (:requirements :lists :multi-pointed-models :modal-goals"
            f"{' :facts' if facts else ''})",
            f"  (:agents {' '.join(agents)})",
            *([f"  (:facts-init {' '.join(facts)})"] if facts else []),
            start_text(
                worlds,
                dict(zip(agents, pairs, strict=True)),
                dict(zip(worlds, map(" ".join, labels), strict=True)),
                worlds,
            ),
            f"  (:goal {write_formula(self.goal)})",
        ]
        return define(f"problem {self.name}-start", parts)


def _type_text(kind: ActionType) -> str:
    events = [f"?e{place}" for place in range(1, kind.events + 1)]
    relations = "".join(
        f"\n      {name} (:and {_pairs(classes, events)})"
        for name, classes in kind.observability.items()
    )
    fields = {
        ":events": f"({' '.join(events)})",
        ":observability-types": f"({' '.join(kind.observability)})",
        ":relations": f"({relations})",
        ":designated": f"({' '.join(events)})",
        ":conditions": "()",
    }
    return declaration(f"action-type {kind.name}", fields)


def _pairs(classes: Classes, names: Sequence[str]) -> str:
    return " ".join(
        f"({one} {other})"
        for one, here in zip(names, classes, strict=True)
        for other, there in zip(names, classes, strict=True)
        if here == there
    )


# --- Action types -------------------------------------------------------------


def _action_types(actions: Iterable[PackageEvents]) -> dict[str, ActionType]:
    """The action types of some actions, by the actions' public terms.

    Agents that tell all events apart observe them `Fully`, those that tell none apart
    `Partially`, and others in part: `Partially2` and so on.
    """
    known: dict[tuple[Classes, ...], ActionType] = {}
    found = {}
    for each in actions:
        ways = tuple(sorted(set(each.relations), reverse=True))
        if ways not in known:
            known[ways] = _action_type(ways, len(each.events), known.values())
        found[str(each.step)] = known[ways]
    return found


def _action_type(
    ways: tuple[Classes, ...], events: int, others: Iterable[ActionType]
) -> ActionType:
    observability: dict[str, Classes] = {}
    for classes in ways:
        if len(set(classes)) == events:
            observability["Fully"] = classes
        else:
            number = len(observability.keys() - {"Fully"}) + 1
            alone = number == 1 and len(set(classes)) == 1
            observability["Partially" if alone else f"Partially{number}"] = classes
    kind = "public" if list(observability) == ["Fully"] else "semi-private"
    name = f"{kind}-{events}"
    same = sum(each.name.startswith(name) for each in others)
    return ActionType(f"{name}-{same + 1}" if same else name, events, observability)
