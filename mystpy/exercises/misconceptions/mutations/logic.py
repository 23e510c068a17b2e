"""Mutants by a student with a misconception about announcements or plain logic."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import replace
from mystpy.exercises.misconceptions.mutations.rules import (
    MutationWords,
    Rule,
    negated,
    without_part,
)
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import (
    And,
    Announcing,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Modal,
    Or,
)


def _before(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing):
        yield f.body


def _beforehand(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing) and isinstance(f.body, Modal):
        yield replace(f.body, body=replace(f, body=f.body.body))


def _private(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing) and isinstance(f.body, Modal):
        inner = replace(f.body, body=Implies(f.said, f.body.body))
        yield Implies(f.said, inner)


def _precondition(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing):
        yield f.said
        yield Implies(f.said, f.body)


def _must(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing):
        yield And((f.said, f))


def _fewer_rounds(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing) and isinstance(f.body, Announcing):
        yield f.body


def _more_rounds(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Announcing):
        yield replace(f, body=f)


def _converse(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Implies):
        yield Implies(f.right, f.left)


def _equivalence(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Implies):
        yield Iff(f.left, f.right)


def _and_for_if(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Implies):
        yield And((f.left, f.right))


def _if_for_and(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, And):
        yield Implies(f.parts[0], conjunction(f.parts[1:]))


def _or_for_and(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, And):
        yield Or(f.parts)


def _and_for_or(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Or):
        yield And(f.parts)


def _case_forgotten(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Or | And):
        yield from (without_part(f, part) for part in f.parts)
        yield from f.parts


def _all_for_some(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, Exists):
        yield ForAll(f.var, f.domain, f.body, sort=f.sort)


def _some_for_all(f: Formula, _: MutationWords) -> Iterator[Formula]:
    if isinstance(f, ForAll):
        yield Exists(f.var, f.domain, f.body, sort=f.sort)


def _negation_lost(f: Formula, _: MutationWords) -> Iterator[Formula]:
    yield negated(f)


ANNOUNCEMENT_RULES: tuple[tuple[str, Rule], ...] = (
    ("before-the-announcement", _before),
    ("known-beforehand", _beforehand),
    ("private-for-public", _private),
    ("precondition-for-effect", _precondition),
    ("must-be-announced", _must),
    ("one-round-too-few", _fewer_rounds),
    ("one-round-too-many", _more_rounds),
)
"""The rules about announcements by misconception, as in the catalogue."""

LOGIC_RULES: tuple[tuple[str, Rule], ...] = (
    ("converse", _converse),
    ("equivalence-for-implication", _equivalence),
    ("conjunction-for-implication", _and_for_if),
    ("implication-for-conjunction", _if_for_and),
    ("or-for-and", _or_for_and),
    ("and-for-or", _and_for_or),
    ("case-forgotten", _case_forgotten),
    ("all-for-some", _all_for_some),
    ("some-for-all", _some_for_all),
    ("negation-lost", _negation_lost),
)
"""The rules of plain logic by misconception, as in the catalogue."""
