"""The axioms of a start that is given by a finitary S5 theory, and of facts."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.package_axioms.formula_rules import FormulaRules, rule_text
from mystpy.packages.epddl.package_axioms.formula_texts import FormulaTexts
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
)
from mystpy.packages.epddl.reading.planning_task import PredicateSchema
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word, is_modal
from mystpy.packages.epddl.reading.static_conditions import Leaf, leaves

DESIGNATED = "designated"
"""The fluent that says that a run starts in a designated world."""


class StartAxioms(NamedTuple):
    """The axioms of the start.

    `chosen` says whether the start is one of listed worlds, `designated` whether only
    some starts are. `unknown` are formulas that must be true in every start, with the
    places where they are written.
    """

    lines: list[str]
    chosen: bool
    designated: bool
    unknown: list[tuple[Node, str]]


def common_body(node: Bracketed) -> Node | None:
    """Return F of `([C. All] F)`; None for another formula."""
    modality = node.modality
    if modality is None or modality.bracket != "[" or len(node.items) != 2:
        return None
    words = [each.text for each in modality.items if isinstance(each, Word)]
    return node.items[1] if words == ["C.", "All"] else None


def fact_lines(terms: PackageTerms) -> Iterator[str]:
    """Yield the rules of predicates that are facts."""
    for name, each in terms.task.predicates.items():
        if each.fact:
            rows = sorted(row for row in terms.task.facts if row[0] == name)
            yield from (f"{terms.at_start(row)}." for row in rows)
            if not rows:
                yield rule_of_nothing(terms, each)


def rule_of_nothing(terms: PackageTerms, each: PredicateSchema) -> str:
    """Return the rule of a predicate that is false at the start."""
    head, sorts = terms.any_at_start(each)
    return rule_text(head, [*sorts, "1 = 2"])


class TheoryStart:
    """The axioms of a start that is given by a finitary S5 theory."""

    def __init__(self, terms: PackageTerms) -> None:
        self.terms, self.rules = terms, FormulaRules(terms, "0")
        self.lines: list[str] = []
        self.actual: list[str] = []
        self.unknown: list[tuple[Node, str]] = []
        self.seen = 0

    def axioms(self, start: Bracketed) -> StartAxioms:
        """Return the axioms that say what the theory says."""
        terms = self.terms
        self.lines += fact_lines(terms)
        for each in terms.task.predicates.values():
            if not each.fact:
                head, sorts = terms.any_at_start(each)
                condition = f" : {', '.join(sorts)}" if sorts else ""
                self.lines.append(f"{{ {head}{condition} }}.")
        for leaf in leaves(start, start):
            self._formula(leaf)
            self.lines += self.rules.taken_lines()
        if self.actual:
            self.lines.append(rule_text(DESIGNATED, self.actual))
        if not self.seen:
            self.lines.append(f"obs0(I, start) :- {terms.agent_sort}(I).")
        return StartAxioms(self.lines, False, bool(self.actual), self.unknown)

    def _formula(self, leaf: Leaf) -> None:
        scope, given = self.rules.ranged(leaf.parameters, leaf.conditions, {}, "entity")
        body = common_body(leaf.node)
        if body is None:
            self._actual(leaf, scope, given)
            return
        first = body.items[0] if isinstance(body, Bracketed) and body.items else None
        if isinstance(first, Bracketed) and isinstance(body, Bracketed):
            self._about_agent(leaf, first, body, (scope, given))
        else:
            self._everywhere(body, scope, given)

    def _actual(self, leaf: Leaf, scope: Scope, given: list[str]) -> None:
        """A formula that is true in the designated worlds."""
        if not leaf.parameters:
            self.actual += self.rules.literals(leaf.node, scope)
            return
        head, _ = self.rules.head("false_", [], {})
        self.rules.rule(
            head, [*given, *self.rules.literals(leaf.node, scope, true=False)]
        )
        self.actual.append(f"not {head}")

    def _everywhere(self, body: Node, scope: Scope, given: list[str]) -> None:
        """A formula that is true in all worlds."""
        parts = [body]
        if isinstance(body, Bracketed) and body.head == "and":
            parts = list(body.items[1:])
        for each in parts:
            literals = self.rules.literals(each, scope, true=False)
            self.lines.append(f":- {', '.join([*given, *literals])}.")

    def _about_agent(
        self,
        leaf: Leaf,
        modality: Bracketed,
        node: Bracketed,
        where: tuple[dict[str, RuleTerm], list[str]],
    ) -> None:
        """What it is common knowledge that an agent knows, or does not know."""
        scope, given = where
        words = list(modality.items)
        whether = isinstance(words[0], Word) and words[0].text == "Kw."
        if len(words) != 1 + whether or len(node.items) != 2 or is_modal(node.items[1]):
            raise node.fault(
                "this is no formula of a finitary S5 theory",
                "behind [C. All] there may be F, ([i] F), ([Kw. i] F) and (<Kw. i> F),"
                " with F without knowledge",
            )
        agent, body = self.terms.term(words[-1], scope), node.items[1]
        if modality.bracket == "<":
            if not whether:
                raise node.fault("a formula of a finitary S5 theory has no <i> F")
            self._not_known(leaf, words[-1], body)
        elif whether:
            self.seen += 1
            found = ",".join([str(self.seen), *(each.asp for each in scope.values())])
            literals = self.rules.literals(body, scope)
            seen = f"obs0({agent.asp}, whether({found}))"
            self.lines.append(rule_text(seen, [*given, *literals]))
        else:
            self._everywhere(body, scope, given)

    def _not_known(self, leaf: Leaf, agent: Node, body: Node) -> None:
        terms, texts = self.terms, FormulaTexts(self.terms)
        for known in leaf.instances(terms.task, {}):
            scope = {name: terms.value(value) for name, value in known.items()}
            who, what = terms.term(agent, scope).text, texts.text(body, scope)
            self.unknown.append((leaf.node, f"~Kw({who}, {what})"))
