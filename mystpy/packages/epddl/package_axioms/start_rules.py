"""The axioms of the start: worlds one by one, or the models of a finitary S5 theory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.packages.epddl.package_axioms.formula_rules import (
    is_modal,
    rule_text,
)
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
)
from mystpy.packages.epddl.package_axioms.start_facts import (
    DESIGNATED,
    WORLDS,
    StartAxioms,
    atom_at_start,
    common_body,
    fact_lines,
    rule_of_nothing,
)
from mystpy.packages.epddl.package_axioms.theory_start import TheoryStart
from mystpy.packages.epddl.reading.observability import equivalence_fault
from mystpy.packages.epddl.reading.planning_task import (
    ExplicitStart,
    PlanningTask,
    PredicateSchema,
)
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word
from mystpy.packages.epddl.reading.static_conditions import instances, leaves


def start_axioms(terms: PackageTerms) -> StartAxioms:
    """Return the axioms of the start.

    Raises ParseError for a relation that is no equivalence, and for what is no formula
    of a finitary S5 theory.
    """
    start = terms.task.start
    if isinstance(start, ExplicitStart):
        return _explicit(terms, start)
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
            for known in instances(task, leaf.parameters, leaf.conditions, {}):
                fixed |= set(_literals(task, body, known))
    return {
        name
        for name, each in task.predicates.items()
        if each.fact or all(atom in fixed for atom in atoms(task, each))
    }


def atoms(task: PlanningTask, each: PredicateSchema) -> Iterator[tuple[str, ...]]:
    """Yield the instances of a predicate."""
    for known in instances(task, each.parameters, (), {}):
        yield (each.word.text, *(known[place.name] for place in each.parameters))


def _literals(
    task: PlanningTask, node: Node, known: dict[str, str]
) -> Iterator[tuple[str, ...]]:
    """The atoms whose value a conjunction of literals fixes."""
    if isinstance(node, Word):
        return
    if node.head == "and":
        for each in node.items[1:]:
            yield from _literals(task, each, known)
    elif node.head == "not" and len(node.items) == 2:
        inner = node.items[1]
        if isinstance(inner, Bracketed) and inner.head in task.predicates:
            yield from _literals(task, inner, known)
    elif node.head in task.predicates:
        words = (each.text for each in node.items if isinstance(each, Word))
        yield tuple(known.get(each, each) for each in words)


# --- Worlds one by one --------------------------------------------------------


def _explicit(terms: PackageTerms, start: ExplicitStart) -> StartAxioms:
    taken: set[str] = set()
    names = {each: _world_name(each, taken) for each in start.worlds}
    terms.sorts["world"] = tuple(names.values())
    lines = [f"1 {{ {WORLDS}(W) : world(W) }} 1.", *fact_lines(terms)]
    for name, each in terms.task.predicates.items():
        if not each.fact:
            lines += _labels(terms, start, names, name)
    partial = start.designated != set(start.worlds)
    if partial:
        body = f"{WORLDS}({_pool(names, sorted(start.designated))})"
        lines.append(rule_text(DESIGNATED, [body]))
    for agent in terms.task.agents():
        lines += _classes(terms, start, names, agent)
    return StartAxioms(lines, True, partial, [])


def _world_name(name: str, taken: set[str]) -> str:
    plain = "".join(x if x.isalnum() else "_" for x in name.lower()).lstrip(
        "_0123456789"
    )
    plain = found = plain or "w"
    number = 1
    while found in taken:
        number += 1
        found = f"{plain}_{number}"
    taken.add(found)
    return found


def _labels(
    terms: PackageTerms, start: ExplicitStart, names: dict[str, str], predicate: str
) -> Iterator[str]:
    each = terms.task.predicates[predicate]
    there: dict[tuple[str, ...], list[str]] = {}
    for world in start.worlds:
        for atom in start.labels[world]:
            if atom[0] == predicate:
                there.setdefault(atom, []).append(world)
    if not there:
        yield rule_of_nothing(terms, each)
    for atom in sorted(there):
        body = [f"{WORLDS}({_pool(names, there[atom])})"]
        everywhere = len(there[atom]) == len(start.worlds)
        situation = "" if terms.rigid(each) else "0"
        yield rule_text(
            atom_at_start(terms, atom, situation), [] if everywhere else body
        )


def _pool(names: dict[str, str], worlds: Sequence[str]) -> str:
    found = ";".join(names[each] for each in worlds)
    return f"({found})" if len(worlds) > 1 else found


def _classes(
    terms: PackageTerms, start: ExplicitStart, names: dict[str, str], agent: str
) -> Iterator[str]:
    pairs = start.relations.get(agent, frozenset())
    fault = equivalence_fault(pairs, start.worlds)
    if fault:
        raise start.place.fault(
            f"{agent} may be wrong at the start, and in a package nobody is: the"
            f" relation of {agent} is no equivalence, {fault}",
            "write all pairs of worlds that look alike",
        )
    after: dict[str, set[str]] = {world: set() for world in start.worlds}
    for one, other in pairs:
        after[one].add(other)
    left = list(start.worlds)
    while left:
        alike = [each for each in left if each in after[left[0]]]
        left = [each for each in left if each not in alike]
        seen = f"obs0({terms.objects[agent]}, among({names[alike[0]]}))"
        yield rule_text(seen, [f"{WORLDS}({_pool(names, alike)})"])
