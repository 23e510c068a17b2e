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
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word, list_of
from mystpy.packages.epddl.reading.static_conditions import read_quantifier, two_of

_NEVER = "1 = 2"


def is_modal(node: Node) -> bool:
    """Return whether a formula speaks of knowledge."""
    if isinstance(node, Word):
        return False
    return node.bracket in "[<" or any(map(is_modal, node.items))


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

    def atom(self, node: Bracketed, scope: Scope, later: str = "") -> str:
        """Return an atom; `later` is what is added to the situation.

        Raises ParseError for what is none.
        """
        predicate, words = self.terms.task.arguments(node.items or (node,), node)
        found = [self.terms.term(each, scope) for each in words]
        self._require_sorts(predicate.parameters, found, words)
        arguments = [each.asp for each in found]
        if not self.terms.rigid(predicate):
            arguments.append(f"{self.situation}{later}")
        name = self.terms.predicates[predicate.word.text]
        return f"{name}({','.join(arguments)})" if arguments else name

    def _require_sorts(
        self,
        places: Sequence[TypedWord],
        found: Sequence[RuleTerm],
        words: Sequence[Word],
    ) -> None:
        for place, each, word in zip(places, found, words, strict=True):
            allowed = self.terms.sorts[self.terms.sort_of(place)]
            values = self.terms.sorts[each.sort] if each.sort else (each.asp,)
            if not set(values) <= set(allowed):
                kind = " or ".join(x.text for x in place.types) or "object"
                raise word.fault(f"{word.text} is not always of the type {kind}")

    def literals(self, node: Node, scope: Scope) -> list[str]:
        """Return the literals that say that a condition is true."""
        inner = self._formula(node)
        match inner.head:
            case "true":
                return []
            case "false":
                return [_NEVER]
            case "=" | "/=":
                return [self._equality(inner, scope, same=inner.head == "=")]
            case "and":
                return [
                    x for each in inner.items[1:] for x in self.literals(each, scope)
                ]
            case "not":
                return self.negated(_body(inner), scope)
            case "forall":
                return [f"not {self._failing(inner, scope)}"]
            case "or" | "imply" | "exists":
                return [self._part(inner, scope)]
        return [self.atom(inner, scope)]

    def negated(self, node: Node, scope: Scope) -> list[str]:
        """Return the literals that say that a condition is false."""
        inner = self._formula(node)
        match inner.head:
            case "true":
                return [_NEVER]
            case "false":
                return []
            case "=" | "/=":
                return [self._equality(inner, scope, same=inner.head != "=")]
            case "not":
                return self.literals(_body(inner), scope)
            case "forall":
                return [self._failing(inner, scope)]
            case "and" | "or" | "imply" | "exists":
                return [f"not {self._part(inner, scope)}"]
        return [f"not {self.atom(inner, scope)}"]

    def _formula(self, node: Node) -> Bracketed:
        inner = list_of(node, "a formula", node)
        first = inner.items[0] if inner.items else None
        if isinstance(first, Bracketed) and first.bracket in "[<":
            raise inner.fault(
                "knowledge is only read in the precondition of an event",
                "axioms of a package speak of fluents; the whole precondition of an"
                " action may speak of knowledge",
            )
        return inner

    def _equality(self, node: Bracketed, scope: Scope, *, same: bool) -> str:
        one, other = (self.terms.term(each, scope) for each in two_of(node))
        return f"{one.asp} {'=' if same else '!='} {other.asp}"

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
            return [self.negated(one, scope), self.literals(other, scope)]
        if node.head == "exists":
            inner, body, conditions = self._inner(node, scope)
            return [[*conditions, *self.literals(body, inner)]]
        return [self.literals(node, scope)]

    def _failing(self, node: Bracketed, scope: Scope) -> str:
        """The atom of a new predicate that is true if `(forall ...)` is false."""
        head, sorts = self.head("false_", [node], scope)
        inner, body, conditions = self._inner(node, scope)
        self.rule(head, [*sorts, *conditions, *self.negated(body, inner)])
        return head

    def _inner(
        self, node: Bracketed, scope: Scope
    ) -> tuple[dict[str, RuleTerm], Node, list[str]]:
        typed, conditions, body = read_quantifier(node)
        new = variables(self.terms, typed, scope, "object")
        inner = {**scope, **new}
        found = [*sort_atoms(new.values()), *self.all(conditions, inner)]
        return inner, body, found

    def all(self, nodes: Iterable[Node], scope: Scope) -> list[str]:
        """Return the literals that say that all of some conditions are true."""
        return [literal for each in nodes for literal in self.literals(each, scope)]

    def head(
        self, prefix: str, nodes: Sequence[Node], scope: Scope
    ) -> tuple[str, list[str]]:
        """Return a new atom for formulas, and the sorts of its variables."""
        words = {word for node in nodes for word in _words(node)}
        free = [term for name, term in scope.items() if name in words and term.sort]
        arguments = list(dict.fromkeys(each.asp for each in free))
        sorts = list(dict.fromkeys(sort_atoms(free)))
        if self.situation == "S" and words & self.terms.changing:
            arguments.append("S")
            sorts.append("situation(S)")
        name = self.terms.fresh(f"{prefix}1")
        return f"{name}({','.join(arguments)})" if arguments else name, sorts

    def rule(self, head: str, body: Sequence[str]) -> None:
        """Write a rule."""
        self.lines.append(rule_text(head, body))


def rule_text(head: str, body: Sequence[str]) -> str:
    """Return a rule; without a body, a fact."""
    literals = list(dict.fromkeys(body))
    return f"{head} :- {', '.join(literals)}." if literals else f"{head}."


def _body(node: Bracketed) -> Node:
    if len(node.items) != 2:
        raise node.fault(f"{node.head} has one argument")
    return node.items[1]


def _words(node: Node) -> set[str]:
    if isinstance(node, Word):
        return {node.text}
    return {word for each in node.items for word in _words(each)}
