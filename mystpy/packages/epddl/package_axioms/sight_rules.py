"""The axioms of sight of an action: who sees which of its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.packages.epddl.package_axioms.action_names import ActionNames, plain_name
from mystpy.packages.epddl.package_axioms.formula_rules import (
    FormulaRules,
    rule_text,
)
from mystpy.packages.epddl.package_axioms.package_terms import (
    RuleTerm,
    Scope,
    sort_atoms,
    variables,
)
from mystpy.packages.epddl.reading.observability import (
    ObservabilityRule,
)


class SightRules:
    """Writes who sees what of one part of an action."""

    def __init__(self, names: ActionNames) -> None:
        self.names = names

    def lines(self) -> list[str]:
        """Return the rules for `obs`, and those for observability types."""
        names = self.names
        agents = self.names.terms.agent_sort
        done = f"done({self.names.term()}, S)"
        if len(self.names.part.events) == 1:
            seen = f"obs(Agent, {self.names.term()}, {self.names.term()}, S)"
            return [rule_text(seen, [f"{agents}(Agent)", done])]
        lines = [
            f"{names.looks}({plain_name(kind)}, {event}, {self._seen(classes, place)})."
            for kind, classes in self.names.part.classes.items()
            for place, event in enumerate(self.names.values)
        ]
        seen = f"obs(Agent, {self.names.term()}, {self.names.term('Seen')}, S)"
        if len(self.names.action.used) == 1:
            looks = f"{names.looks}({plain_name(names.action.used[0])}, Event, Seen)"
            return [rule_text(seen, [f"{agents}(Agent)", done, looks]), *lines]
        looks = f"{self.names.looks}(How, Event, Seen)"
        how = self._how("Agent", "How")
        return [rule_text(seen, [done, how, looks]), *lines, *self._types()]

    def _seen(self, classes: Sequence[int], place: int) -> str:
        """What is seen of an event: it, or those with which it is confused."""
        alike = [
            value
            for value, each in zip(self.names.values, classes, strict=True)
            if each == classes[place]
        ]
        if len(alike) == len(self.names.values):
            return "some"
        found = "_or_".join(alike)
        while len(alike) > 1 and found in self.names.values:
            found = f"{found}_seen"
        return found

    def _how(self, agent: str, kind: str) -> str:
        names = [each.asp for each in self.names.scope.values()]
        return f"{self.names.observed}({','.join([agent, *names, kind, 'S'])})"

    def _types(self) -> Iterator[str]:
        """The rules that say which observability type each agent has."""
        rules = FormulaRules(self.names.terms)
        event = [f"done({self.names.term()}, S)"]
        arguments = [each.asp for each in self.names.scope.values()]
        default = self.names.action.default
        for each in self.names.action.rules:
            given, inner = self._ranged(rules, each)
            agent = self.names.terms.term(each.agent, inner).asp
            head = f"{self.names.named}({','.join([agent, *arguments])})"
            sorts = sort_atoms(self.names.scope.values())
            yield rule_text(head, [*sorts, *given])
            yield from self._branches(rules, each, (agent, inner, [*event, *given]))
        if default is not None and default in self.names.action.used:
            head = self._how("Agent", plain_name(default))
            here = f"{self.names.named}({','.join(['Agent', *arguments])})"
            body = [*event, f"{self.names.terms.agent_sort}(Agent)", f"not {here}"]
            if self.names.action.rules:
                yield rule_text(head, body)
        yield from rules.taken_lines()

    def _ranged(
        self, rules: FormulaRules, rule: ObservabilityRule
    ) -> tuple[list[str], dict[str, RuleTerm]]:
        new = variables(self.names.terms, rule.parameters, self.names.scope, "agent")
        inner = {**self.names.scope, **new}
        given = [*sort_atoms(new.values()), *rules.all(rule.conditions, inner)]
        return given, inner

    def _branches(
        self,
        rules: FormulaRules,
        rule: ObservabilityRule,
        where: tuple[str, Scope, list[str]],
    ) -> Iterator[str]:
        agent, scope, given = where
        before: list[str] = []
        branches = list(rule.branches)
        if branches[-1][0] is not None and self.names.action.default is not None:
            branches.append((None, self.names.action.default))
        for condition, kind in branches:
            literals = [] if condition is None else rules.literals(condition, scope)
            if kind in self.names.action.used:
                head = self._how(agent, plain_name(kind))
                yield rule_text(head, [*given, *before, *literals])
            if condition is not None:
                before += rules.negated(condition, scope)
