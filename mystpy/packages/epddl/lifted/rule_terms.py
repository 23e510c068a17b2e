"""The variables and constants of rules as terms of EPDDL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.packages.axiom_checks.axiom_rules import (
    LiteralRule,
    plain_rules,
)
from mystpy.packages.epddl.identifiers import Identifiers
from mystpy.packages.epddl.written_formulas import (
    Condition,
    equality,
)
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.value_sorts import term_parts

VARIABLE = pattern(r"_*[A-Z]\w*")
"""A variable of a rule."""

PLAIN = pattern(r"[a-z]\w*|\d+")
"""A constant of a rule."""

HERE = "@"
"""The term for the situation in which an action is done."""

Facts = dict[str, tuple[list[str], list[list[str]]]]
"""Predicates that do not depend on the start: the sorts of arguments, and the rows."""


class RuleTerms:
    """The rules of one package, and the terms of EPDDL in them."""

    def __init__(self, package: Package, facts: Facts) -> None:
        self.package, self.names = package, Identifiers(package)
        self.rules = plain_rules(package.axioms)
        self.facts = facts
        self.sorts: dict[str, str] = {HERE: ""}
        """The sort of each term of EPDDL."""
        self._fresh = 0
        for sort in package.sorts.values():
            if sort.sizes is None:
                for value in sort.values():
                    self.sorts[self.names.value(sort, value)] = sort.name

    def fault(self, rule: LiteralRule | None, message: str) -> QueryError:
        """Return the error for a rule that cannot be read so."""
        place = f"{AXIOMS}:{rule.line}: " if rule else ""
        return QueryError(f"{place}{message}")

    def variable(self, sort: str, prefix: str = "v") -> str:
        """Return a new variable of a sort."""
        self._fresh += 1
        name = f"?{prefix}{self._fresh}"
        self.sorts[name] = sort
        return name

    def heads(self, name: str, arity: int) -> Iterator[LiteralRule]:
        """Yield the rules for a predicate."""
        for rule in self.rules:
            if rule.head.name == name and len(rule.head.arguments) == arity:
                yield rule

    def constant(self, text: str, sort: str) -> str:
        """Return a constant of a rule as a term. Raises QueryError if it is none."""
        known = self.package.constants
        word = str(known[text]) if text in known else text
        values = self.package.sorts[sort]
        if not PLAIN.fullmatch(word) or values.sizes is not None:
            raise self.fault(None, f"{text} is no constant of the sort {sort}")
        return self.names.value(values, values.value(word))

    def unified(
        self,
        rule: LiteralRule,
        arguments: Sequence[str],
        terms: Sequence[str],
        known: dict[str, str],
    ) -> list[Condition]:
        """Let variables of a rule stand for terms; return what must also be equal."""
        found = []
        for argument, term in zip(arguments, terms, strict=True):
            if argument == "_":
                continue
            if VARIABLE.fullmatch(argument):
                if known.setdefault(argument, term) != term:
                    found.append(self.equal(rule, known[argument], term))
            elif PLAIN.fullmatch(argument) and term != HERE:
                found.append(equality(self._like(rule, argument, term), term))
            elif term == HERE:
                name = rule.head.name
                raise self.fault(rule, f"{name} is of the situation before: declare it")
            else:
                raise self.fault(rule, f"{argument} is neither variable nor constant")
        return found

    def equal(self, rule: LiteralRule, one: str, other: str) -> Condition:
        """Return that terms are equal. Raises QueryError if their sorts are not."""
        if self.sorts[one] != self.sorts[other]:
            sorts = f"{self.sorts[one]} and {self.sorts[other]}"
            raise self.fault(rule, f"values of the sorts {sorts} are compared")
        return equality(one, other)

    def _like(self, rule: LiteralRule, text: str, term: str) -> str:
        """A constant that is compared with a term."""
        try:
            return self.constant(text, self.sorts[term])
        except QueryError:
            raise self.fault(rule, f"{text} is compared with another sort") from None

    def at_situation(self, rule: LiteralRule) -> dict[str, str]:
        """Return the variable of the situation of a rule, its last argument."""
        text = rule.head.arguments[-1].strip("()").replace(" ", "").removesuffix("+1")
        if not VARIABLE.fullmatch(text):
            raise self.fault(rule, f"{text} is one situation alone")
        return {text: HERE}


def said_sorts(
    package: Package, facts: Facts, name: str, arguments: Sequence[str]
) -> Iterator[tuple[str, str | None]]:
    """Yield the variables of a literal, each with the sort that it says, or None."""
    sorts: Sequence[str | None] = [None] * len(arguments)
    if name in package.fluents:
        sorts = [sort.name for sort in package.fluents[name].sorts]
    elif name in package.sorts:
        sorts = [name]
    elif name in facts:
        sorts = facts[name][0]
    for argument, said in zip(arguments, sorts, strict=False):
        if VARIABLE.fullmatch(argument):
            yield argument, said
        elif "(" in argument:
            action, inner = term_parts(argument)
            known = package.actions[action].sorts if action in package.actions else ()
            for each, sort in zip(inner, known, strict=False):
                if VARIABLE.fullmatch(each):
                    yield each, sort.name
