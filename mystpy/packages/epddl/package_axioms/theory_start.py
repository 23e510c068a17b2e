"""The axioms of a start that is given by a finitary S5 theory."""

from __future__ import annotations

from mystpy.packages.epddl.package_axioms.formula_rules import (
    FormulaRules,
    is_modal,
    rule_text,
)
from mystpy.packages.epddl.package_axioms.formula_texts import FormulaTexts
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
    sort_atoms,
    variables,
)
from mystpy.packages.epddl.package_axioms.start_facts import (
    DESIGNATED,
    StartAxioms,
    common_body,
    fact_lines,
    general_atom,
)
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word
from mystpy.packages.epddl.reading.static_conditions import Leaf, instances, leaves


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
                head, sorts = general_atom(terms, each)
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
        scope = variables(self.terms, leaf.parameters, {}, "entity")
        given = [*sort_atoms(scope.values()), *self.rules.all(leaf.conditions, scope)]
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
        self.rules.rule(head, [*given, *self.rules.negated(leaf.node, scope)])
        self.actual.append(f"not {head}")

    def _everywhere(self, body: Node, scope: Scope, given: list[str]) -> None:
        """A formula that is true in all worlds."""
        parts = [body]
        if isinstance(body, Bracketed) and body.head == "and":
            parts = list(body.items[1:])
        for each in parts:
            literals = self.rules.negated(each, scope)
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
        for known in instances(terms.task, leaf.parameters, leaf.conditions, {}):
            scope = {
                name: RuleTerm(terms.objects[value], terms.objects[value], value=value)
                for name, value in known.items()
            }
            who, what = terms.term(agent, scope).text, texts.text(body, scope)
            self.unknown.append((leaf.node, f"~Kw({who}, {what})"))
