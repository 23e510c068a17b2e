"""The EPDDL of a package whose actions have parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from mystpy.errors import QueryError
from mystpy.language.atoms import Truth
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.axiom_checks.axiom_rules import plain_rules, rules_of
from mystpy.packages.axiom_checks.package_checks import require_sound
from mystpy.packages.axiom_checks.soundness import start_predicates
from mystpy.packages.epddl.action_types import ActionType
from mystpy.packages.epddl.event_models import PackageTask, package_start
from mystpy.packages.epddl.identifiers import NOW, OCCASION
from mystpy.packages.epddl.lifted.action_effects import LiftedEffect
from mystpy.packages.epddl.lifted.lifted_actions import (
    LiftedAction,
    LiftedEvent,
    knowledge_texts,
    lifted_action,
)
from mystpy.packages.epddl.lifted.rule_conditions import RuleConditions
from mystpy.packages.epddl.lifted.state_conditions import (
    FALSE,
    TRUE,
    Condition,
    predicates_of,
    write_formula,
)
from mystpy.packages.epddl.specification import Specification
from mystpy.packages.folders import AXIOMS
from mystpy.packages.history_runs.answer_set_program import ground, program_text
from mystpy.packages.package import ActionSymbol, Package
from mystpy.packages.value_sorts import Value, term

MAX_INSTANCES = 5_000
"""Preconditions about knowledge are compared for so many instances of an action."""

_TRUE = Truth()


class LiftedSpecification(Specification):
    """The texts of one package; QueryError if its rules are not read so."""

    requirements = (
        f"{Specification.requirements} :equality :list-comprehensions :facts"
        " :existential-preconditions :disjunctive-obs-conditions"
        " :negative-list-formulas :negative-obs-conditions :disjunctive-list-formulas"
        " :quantified-postconditions :negative-goals"
    )

    def __init__(self, package: Package, goal: Formula = _TRUE) -> None:
        require_sound(package)
        require_unconstrained(package)
        worlds, relations = package_start(package)
        super().__init__(PackageTask(package, worlds, relations, ()), goal)
        self.rules = RuleConditions(package, static_facts(package))
        self.lifted = [self._lifted(each) for each in package.actions.values()]

    def _lifted(self, symbol: ActionSymbol) -> LiftedAction:
        texts: dict[ActionStep, str] = {}
        if symbol.precondition:
            public = [n for n in range(len(symbol.sorts)) if n not in symbol.private]
            if prod(len(symbol.sorts[n]) for n in public) > MAX_INSTANCES:
                raise QueryError(f"{symbol.name} has too many instances")
            columns: list[tuple[Value | None, ...]] = [
                tuple(sort.values()) if n in public else (None,)
                for n, sort in enumerate(symbol.sorts)
            ]
            steps = [ActionStep(symbol, row) for row in product(*columns)]
            texts = knowledge_texts(self.rules, symbol, steps, self.formula)
        return lifted_action(self.rules, symbol, texts)

    # --- The texts ------------------------------------------------------------

    def action_types(self) -> Iterable[ActionType]:
        """Return the action types that occur, one for each number of events."""
        found = {self._type(each).name: self._type(each) for each in self.lifted}
        return found.values()

    def _type(self, action: LiftedAction) -> ActionType:
        size = len(action.events)
        observability = {"Fully": tuple(range(size))}
        if size > 1 and action.observed != TRUE:
            observability["Partially"] = (0,) * size
        kind = "public" if len(observability) == 1 else "semi-private"
        return ActionType(f"{kind}-{size}", size, observability)

    def facts(self) -> list[str]:
        """Return the declarations of the facts that conditions speak of."""
        return [
            f"\n    (:fact {name}{self._places(self.rules.facts[name][0])})"
            for name in self._used_facts()
        ]

    def _used_facts(self) -> list[str]:
        conditions = [
            condition
            for action in self.lifted
            for condition in (
                action.condition,
                action.observed,
                *(event.precondition for event in action.events),
                *(x.condition for event in action.events for x in event.effects),
            )
        ]
        used = {name for each in conditions for name in predicates_of(each)}
        return sorted(used & set(self.rules.facts))

    def _places(self, sorts: Sequence[str]) -> str:
        return "".join(
            f" ?x{n} - {self._type_name(sort)}" for n, sort in enumerate(sorts, 1)
        )

    def _type_name(self, sort: str) -> str:
        return self.names.type(self.task.package.sorts[sort])

    def fact_rows(self) -> list[str]:
        """Return the facts that are true."""
        found = []
        for name in self._used_facts():
            sorts, rows = self.rules.facts[name]
            assert isinstance(rows, list)
            for row in rows:
                words = (
                    self.rules.constant(x, s) for x, s in zip(row, sorts, strict=True)
                )
                found.append(f"({' '.join([name, *words])})")
        return found

    def actions(self) -> Iterator[str]:
        """Yield the events and actions."""
        for action in self.lifted:
            yield from self._schema(action)

    def _schema(self, action: LiftedAction) -> Iterator[str]:
        name = action.symbol.name
        typed = [
            f"{each} - {self._type_name(sort)}" for each, sort in action.parameters
        ]
        events = ["-".join(["e", name, *each.values]) for each in action.events]
        for called, event in zip(events, action.events, strict=True):
            yield self._event_text(called, event, action, typed)
        words = " ".join(each for each, _ in action.parameters)
        uses = " ".join(f"({f'{each} {words}'.strip()})" for each in events)
        condition = (
            "" if action.condition == TRUE else f" | {write_formula(action.condition)}"
        )
        parameters = " ".join(typed) if typed else f"?{NOW} - {OCCASION}"
        places = tuple(f"{{{n}}}" for n in range(1, len(action.symbol.sorts) + 1))
        yield (
            f"  ; {action.symbol.sentence(places)}\n"
            f"  (:action {name}\n    :parameters ({parameters}{condition})\n"
            f"    :action-type ({self._type(action).name} {uses})\n"
            f"    :observability-conditions {self._observability(action)})"
        )

    def _event_text(
        self,
        name: str,
        event: LiftedEvent,
        action: LiftedAction,
        typed: Sequence[str],
    ) -> str:
        lines = [f"  (:event {name}"]
        if typed:
            lines.append(f"    :parameters ({' '.join(typed)})")
        needed = "" if event.precondition == TRUE else write_formula(event.precondition)
        if action.knowledge:
            both = f"(and {needed} {action.knowledge})"
            needed = both if needed else action.knowledge
        if needed:
            lines.append(f"    :precondition {needed}")
        if event.effects:
            effects = " ".join(map(self._effect_text, event.effects))
            lines.append(f"    :effects (:and {effects})")
        return "\n".join(lines) + ")"

    def _effect_text(self, effect: LiftedEffect) -> str:
        text = f"({' '.join(effect.atom)})"
        text = text if effect.begins else f"(not {text})"
        if effect.condition != TRUE:
            text = f"(when {write_formula(effect.condition)} {text})"
        if effect.variables:
            typed = " ".join(
                f"{each} - {self._type_name(self.rules.sorts[each])}"
                for each in effect.variables
            )
            text = f"(:forall ({typed}) {text})"
        return text

    def _observability(self, action: LiftedAction) -> str:
        if action.observed == TRUE or len(action.events) == 1:
            return "(default Fully)"
        alone = _equal_to(action.observed, action.observer)
        if alone is not None:
            rows = " ".join(f"({each} Fully)" for each in alone)
            return f"(:and {rows} (default Partially))"
        agent = f"{action.observer} - {self._type_name(self.task.package.agents.name)}"
        how = f"(if {write_formula(action.observed)} Fully else Partially)"
        return f"(:forall ({agent}) ({action.observer} {how}))"


def _equal_to(f: Condition, variable: str) -> list[str] | None:
    """The terms to one of which a variable must be equal; None for another formula."""
    found = []
    for part in f[1:] if f[0] == "or" else (f,):
        if f == FALSE or part[0] != "=" or variable not in part[1:]:
            return [] if f == FALSE else None
        found += [each for each in part[1:] if each != variable]
    return found


def require_unconstrained(package: Package) -> None:
    """Raise QueryError if a constraint leaves out runs after their start."""
    rules = rules_of(package)
    starts = start_predicates(rules)
    for rule in rules:
        constraint = all(not head.positive for head in rule.heads)
        if constraint and not all(
            atom.predicate in starts
            or atom.situation == "0"
            or atom.predicate[0] in package.sorts
            for atom in (*rule.body, *rule.heads)
        ):
            raise QueryError(f"{AXIOMS}:{rule.line}: a constraint leaves runs out")


def static_facts(package: Package) -> dict[str, tuple[list[str], list[list[str]]]]:
    """Return the predicates of a package that are the same in all its runs.

    For each there are the sorts of its arguments, and its rows. A predicate whose
    values are of no one sort is left out.
    """
    starts = start_predicates(rules_of(package))
    rules = plain_rules(package.axioms)
    heads = {(rule.head.name, len(rule.head.arguments)) for rule in rules}
    names = heads & starts
    control = ground(package, program_text(package, (), {0}))
    found = {}
    for name, arity in sorted(names):
        if name in package.fluents or name in package.sorts or not arity:
            continue
        atoms = list(control.symbolic_atoms.by_signature(name, arity))
        if not atoms or not all(each.is_fact for each in atoms):
            continue
        rows = [[str(x) for x in each.symbol.arguments] for each in atoms]
        sorts = _column_sorts(package, rows)
        if sorts is not None:
            found[name] = (sorts, rows)
    return found


def _column_sorts(package: Package, rows: list[list[str]]) -> list[str] | None:
    found = []
    for column in zip(*rows, strict=True):
        for sort in package.sorts.values():
            if sort.sizes is None and set(column) <= {term(x) for x in sort.values()}:
                found.append(sort.name)
                break
        else:
            return None
    return found
