"""The EPDDL of a package whose actions have parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from mystpy.errors import QueryError
from mystpy.language.atoms import Truth
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.axiom_checks.package_checks import require_sound
from mystpy.packages.epddl.epddl_texts import action_text, event_text, places_text
from mystpy.packages.epddl.event_models import PackageTask, package_start
from mystpy.packages.epddl.identifiers import NOW, OCCASION
from mystpy.packages.epddl.lifted.action_effects import LiftedEffect
from mystpy.packages.epddl.lifted.lifted_actions import ActionLifting, LiftedAction
from mystpy.packages.epddl.lifted.rule_conditions import RuleConditions
from mystpy.packages.epddl.lifted.rule_terms import require_unconstrained, static_facts
from mystpy.packages.epddl.specification import ActionType, Specification
from mystpy.packages.epddl.written_formulas import (
    FALSE,
    TRUE,
    Condition,
    predicates_of,
    write_formula,
)
from mystpy.packages.fluent_words import precondition_of
from mystpy.packages.package import ActionSymbol, Package
from mystpy.packages.value_sorts import Value

MAX_INSTANCES = 5_000
"""The maximal number of instances of an action with compared preconditions."""

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
        forms: dict[ActionStep, Condition] = {}
        if symbol.precondition:
            places = list(enumerate(symbol.sorts))
            if prod(len(x) for n, x in places if n not in symbol.private) > (
                MAX_INSTANCES
            ):
                raise QueryError(f"{symbol.name} has too many instances")
            columns: list[tuple[Value | None, ...]] = [
                (None,) if n in symbol.private else tuple(sort.values())
                for n, sort in places
            ]
            for row in product(*columns):
                step = ActionStep(symbol, row)
                known = precondition_of(self.task.package, step)
                forms[step] = self.condition(known)
        return ActionLifting(self.rules, symbol).action(forms)

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
            f"\n    (:fact {name}"
            f"{places_text(map(self._type_name, self.rules.facts[name][0]))})"
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

    def _type_name(self, sort: str) -> str:
        return self.names.type(self.task.package.sorts[sort])

    def _typed(self, terms: Iterable[str]) -> str:
        sorts = self.rules.sorts
        return " ".join(f"{each} - {self._type_name(sorts[each])}" for each in terms)

    def fact_rows(self) -> list[str]:
        """Return the facts that are true."""
        found = []
        for name in self._used_facts():
            sorts, rows = self.rules.facts[name]
            for row in rows:
                words = map(self.rules.constant, row, sorts)
                found.append(f"({' '.join([name, *words])})")
        return found

    def actions(self) -> Iterator[str]:
        """Yield the events and actions."""
        for action in self.lifted:
            name, typed = action.symbol.name, self._typed(action.parameters)
            events = ["-".join(["e", name, *each.values]) for each in action.events]
            for called, event in zip(events, action.events, strict=True):
                needed = _needed(event.precondition, action.knowledge)
                effects = list(map(self._effect_text, event.effects))
                yield event_text(called, typed, needed, effects)
            words = " ".join(action.parameters)
            uses = (f"({f'{each} {words}'.strip()})" for each in events)
            parameters = typed or f"?{NOW} - {OCCASION}"
            if action.condition != TRUE:
                parameters += f" | {write_formula(action.condition)}"
            places = tuple(f"{{{n}}}" for n in range(1, len(action.symbol.sorts) + 1))
            yield action_text(
                action.symbol.sentence(places),
                name,
                parameters,
                " ".join([self._type(action).name, *uses]),
                self._observability(action),
            )

    def _effect_text(self, effect: LiftedEffect) -> str:
        text = f"({' '.join(effect.atom)})"
        text = text if effect.begins else f"(not {text})"
        if effect.condition != TRUE:
            text = f"(when {write_formula(effect.condition)} {text})"
        if effect.variables:
            text = f"(:forall ({self._typed(effect.variables)}) {text})"
        return text

    def _observability(self, action: LiftedAction) -> str:
        if action.observed == TRUE or len(action.events) == 1:
            return "(default Fully)"
        alone = _equal_to(action.observed, action.observer)
        if alone is not None:
            rows = " ".join(f"({each} Fully)" for each in alone)
            return f"(:and {rows} (default Partially))"
        how = f"(if {write_formula(action.observed)} Fully else Partially)"
        agent = self._typed([action.observer])
        return f"(:forall ({agent}) ({action.observer} {how}))"


def _needed(state: Condition, knowledge: Condition) -> str:
    """A precondition about the state and about knowledge; empty if it is true."""
    parts = [write_formula(each) for each in (state, knowledge) if each != TRUE]
    return f"(and {' '.join(parts)})" if len(parts) > 1 else "".join(parts)


def _equal_to(f: Condition, variable: str) -> list[str] | None:
    """The terms to one of which a variable must be equal; None for another formula."""
    found = []
    for part in f[1:] if f[0] == "or" else (f,):
        if f == FALSE or part[0] != "=" or variable not in part[1:]:
            return [] if f == FALSE else None
        found += [each for each in part[1:] if each != variable]
    return found
