"""What both kinds of starts have: fluents, facts, and atoms at the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.package_axioms.formula_rules import (
    rule_text,
)
from mystpy.packages.epddl.package_axioms.package_terms import (
    PackageTerms,
)
from mystpy.packages.epddl.reading.planning_task import (
    PredicateSchema,
)
from mystpy.packages.epddl.reading.s_expressions import Bracketed, Node, Word

WORLDS, DESIGNATED = "starts_in", "designated"
"""Fluents: the world in which a run starts, and whether it is designated."""


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
    first = node.items[0] if node.items else None
    if not isinstance(first, Bracketed) or first.bracket != "[":
        return None
    words = [each.text for each in first.items if isinstance(each, Word)]
    return node.items[1] if words == ["C.", "All"] and len(node.items) == 2 else None


def fact_lines(terms: PackageTerms) -> Iterator[str]:
    """Yield the rules of predicates that are facts."""
    for name, each in terms.task.predicates.items():
        if each.fact:
            rows = sorted(row for row in terms.task.facts if row[0] == name)
            yield from (f"{atom_at_start(terms, row)}." for row in rows)
            if not rows:
                yield rule_of_nothing(terms, each)


def atom_at_start(terms: PackageTerms, atom: Sequence[str], situation: str = "") -> str:
    """Return an instance of a predicate, with a situation if one is given."""
    arguments = [terms.objects[each] for each in atom[1:]]
    if situation:
        arguments.append(situation)
    name = terms.predicates[atom[0]]
    return f"{name}({','.join(arguments)})" if arguments else name


def rule_of_nothing(terms: PackageTerms, each: PredicateSchema) -> str:
    """Return the rule of a predicate that is false at the start."""
    head, sorts = general_atom(terms, each)
    return rule_text(head, [*sorts, "1 = 2"])


def general_atom(terms: PackageTerms, each: PredicateSchema) -> tuple[str, list[str]]:
    """Return a predicate with variables at the start, and the sorts of these."""
    sorts = [terms.sort_of(place) for place in each.parameters]
    names = [f"X{number}" for number in range(1, len(sorts) + 1)]
    atoms = [f"{sort}({name})" for sort, name in zip(sorts, names, strict=True)]
    if not terms.rigid(each):
        names.append("0")
    name = terms.predicates[each.word.text]
    return f"{name}({','.join(names)})" if names else name, atoms
