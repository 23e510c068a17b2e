"""Actions with parameters: when they are possible, their effects, and who sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.axiom_checks.axiom_rules import LiteralRule
from mystpy.packages.epddl.lifted.action_effects import LiftedEffect, lifted_effects
from mystpy.packages.epddl.lifted.rule_conditions import DoneAction, RuleConditions
from mystpy.packages.epddl.lifted.rule_terms import PLAIN
from mystpy.packages.epddl.written_formulas import (
    FALSE,
    TRUE,
    Condition,
    conjunction,
    conjuncts_of,
    disjunction,
    negation,
    predicates_of,
    rename_terms,
    terms_of,
)
from mystpy.packages.package import ActionSymbol
from mystpy.packages.value_sorts import Value, term_parts

MAX_EVENTS = 200
"""The maximal number of values of an action's private arguments."""


class LiftedEvent(NamedTuple):
    """One way in which an action can happen."""

    values: tuple[str, ...]
    precondition: Condition
    effects: tuple[LiftedEffect, ...]


class LiftedAction(NamedTuple):
    """An action with parameters.

    `condition` is what the parameters must satisfy, `observed` when an agent, `?k`,
    sees which event happens; the others see only the action. `knowledge` is the
    precondition about knowledge.
    """

    symbol: ActionSymbol
    parameters: tuple[str, ...]
    condition: Condition
    events: tuple[LiftedEvent, ...]
    observer: str
    observed: Condition
    knowledge: Condition


class ActionLifting:
    """One action, whose public arguments become parameters."""

    def __init__(self, rules: RuleConditions, symbol: ActionSymbol) -> None:
        self.rules, self.symbol = rules, symbol
        if any(sort.sizes is not None for sort in symbol.sorts):
            raise rules.fault(None, f"{symbol.name} has an argument that is a set")
        self.public = [n for n in range(len(symbol.sorts)) if n not in symbol.private]
        self.parameters = {n: f"?x{place}" for place, n in enumerate(self.public, 1)}
        for n, name in self.parameters.items():
            rules.sorts[name] = symbol.sorts[n].name

    def action(self, forms: Mapping[ActionStep, Condition]) -> LiftedAction:
        """Return the action; `forms` has what its instances demand of knowledge.

        Raises QueryError, with the line, for rules that are not read so.
        """
        rules, symbol = self.rules, self.symbol
        columns = [symbol.sorts[n].elements for n in symbol.private]
        if prod(map(len, columns)) > MAX_EVENTS:
            raise rules.fault(None, f"{symbol.name} has more than {MAX_EVENTS} events")
        events = [self._event(row) for row in product(*columns)]
        events = [each for each in events if each.precondition != FALSE]
        if not events:
            raise rules.fault(None, f"{symbol.name} is never possible")
        common, events = self._common(events)
        observer, observed = self._observed()
        return LiftedAction(
            symbol,
            tuple(self.parameters.values()),
            common,
            tuple(events),
            observer,
            observed,
            self._knowledge(forms),
        )

    def _done(self, values: Sequence[str]) -> DoneAction:
        private = dict(zip(self.symbol.private, values, strict=True))
        places = range(len(self.symbol.sorts))
        arguments = (private.get(n) or self.parameters[n] for n in places)
        return DoneAction(self.symbol.name, tuple(arguments))

    # --- Possibility ----------------------------------------------------------

    def _event(self, row: Sequence[Value]) -> LiftedEvent:
        sorts = (self.symbol.sorts[n] for n in self.symbol.private)
        values = tuple(map(self.rules.names.value, sorts, row))
        done = self._done(values)
        possible = disjunction(self._possible(done))
        over = disjunction(
            self.rules.body(rule, self.rules.at_situation(rule), None)
            for rule in self.rules.heads("over", 1)
        )
        needed = conjunction([possible, negation(over)])
        return LiftedEvent(values, needed, tuple(lifted_effects(self.rules, done)))

    def _possible(self, done: DoneAction) -> Iterator[Condition]:
        for rule in self.rules.heads("poss", 2):
            name, arguments = term_parts(rule.head.arguments[0])
            if name[:1].isupper():
                raise self.rules.fault(rule, "poss is said of any action")
            if name != done.name:
                continue
            known = self.rules.at_situation(rule)
            equal = self.rules.unified(rule, arguments, done.arguments, known)
            yield conjunction([*equal, self.rules.body(rule, known, None)])

    def _common(
        self, events: Sequence[LiftedEvent]
    ) -> tuple[Condition, list[LiftedEvent]]:
        """Return the common condition on the parameters, and the events without it."""
        rows = [conjuncts_of(each.precondition) for each in events]
        static = [
            part
            for part in rows[0]
            if predicates_of(part) <= set(self.rules.facts)
            and terms_of(part) & set(self.parameters.values())
            and all(part in row for row in rows)
        ]
        found = [
            each._replace(precondition=conjunction(x for x in row if x not in static))
            for each, row in zip(events, rows, strict=True)
        ]
        return conjunction(static), found

    # --- Sight ----------------------------------------------------------------

    def _observed(self) -> tuple[str, Condition]:
        """Return when an agent sees the private arguments."""
        rules = self.rules
        observer = rules.variable(rules.package.agents.name, "k")
        values = [
            rules.variable(self.symbol.sorts[n].name, "e") for n in self.symbol.private
        ]
        done = self._done(values)
        seen: dict[str, list[Condition]] = {}
        for rule in rules.heads("obs", 4):
            for what, condition in self._seen(rule, observer, done):
                seen.setdefault(what, []).append(condition)
        full = disjunction(seen.pop("", []))
        hidden = disjunction(each for parts in seen.values() for each in parts)
        name = self.symbol.name
        for found in (full, hidden):
            hides = terms_of(found) & set(values)
            if hides or not predicates_of(found) <= set(rules.facts):
                raise rules.fault(None, f"who sees {name} depends on the state")
        if len(seen) > 1:
            raise rules.fault(None, f"{name} is hidden in several ways")
        if disjunction([full, hidden]) != TRUE and not _complete(full, hidden):
            raise rules.fault(None, f"some agent may see nothing of {name}")
        return observer, full

    def _seen(
        self, rule: LiteralRule, observer: str, done: DoneAction
    ) -> Iterator[tuple[str, Condition]]:
        """When a rule says that an agent sees the action, and what is hidden of it."""
        agent, action, seen, _ = rule.head.arguments
        known = self.rules.at_situation(rule)
        name, arguments = term_parts(action)
        body = rule
        if name[:1].isupper():
            body = _of_action(rule, name, done)
        elif name != done.name:
            return
        equal = self.rules.unified(rule, [agent], [observer], known)
        if name[:1].islower():
            equal += self.rules.unified(rule, arguments, done.arguments, known)
        hidden = "" if seen == action else self._hidden(rule, action, seen)
        yield hidden, conjunction([*equal, self.rules.body(body, known, done)])

    def _hidden(self, rule: LiteralRule, action: str, seen: str) -> str:
        """Return the terms seen instead of private arguments, all of them hidden."""
        name, arguments = term_parts(seen)
        _, given = term_parts(action)
        private = self.symbol.private
        if name != self.symbol.name or len(arguments) != len(given):
            raise self.rules.fault(rule, f"{seen} is seen besides the action")
        if not all(PLAIN.fullmatch(arguments[n]) for n in private):
            raise self.rules.fault(rule, f"{seen} hides a part of {action}")
        return ",".join(arguments[n] for n in private)

    # --- Knowledge ------------------------------------------------------------

    def _knowledge(self, forms: Mapping[ActionStep, Condition]) -> Condition:
        """The precondition about knowledge, with parameters for their values."""
        if "{" not in self.symbol.precondition:
            return next(iter(forms.values()), TRUE)
        found = set()
        for step, form in forms.items():
            values: dict[str, str] = {}
            for place, name in self.parameters.items():
                value = step.arguments[place]
                assert value is not None
                word = self.rules.names.value(self.symbol.sorts[place], value)
                values.setdefault(word, name)
            found.add(rename_terms(form, values))
        if len(found) > 1:
            name = self.symbol.name
            raise self.rules.fault(None, f"the precondition of {name} has no one form")
        return found.pop() if found else TRUE


def _complete(full: Condition, hidden: Condition) -> bool:
    """Return whether an event not seen in full is evidently seen with a part hidden."""
    parts = full[1:] if full[0] == "or" else (full,)
    others = {negation(full), *map(negation, parts)}
    return set(conjuncts_of(hidden)) <= others


def _of_action(rule: LiteralRule, name: str, done: DoneAction) -> LiteralRule:
    """A rule about any action, without the literal that says that it is done."""
    if rule.body is None:
        return rule
    rest = tuple(x for x in rule.body if not (x.name == "done" and name in x.arguments))
    if any(name in each.arguments for each in rest):
        raise QueryError(f"what {name} of an obs rule is, is asked besides")
    return rule._replace(body=rest)
