"""Mutants of a formula: one for each misconception and each place where it applies.

These are mutation operators, as in mutation testing.

A rule takes a node and returns what a student with the misconception writes in its
place. It is applied at one place, and at all places at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mystpy.compilation import NamedTuple
from mystpy.exercises.misconceptions.catalogue import catalogue
from mystpy.exercises.misconceptions.mutations.atoms import ATOM_RULES
from mystpy.exercises.misconceptions.mutations.knowledge import KNOWLEDGE_RULES
from mystpy.exercises.misconceptions.mutations.logic import (
    ANNOUNCEMENT_RULES,
    LOGIC_RULES,
)
from mystpy.exercises.misconceptions.mutations.rules import MutationWords, Rule
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import children, walk, with_children

MOST_MUTANTS = 600
"""The maximal number of mutants of a formula that are examined."""


class Mutant(NamedTuple):
    """An answer that results from a misconception."""

    misconception: str
    formula: Formula


RANK = {name: place for place, name in enumerate(catalogue())}
"""The place of each misconception in the catalogue: the first one counts."""

RULES = sorted(
    (*KNOWLEDGE_RULES, *ANNOUNCEMENT_RULES, *ATOM_RULES, *LOGIC_RULES),
    key=lambda rule: RANK[rule[0]],
)
"""All rules with their misconceptions, in the order of the catalogue."""


def mutants_of(formula: Formula, words: MutationWords) -> Iterator[Mutant]:
    """Yield at most `most` mutants of a formula, at one place and at all places."""
    return islice(_mutants(formula, words), MOST_MUTANTS)


def _mutants(formula: Formula, words: MutationWords) -> Iterator[Mutant]:
    met = {(str(formula), "")}
    for name, rule in RULES:
        single = _at_each_place(formula, rule, words)
        for found in (*single, *_everywhere(formula, rule, words)):
            key = str(found), name
            if key not in met and found != formula:
                met.add(key)
                yield Mutant(name, found)


def _at_each_place(
    formula: Formula, rule: Rule, words: MutationWords
) -> Iterator[Formula]:
    """The formula with one of its nodes replaced."""
    yield from rule(formula, words)
    below = children(formula)
    for place, part in enumerate(below):
        for changed in _at_each_place(part, rule, words):
            yield with_children(formula, (*below[:place], changed, *below[place + 1 :]))


def _everywhere(
    formula: Formula, rule: Rule, words: MutationWords
) -> Iterator[Formula]:
    """The formula with each node replaced, by the first, the second, ... choice."""
    most = max(sum(1 for _ in rule(node, words)) for node in walk(formula))
    for choice in range(most):
        yield _each_replaced(formula, rule, words, choice)


def _each_replaced(
    formula: Formula, rule: Rule, words: MutationWords, choice: int
) -> Formula:
    below = children(formula)
    parts = [_each_replaced(part, rule, words, choice) for part in below]
    whole = with_children(formula, parts) if below else formula
    return next(islice(rule(whole, words), choice, None), whole)
