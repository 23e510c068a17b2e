"""Conditions of EPDDL as bodies of rules, with a predicate for each part with `or`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
    sort_atoms,
    variables,
)
from mystpy.packages.epddl.reading.planning_task import TypedWord
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    list_of,
    words_in,
)
from mystpy.packages.epddl.reading.static_conditions import read_quantifier, two_of
from mystpy.packages.value_sorts import applied_term

_NEVER = "1 = 2"


class FormulaRules:
    """Writes conditions about one situation: `S`, or the start, `0`.

    `lines` are the rules for parts of the conditions that were written.
    """

    def __init__(self, terms: PackageTerms, situation: str = "S") -> None:
        self.terms, self.situation = terms, situation
        self.lines: list[str] = []

    def taken_lines(self) -> list[str]:
        """Return the rules written so far, and forget them."""
        found, self.lines = self.lines, []
        return found

    def atom(self, node: Bracketed, scope: Scope) -> str:
        """Return an atom. Raises ParseError for what is none."""
        predicate, words = self.terms.task.arguments(node)
        found = [self.terms.term(each, scope) for each in words]
        for place, each, word in zip(predicate.parameters, found, words, strict=True):
            allowed = self.terms.sorts[self.terms.sort_of(place)]
            values = self.terms.sorts[each.sort] if each.sort else (each.asp,)
            if not set(values) <= set(allowed):
                kind = " or ".join(x.text for x in place.types) or "object"
                raise word.fault(f"{word.text} is not always of the type {kind}")
        arguments = [each.asp for each in found]
        if not self.terms.rigid(predicate):
            arguments.append(self.situation)
        return applied_term(self.terms.predicates[predicate.word.text], arguments)

    def literals(self, node: Node, scope: Scope, *, true: bool = True) -> list[str]:
        """Return the literals that say that a condition is true, or that it is not."""
        inner = list_of(node, "a formula", node)
        if inner.modality is not None:
            raise inner.fault(
                "knowledge is only read in the precondition of an event",
                "axioms of a package speak of fluents; the whole precondition of an"
                " action may speak of knowledge",
            )
        match inner.head:
            case "true" | "false":
                return [] if (inner.head == "true") is true else [_NEVER]
            case "=" | "/=":
                one, other = (self.terms.term(x, scope).asp for x in two_of(inner))
                return [f"{one} {'=' if (inner.head == '=') is true else '!='} {other}"]
            case "not":
                return self.literals(inner.argument(), scope, true=not true)
            case "and" if true:
                return self.all(inner.items[1:], scope)
            case "forall":
                true, found = not true, self._failing(inner, scope)
            case "and" | "or" | "imply" | "exists":
                found = self._part(inner, scope)
            case _:
                found = self.atom(inner, scope)
        return [found if true else f"not {found}"]

    def _part(self, node: Bracketed, scope: Scope) -> str:
        """The atom of a new predicate that is true if a formula is."""
        head, sorts = self.head("true_", [node], scope)
        for body in self._bodies(node, scope):
            self.rule(head, [*sorts, *body])
        return head

    def _bodies(self, node: Bracketed, scope: Scope) -> list[list[str]]:
        """The alternatives in which a formula is true."""
        if node.head == "or":
            return [self.literals(each, scope) for each in node.items[1:]]
        if node.head == "imply":
            one, other = two_of(node)
            return [
                self.literals(one, scope, true=False),
                self.literals(other, scope),
            ]
        if node.head == "exists":
            inner, body, conditions = self._inner(node, scope)
            return [[*conditions, *self.literals(body, inner)]]
        return [self.literals(node, scope)]

    def _failing(self, node: Bracketed, scope: Scope) -> str:
        """The atom of a new predicate that is true if `(forall ...)` is false."""
        head, sorts = self.head("false_", [node], scope)
        inner, body, conditions = self._inner(node, scope)
        failing = self.literals(body, inner, true=False)
        self.rule(head, [*sorts, *conditions, *failing])
        return head

    def _inner(
        self, node: Bracketed, scope: Scope
    ) -> tuple[dict[str, RuleTerm], Node, list[str]]:
        typed, conditions, body = read_quantifier(node)
        inner, found = self.ranged(typed, conditions, scope)
        return inner, body, found

    def ranged(
        self,
        typed: Iterable[TypedWord],
        conditions: Iterable[Node],
        scope: Scope,
        kind: str = "object",
    ) -> tuple[dict[str, RuleTerm], list[str]]:
        """Return a scope with more variables, and what says which values they have."""
        new = variables(self.terms, typed, scope, kind)
        inner = {**scope, **new}
        return inner, [*sort_atoms(new.values()), *self.all(conditions, inner)]

    def all(self, nodes: Iterable[Node], scope: Scope) -> list[str]:
        """Return the literals that say that all of some conditions are true."""
        return [literal for each in nodes for literal in self.literals(each, scope)]

    def head(
        self, prefix: str, nodes: Sequence[Node], scope: Scope
    ) -> tuple[str, list[str]]:
        """Return a new atom for formulas, and the sorts of its variables."""
        words = {word for node in nodes for word in words_in(node)}
        free = [term for name, term in scope.items() if name in words and term.sort]
        arguments = list(dict.fromkeys(each.asp for each in free))
        sorts = list(dict.fromkeys(sort_atoms(free)))
        if self.situation == "S" and words & self.terms.changing:
            arguments.append("S")
            sorts.append("situation(S)")
        return applied_term(self.terms.fresh(f"{prefix}1"), arguments), sorts

    def rule(self, head: str, body: Sequence[str]) -> None:
        """Write a rule."""
        self.lines.append(rule_text(head, body))


def rule_text(head: str, body: Sequence[str]) -> str:
    """Return a rule; without a body, a fact."""
    literals = list(dict.fromkeys(body))
    return f"{head} :- {', '.join(literals)}." if literals else f"{head}."
