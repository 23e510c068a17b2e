"""The names of an action of a package: its term, its variables and its events."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
    variables,
)
from mystpy.packages.epddl.reading.observability import (
    ActionPart,
    ObservedAction,
)
from mystpy.packages.epddl.reading.planning_task import EventSchema, EventUse


class ActionNames:
    """The names of one part of an action: its term, its variables, its events."""

    def __init__(
        self, terms: PackageTerms, action: ObservedAction, part: ActionPart
    ) -> None:
        self.terms, self.action, self.part = terms, action, part
        schema = action.schema
        self.scope = variables(terms, schema.parameters, {}, "object")
        self.values = event_names(part.events)
        alone = len(action.parts) == 1
        every = event_names(schema.events)
        suffix = "" if alone else f"_{every[part.places[0]]}"
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

    def term(self, event: str = "") -> str:
        """Return the action as a term; `event` is its last argument, if it has one."""
        arguments = [each.asp for each in self.scope.values()]
        if len(self.part.events) > 1:
            arguments.append(event or "Event")
        return f"{self.name}({','.join(arguments)})" if arguments else self.name

    def event_scope(self, use: EventUse, scope: Scope) -> dict[str, RuleTerm]:
        """Return what the parameters of an event stand for where an action uses it."""
        event = self.event(use)
        return {
            each.name: self.terms.term(word, scope)
            for each, word in zip(event.parameters, use.arguments, strict=True)
        }

    def event(self, use: EventUse) -> EventSchema:
        """Return the event that an action uses."""
        return self.terms.task.events[use.word.text]


def event_names(events: Iterable[EventUse]) -> list[str]:
    """Return short names for events, without what they all begin with."""
    words = [each.word.text.lower().replace("-", "_") for each in events]
    first, last = min(words), max(words)
    length = next(
        (n for n, (x, y) in enumerate(zip(first, last, strict=False)) if x != y),
        len(first),
    )
    common = first[: first.rfind("_", 0, length) + 1] if len(words) > 1 else ""
    found: list[str] = []
    for word in words:
        short = word[len(common) :]
        short = plain_name(short if short[:1].isalpha() else word)
        number, name = 1, short
        while name in found:
            number += 1
            name = f"{short}_{number}"
        found.append(name)
    return found


def plain_name(word: str) -> str:
    """Return a word as a constant of the axioms."""
    found = "".join(x if x.isalnum() else "_" for x in word.lower())
    return found.lstrip("_0123456789") or "x"
