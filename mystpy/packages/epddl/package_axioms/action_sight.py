"""One part of an action of a package: its names, and the axioms of who sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.packages.epddl.identifiers import unused_name
from mystpy.packages.epddl.package_axioms.formula_rules import FormulaRules, rule_text
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
    sort_atoms,
    variables,
)
from mystpy.packages.epddl.reading.observability import (
    ActionPart,
    ObservabilityRule,
    ObservedAction,
)
from mystpy.packages.epddl.reading.planning_task import EventSchema, EventUse
from mystpy.packages.value_sorts import applied_term


class ActionSight:
    """The names of one part of an action, and the rules for `obs`."""

    def __init__(
        self, terms: PackageTerms, action: ObservedAction, part: ActionPart
    ) -> None:
        self.terms, self.action, self.part = terms, action, part
        schema = action.schema
        self.scope = variables(terms, schema.parameters, {}, "object")
        self.values = _event_names(part.events)
        suffix = ""
        if len(action.parts) > 1:
            suffix = f"_{_event_names(schema.events)[part.places[0]]}"
        self.name = terms.fresh(f"{schema.word.text}{suffix}")
        self.looks, self.observed, self.named = (
            terms.fresh(f"{self.name}_{each}")
            for each in ("looks", "observed", "named")
        )
        self.sorts = [each.sort or "" for each in self.scope.values()]
        if len(part.events) > 1:
            self.sorts.append(self._event_sort())

    def _event_sort(self) -> str:
        for name, values in self.terms.sorts.items():
            if values == tuple(self.values) and name.startswith("event"):
                return name
        name = self.terms.fresh("event")
        self.terms.sorts[name] = tuple(self.values)
        return name

    @property
    def variables(self) -> list[str]:
        """The variables of its parameters."""
        return [each.asp for each in self.scope.values()]

    def term(self, event: str = "Event") -> str:
        """Return the action as a term; `event` is its last argument, if it has one."""
        events = [event] if len(self.part.events) > 1 else []
        return applied_term(self.name, [*self.variables, *events])

    def event(self, use: EventUse, scope: Scope) -> tuple[EventSchema, Scope]:
        """Return the event that an action uses, and the terms of its parameters."""
        event = self.terms.task.events[use.word.text]
        pairs = zip(event.parameters, use.arguments, strict=True)
        return event, {each.name: self.terms.term(x, scope) for each, x in pairs}

    # --- Who sees it ----------------------------------------------------------

    def sight(self) -> list[str]:
        """Return the rules for `obs`, and those for observability types."""
        done, used = f"done({self.term()}, S)", self.action.used
        anybody = f"{self.terms.agent_sort}(Agent)"
        if len(self.part.events) == 1:
            seen = f"obs(Agent, {self.term()}, {self.term()}, S)"
            return [rule_text(seen, [anybody, done])]
        lines = [
            f"{self.looks}({plain_name(kind)}, {event}, {self._seen(classes, place)})."
            for kind, classes in self.part.classes.items()
            for place, event in enumerate(self.values)
        ]
        seen = f"obs(Agent, {self.term()}, {self.term('Seen')}, S)"
        if len(used) == 1:
            looks = f"{self.looks}({plain_name(used[0])}, Event, Seen)"
            return [rule_text(seen, [anybody, done, looks]), *lines]
        body = [done, self._how("Agent", "How"), f"{self.looks}(How, Event, Seen)"]
        return [rule_text(seen, body), *lines, *self._types()]

    def _seen(self, classes: Sequence[int], place: int) -> str:
        """Return what is seen of an event: it, or those with which it is confused."""
        pairs = zip(self.values, classes, strict=True)
        alike = [value for value, each in pairs if each == classes[place]]
        if len(alike) == len(self.values):
            return "some"
        found = "_or_".join(alike)
        while len(alike) > 1 and found in self.values:
            found = f"{found}_seen"
        return found

    def _how(self, agent: str, kind: str) -> str:
        return f"{self.observed}({','.join([agent, *self.variables, kind, 'S'])})"

    def _types(self) -> Iterator[str]:
        """The rules that say which observability type each agent has."""
        rules, default = FormulaRules(self.terms), self.action.default
        event = [f"done({self.term()}, S)"]
        for each in self.action.rules:
            inner, given = rules.ranged(
                each.parameters, each.conditions, self.scope, "agent"
            )
            agent = self.terms.term(each.agent, inner).asp
            head = f"{self.named}({','.join([agent, *self.variables])})"
            yield rule_text(head, [*sort_atoms(self.scope.values()), *given])
            yield from self._branches(rules, each, (agent, inner, [*event, *given]))
        if self.action.rules and default is not None and default in self.action.used:
            here = f"{self.named}({','.join(['Agent', *self.variables])})"
            body = [*event, f"{self.terms.agent_sort}(Agent)", f"not {here}"]
            yield rule_text(self._how("Agent", plain_name(default)), body)
        yield from rules.taken_lines()

    def _branches(
        self,
        rules: FormulaRules,
        rule: ObservabilityRule,
        where: tuple[str, dict[str, RuleTerm], list[str]],
    ) -> Iterator[str]:
        agent, scope, before = where
        branches = list(rule.branches)
        if branches[-1][0] is not None and self.action.default is not None:
            branches.append((None, self.action.default))
        for condition, kind in branches:
            literals = [] if condition is None else rules.literals(condition, scope)
            if kind in self.action.used:
                head = self._how(agent, plain_name(kind))
                yield rule_text(head, [*before, *literals])
            if condition is not None:
                before += rules.literals(condition, scope, true=False)


def _event_names(events: Iterable[EventUse]) -> list[str]:
    """Short names for events, without what they all begin with."""
    words = [each.word.text.lower().replace("-", "_") for each in events]
    first, last = min(words), max(words)
    pairs = enumerate(zip(first, last, strict=False))
    length = next((n for n, (x, y) in pairs if x != y), len(first))
    common = first[: first.rfind("_", 0, length) + 1] if len(words) > 1 else ""
    taken: set[str] = set()
    found = []
    for word in words:
        short = word[len(common) :]
        short = plain_name(short if short[:1].isalpha() else word)
        found.append(unused_name(short, taken))
    return found


def plain_name(word: str) -> str:
    """Return a word as a constant of the axioms."""
    found = "".join(x if x.isalnum() else "_" for x in word.lower())
    return found.lstrip("_0123456789") or "x"
