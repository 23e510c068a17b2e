"""The axioms of the start: worlds one by one, or the models of a finitary S5 theory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.identifiers import unused_name
from mystpy.packages.epddl.package_axioms.formula_rules import FormulaRules, rule_text
from mystpy.packages.epddl.package_axioms.formula_texts import FormulaTexts
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
    RuleTerm,
    Scope,
)
from mystpy.packages.epddl.reading.observability import equivalence_fault
from mystpy.packages.epddl.reading.planning_task import (
    ExplicitStart,
    PlanningTask,
    PredicateSchema,
)
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word, is_modal
from mystpy.packages.epddl.reading.static_conditions import Leaf, instances, leaves

WORLDS = "starts_in"
"""The fluent that says in which world a run starts."""

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
        """Return the axioms for the start of the theory."""
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
        """Add an axiom: an agent commonly knows, or does not know, a formula."""
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


def start_axioms(terms: PackageTerms) -> StartAxioms:
    """Return the axioms of the start.

    Raises ParseError for a relation that is no equivalence, and for what is no formula
    of a finitary S5 theory.
    """
    start = terms.task.start
    if isinstance(start, ExplicitStart):
        return _WorldsStart(terms, start).axioms()
    assert start is not None
    return TheoryStart(terms).axioms(start)


def common_predicates(task: PlanningTask) -> set[str]:
    """Return the predicates that are the same in all worlds of the start.

    For a theory, these are the predicates all of whose instances occur as literals that
    are common knowledge.
    """
    start = task.start
    if isinstance(start, ExplicitStart):
        labels = [start.labels[world] for world in start.worlds]
        varying = frozenset.union(*labels) - frozenset.intersection(*labels)
        return set(task.predicates) - {atom[0] for atom in varying}
    assert start is not None
    fixed: set[tuple[str, ...]] = set()
    for leaf in leaves(start, start):
        body = common_body(leaf.node)
        if body is not None and not is_modal(body):
            for known in leaf.instances(task, {}):
                fixed |= set(_literals(task, body, known))
    return {
        name
        for name, each in task.predicates.items()
        if each.fact
        or all(
            (name, *(known[place.name] for place in each.parameters)) in fixed
            for known in instances(task, each.parameters, (), {})
        )
    }


def _literals(
    task: PlanningTask, node: Node, known: dict[str, str]
) -> Iterator[tuple[str, ...]]:
    """The atoms whose value a conjunction of literals fixes."""
    if isinstance(node, Word):
        return
    if node.head == "and":
        for each in node.items[1:]:
            yield from _literals(task, each, known)
        return
    atom = node.items[1] if node.head == "not" and len(node.items) == 2 else node
    if not isinstance(atom, Word) and atom.head in task.predicates:
        words = (each.text for each in atom.items if isinstance(each, Word))
        yield tuple(known.get(each, each) for each in words)


class _WorldsStart:
    """The axioms of a start that lists its worlds."""

    def __init__(self, terms: PackageTerms, start: ExplicitStart) -> None:
        self.terms, self.start = terms, start
        taken: set[str] = set()
        self.names = {each: _world_name(each, taken) for each in start.worlds}
        terms.sorts["world"] = tuple(self.names.values())

    def axioms(self) -> StartAxioms:
        """Return the axioms, as `start_axioms` does."""
        terms, start = self.terms, self.start
        lines = [f"1 {{ {WORLDS}(W) : world(W) }} 1.", *fact_lines(terms)]
        for name, each in terms.task.predicates.items():
            if not each.fact:
                lines += self._labels(name)
        partial = start.designated != set(start.worlds)
        if partial:
            lines.append(rule_text(DESIGNATED, [self._in(sorted(start.designated))]))
        for agent in terms.task.agents():
            lines += self._classes(agent)
        return StartAxioms(lines, True, partial, [])

    def _in(self, worlds: Sequence[str]) -> str:
        """The atom that says that a run starts in one of some worlds."""
        found = ";".join(self.names[each] for each in worlds)
        return f"{WORLDS}({f'({found})' if len(worlds) > 1 else found})"

    def _labels(self, predicate: str) -> Iterator[str]:
        start = self.start
        there: dict[tuple[str, ...], list[str]] = {}
        for world in start.worlds:
            for atom in start.labels[world]:
                if atom[0] == predicate:
                    there.setdefault(atom, []).append(world)
        if not there:
            yield rule_of_nothing(self.terms, self.terms.task.predicates[predicate])
        for atom in sorted(there):
            everywhere = len(there[atom]) == len(start.worlds)
            body = [] if everywhere else [self._in(there[atom])]
            yield rule_text(self.terms.at_start(atom), body)

    def _classes(self, agent: str) -> Iterator[str]:
        start = self.start
        pairs = start.relations.get(agent, frozenset())
        fault = equivalence_fault(pairs, start.worlds)
        if fault:
            raise start.place.fault(
                f"{agent} may be wrong at the start, and in a package nobody is: the"
                f" relation of {agent} is no equivalence, {fault}",
                "write all pairs of worlds that look alike",
            )
        left = list(start.worlds)
        while left:
            alike = [each for each in left if (left[0], each) in pairs]
            left = [each for each in left if each not in alike]
            name = self.terms.objects[agent]
            seen = f"obs0({name}, among({self.names[alike[0]]}))"
            yield rule_text(seen, [self._in(alike)])


def _world_name(name: str, taken: set[str]) -> str:
    plain = "".join(x if x.isalnum() else "_" for x in name.lower())
    return unused_name(plain.lstrip("_0123456789") or "w", taken)
