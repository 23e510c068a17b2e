"""A package as an EPDDL specification: an action-type library, a domain, a problem.

The actions are ground, one for each public part of an action of the package, unless a
subclass has them with parameters; preconditions and effects are formulas about fluents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from mystpy.packages.epddl.action_types import ActionType, action_types
from mystpy.packages.epddl.event_models import PackageEvent, PackageEvents, PackageTask
from mystpy.packages.epddl.identifiers import NOW, OCCASION, Identifiers

_DOMAIN_NEEDS = (
    ":typing :partial-observability :ontic-actions :conditional-effects"
    " :negative-preconditions :disjunctive-preconditions :modal-preconditions"
    " :knowing-whether :group-modalities :multi-pointed-models :lists"
    " :negative-postconditions"
)

_TRUE = Truth()


class Specification:
    """The texts of one package."""

    requirements = _DOMAIN_NEEDS

    def __init__(self, task: PackageTask, goal: Formula = _TRUE) -> None:
        self.task, self.goal = task, goal
        self.names = Identifiers(task.package)
        self.types = action_types(task.actions)
        self.name = task.package.folder.name

    # --- Library --------------------------------------------------------------

    def library(self) -> str:
        """Return the action-type library."""
        kinds = self.action_types()
        needs = (
            ":requirements :partial-observability :multi-pointed-models :lists"
            " :events-conditions"
        )
        parts = [f"  ({needs})", *(_action_type(each) for each in kinds)]
        return _define(f"action-type-library {self.name}-types", parts)

    def action_types(self) -> Iterable[ActionType]:
        """Return the action types that occur."""
        return {each.name: each for each in self.types.values()}.values()

    # --- Domain ---------------------------------------------------------------

    def domain(self) -> str:
        """Return the domain: types, agents, predicates, events and actions."""
        sorts = self.names.sorts()
        parts = [
            f"  (:requirements {self.requirements})",
            f"  (:action-type-libraries {self.name}-types)",
        ]
        types = " ".join([*map(self.names.type, sorts), OCCASION])
        parts.append(f"  (:types {types})")
        objects = " ".join([*self._objects(), f"{NOW} - {OCCASION}"])
        parts.append(f"  (:constants {objects})")
        parts.append(
            "  (:predicates" + "".join([*self._predicates(), *self.facts()]) + ")"
        )
        parts += self.actions()
        return _define(f"domain {self.name}", parts)

    def _objects(self) -> Iterator[str]:
        for sort in self.names.sorts():
            values = " ".join(self.names.value(sort, each) for each in sort.values())
            yield f"{values} - {self.names.type(sort)}"

    def _predicates(self) -> Iterator[str]:
        for fluent in self.task.package.fluents.values():
            places = "".join(
                f" ?x{place} - {self.names.type(sort)}"
                for place, sort in enumerate(fluent.sorts, 1)
            )
            yield f"\n    ({fluent.name}{places})"

    def facts(self) -> list[str]:
        """Return the declarations of predicates that are facts."""
        return []

    def fact_rows(self) -> list[str]:
        """Return the facts that are true."""
        return []

    def actions(self) -> Iterator[str]:
        """Yield the events and actions."""
        for action in self.task.actions:
            yield from self._action(action)

    def _action(self, action: PackageEvents) -> Iterator[str]:
        name = self.names.action(action.step)
        kind = self.types[str(action.step)]
        events = self.names.events(action)
        for event, called in zip(action.events, events, strict=True):
            yield self._event(called, event)
        agents = zip(self.names.agents(), action.relations, strict=True)
        seen = " ".join(f"({i} {kind.type_of(classes)})" for i, classes in agents)
        yield (
            f"  ; {action.step}: {action.step.sentence}\n"
            f"  (:action {name}\n    :parameters (?{NOW} - {OCCASION})\n"
            f"    :action-type ({kind.name} {' '.join(f'({e})' for e in events)})\n"
            f"    :observability-conditions (:and {seen}))"
        )

    def _event(self, name: str, event: PackageEvent) -> str:
        lines = [f"  (:event {name}"]
        lines.append(f"    :precondition {self.formula(event.precondition)}")
        effects = [x for a, f in event.effects.items() for x in self._effect(a, f)]
        if effects:
            lines.append(f"    :effects (:and {' '.join(effects)})")
        return "\n".join(lines) + ")"

    def _effect(self, atom: str, formula: Formula) -> Iterator[str]:
        fluent = self._atom(atom)
        if isinstance(formula, Truth):
            yield fluent
        elif isinstance(formula, Falsity):
            yield f"(not {fluent})"
        else:
            yield f"(iff {self.formula(formula)} {fluent})"

    # --- Problem ----------------------------------------------------------------

    def problem(self) -> str:
        """Return the problem: the agents, the worlds of the start, the goal."""
        task, count = self.task, len(self.task.worlds)
        worlds = [f"w{number}" for number in range(count)]
        relations = "".join(
            f"\n      {agent} (:and {_pairs(classes, worlds)})"
            for agent, classes in zip(self.names.agents(), task.relations, strict=True)
        )
        labels = "".join(  # plank reads no empty label, and needs none
            f"\n      {world} {self._label(sorted(state))}"
            for world, state in zip(worlds, task.worlds, strict=True)
            if state
        )
        facts = self.fact_rows()
        needs = " :facts" if facts else ""
        given = [f"  (:facts-init {' '.join(facts)})"] if facts else []
        return _define(
            f"problem {self.name}-start",
            [
                f"  (:domain {self.name})",
                f"  (:requirements :lists :multi-pointed-models :modal-goals{needs})",
                f"  (:agents {' '.join(self.names.agents())})",
                *given,
                f"  (:init\n    :worlds ({' '.join(worlds)})"
                f"\n    :relations ({relations})\n    :labels ({labels})"
                f"\n    :designated ({' '.join(worlds)}))",
                f"  (:goal {self.formula(self.goal)})",
            ],
        )

    def _label(self, atoms: list[str]) -> str:
        return f"(:and {' '.join(map(self._atom, atoms))})"

    # --- Formulas -----------------------------------------------------------------

    def _atom(self, atom: str) -> str:
        return f"({' '.join(self.names.atom(atom))})"

    def formula(self, f: Formula) -> str:
        """Return a formula as EPDDL writes it. Raises QueryError if it has none."""
        match f:
            case Truth():
                return "(true)" if f.value else "(false)"
            case Falsity():
                return "(false)"
            case Atom(name):
                return self._atom(name)
            case Not(body):
                return f"(not {self.formula(body)})"
            case And(parts) | Or(parts):
                word = "and" if isinstance(f, And) else "or"
                return f"({word} {' '.join(map(self.formula, parts))})"
            case Implies(left, right):
                return f"(imply {self.formula(left)} {self.formula(right)})"
            case Iff(left, right):
                return self.formula(And((Implies(left, right), Implies(right, left))))
            case Knows() | KnowsWhether():
                kind = "Kw. " if isinstance(f, KnowsWhether) else ""
                agent = self.names.agent(str(f.agent))
                return f"([{kind}{agent}] {self.formula(f.body)})"
            case Common() | Everyone():
                kind = "C. " if isinstance(f, Common) else ""
                group = " ".join(self.names.agent(str(each)) for each in f.members)
                return f"([{kind}({group})] {self.formula(f.body)})"
        raise QueryError(f"{f} cannot be written in EPDDL")


def _define(what: str, parts: Iterable[str]) -> str:
    inner = "\n\n".join(parts)
    return f"(define ({what})\n{inner}\n)\n"


def _action_type(kind: ActionType) -> str:
    events = [f"?e{place}" for place in range(1, kind.events + 1)]
    relations = "".join(
        f"\n      {name} (:and {_pairs(classes, events)})"
        for name, classes in kind.observability.items()
    )
    return (
        f"  (:action-type {kind.name}\n    :events ({' '.join(events)})\n"
        f"    :observability-types ({' '.join(kind.observability)})\n"
        f"    :relations ({relations})\n    :designated ({' '.join(events)})\n"
        "    :conditions ())"
    )


def _pairs(classes: tuple[int, ...], names: list[str]) -> str:
    return " ".join(
        f"({one} {other})"
        for one, here in zip(names, classes, strict=True)
        for other, there in zip(names, classes, strict=True)
        if here == there
    )
