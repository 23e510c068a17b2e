"""The axioms of the start: worlds one by one, or the models of a finitary S5 theory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.packages.epddl.identifiers import unused_name
from mystpy.packages.epddl.package_axioms.formula_rules import rule_text
from mystpy.packages.epddl.package_axioms.package_terms import PackageTerms
from mystpy.packages.epddl.package_axioms.theory_start import (
    DESIGNATED,
    StartAxioms,
    TheoryStart,
    common_body,
    fact_lines,
    rule_of_nothing,
)
from mystpy.packages.epddl.reading.observability import equivalence_fault
from mystpy.packages.epddl.reading.planning_task import ExplicitStart, PlanningTask
from mystpy.packages.epddl.reading.s_expressions import Node, Word, is_modal
from mystpy.packages.epddl.reading.static_conditions import instances, leaves

WORLDS = "starts_in"
"""The fluent that says in which world a run starts."""


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

    Of a theory these are predicates whose instances are literals that are common
    knowledge.
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
