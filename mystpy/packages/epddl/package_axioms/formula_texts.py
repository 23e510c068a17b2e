"""Formulas of EPDDL as mystpy writes them, with quantifiers written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.packages.epddl.package_axioms.package_terms import PackageTerms, Scope
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    Word,
    list_of,
    word_of,
    words_in,
)
from mystpy.packages.epddl.reading.static_conditions import (
    instances,
    leaves,
    read_quantifier,
    truth,
    two_of,
)
from mystpy.packages.value_sorts import applied_term

MAX_LENGTH = 100_000
"""The maximal number of characters of a formula that is written out."""

_ONE = "one formula is expected here"


class FormulaTexts:
    """Writes formulas, in which `{1}` stands for the first argument of an action."""

    def __init__(self, terms: PackageTerms) -> None:
        self.terms = terms

    def text(self, node: Node, scope: Scope) -> str:
        """Return a formula. Raises ParseError if it cannot be read or is too long."""
        found = self._text(node, scope)
        if len(found) > MAX_LENGTH:
            raise node.fault(
                f"written out, the formula has more than {MAX_LENGTH:,} characters"
            )
        return found

    def _text(self, node: Node, scope: Scope) -> str:
        inner = list_of(node, "a formula", node)
        if inner.modality is not None:
            return self._modal(inner.modality, inner, scope)
        match inner.head:
            case "true" | "false":
                return inner.head
            case "=" | "/=":
                return self._equality(inner, scope)
            case "not":
                return f"~{self._text(inner.argument(_ONE), scope)}"
            case "and" | "or":
                parts = [self._text(each, scope) for each in inner.items[1:]]
                return join_formulas(parts, "&" if inner.head == "and" else "|")
            case "imply":
                one, other = (self._text(each, scope) for each in two_of(inner))
                return f"({one} -> {other})"
            case "forall" | "exists":
                return self._quantified(inner, scope)
        return self._atom(inner, scope)

    def _atom(self, node: Bracketed, scope: Scope) -> str:
        predicate, words = self.terms.task.arguments(node)
        arguments = [self.terms.term(each, scope).text for each in words]
        return applied_term(self.terms.predicates[predicate.word.text], arguments)

    def _equality(self, node: Bracketed, scope: Scope) -> str:
        one, other = (self.terms.term(each, scope) for each in two_of(node))
        sign = node.head == "="
        if one.value is not None and other.value is not None:
            return "true" if (one.value == other.value) == sign else "false"
        self.terms.compares = True
        return f"{'' if sign else '~'}same({one.text},{other.text})"

    def _quantified(self, node: Bracketed, scope: Scope) -> str:
        """A quantified formula, written out.

        A condition that speaks of arguments of the action becomes part of the formula.
        """
        typed, conditions, body = read_quantifier(node)
        known = _values(scope)
        every = node.head == "forall"
        parts = []
        for values in instances(self.terms.task, typed, (), known):
            names = {each.name for each in typed}
            inner = {**scope, **{n: self.terms.value(values[n]) for n in names}}
            said = [
                self._text(each, inner)
                for each in conditions
                if not self._certain(each, inner)
            ]
            if "false" in said:
                continue
            part = self._text(body, inner)
            if said:
                sign = "->" if every else "&"
                part = f"({join_formulas(said, '&')} {sign} {part})"
            parts.append(part)
        if not parts:
            return "true" if every else "false"
        return join_formulas(parts, "&" if every else "|")

    def _certain(self, node: Node, scope: Scope) -> bool:
        """Whether a condition is true whatever the arguments of the action are."""
        known = _values(scope)
        if any(n in scope and n not in known for n in words_in(node)):
            return False
        return truth(self.terms.task, node, known) is True

    # --- Knowledge ------------------------------------------------------------

    def _modal(self, modality: Bracketed, node: Bracketed, scope: Scope) -> str:
        body = self._text(node.argument(_ONE), scope)
        words = list(modality.items)
        first = words[0] if words else None
        name = first.text if isinstance(first, Word) else ""
        if name in ("C.", "Kw."):
            words.pop(0)
        if len(words) != 1:
            raise modality.fault("an agent, a list of agents or All is expected here")
        group = list(dict.fromkeys(self._group(words[0], scope)))
        dual = modality.bracket == "<"
        if name == "C.":
            body = f"~{body}" if dual else body
            found = f"C([{','.join(group)}], {body})"
            return f"~{found}" if dual else found
        parts = [_known(each, body, name, dual=dual) for each in group]
        return join_formulas(parts, "&")

    def _group(self, node: Node, scope: Scope) -> Iterator[str]:
        if isinstance(node, Word):
            if node.text == "All":
                agents = self.terms.task.agents()
                yield from (self.terms.objects[each] for each in agents)
                return
            yield self.terms.term(node, scope).text
            return
        for leaf in leaves(node, node):
            for values in leaf.instances(self.terms.task, _values(scope)):
                for each in leaf.node.items:
                    name = word_of(each, "an agent").text
                    found = self.terms.value(values[name]) if name in values else None
                    yield (found or self.terms.term(each, scope)).text


def _values(scope: Scope) -> dict[str, str]:
    """The objects that variables stand for, of those that do."""
    return {n: t.value for n, t in scope.items() if t.value is not None}


def _known(agent: str, body: str, name: str, *, dual: bool) -> str:
    """One agent's part of a modality: every member of a group has it."""
    if name == "Kw.":
        return f"{'~' if dual else ''}Kw({agent}, {body})"
    return f"~K({agent}, ~{body})" if dual else f"K({agent}, {body})"


def join_formulas(parts: Sequence[str], sign: str) -> str:
    """Return formulas that are connected by a sign, in parentheses if several."""
    if not parts:
        return "true" if sign == "&" else "false"
    return parts[0] if len(parts) == 1 else f"({f' {sign} '.join(parts)})"
