"""The ground rules of a program, as clingo makes them, and counts that they imply.

Each of 28 cards is in one hand, and five hands have five cards each: so three cards
are left over. A solver that looks at one sum at a time finds this only by trying; with
the count as a constraint it need not (cutting planes, Cook, Coullard and Turan 1987).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.thresholds import MAX_COUNTS_COMBINED

Atoms = frozenset[int]


class GroundRule(NamedTuple):
    """A ground rule: atoms by their numbers, literals negative where they are negated.

    `lower` is the bound of a rule whose body is a sum of weights, None for others. A
    rule without a head is a constraint.
    """

    choice: bool
    head: tuple[int, ...]
    body: tuple[tuple[int, int], ...]
    lower: int | None = None

    @property
    def literals(self) -> list[int]:
        """The literals of the body."""
        return [literal for literal, _ in self.body]


class GroundRules:
    """The rules of a control, in the order in which they came.

    `complete` is false if the program has statements of another kind as well.
    """

    def __init__(self) -> None:
        self.rules: list[GroundRule] = []
        self.complete = True

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Keep a rule; clingo calls it."""
        if len(head) > 1 and not choice:
            self.complete = False
        weighted = tuple((literal, 1) for literal in body)
        self.rules.append(GroundRule(choice, tuple(head), weighted))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Keep a rule whose body is a sum of weights; clingo calls it."""
        if len(head) > 1 and not choice:
            self.complete = False
        self.rules.append(GroundRule(choice, tuple(head), tuple(body), lower_bound))

    def _other(self, *_: object) -> None:
        self.complete = False

    minimize = external = acyc_edge = theory_atom = theory_atom_with_guard = _other


def chosen_atoms(rules: Iterable[GroundRule]) -> list[int]:
    """Return the atoms that choice rules may derive, each once."""
    return list(dict.fromkeys(a for rule in rules if rule.choice for a in rule.head))


class RuleIndex:
    """The rules of a program by their heads and by the atoms of their bodies."""

    def __init__(self, rules: Iterable[GroundRule] = ()) -> None:
        self.defining: dict[int, list[GroundRule]] = {}
        self.using: dict[int, list[GroundRule]] = {}
        self._constants: dict[int, bool | None] = {}
        self.add(rules)

    def add(self, rules: Iterable[GroundRule]) -> None:
        """Add rules; those without a head are constraints."""
        for rule in rules:
            for atom in rule.head:
                self.defining.setdefault(atom, []).append(rule)
            for literal in rule.literals:
                self.using.setdefault(abs(literal), []).append(rule)

    def constant(self, atom: int) -> bool | None:
        """Return the value of an atom that is a fact, or has no rule; else None."""
        if atom not in self._constants:
            rules = self.defining.get(atom, ())
            fact = any(not rule.body and not rule.choice for rule in rules)
            self._constants[atom] = True if fact else None if rules else False
        return self._constants[atom]

    def equal_to(self, literal: int) -> int:
        """Return a literal that has the same value, by rules with one literal each."""
        while len(rules := self.defining.get(abs(literal), [])) == 1:
            rule = rules[0]
            if rule.choice or rule.lower is not None or len(rule.body) != 1:
                break
            literal = rule.body[0][0] if literal > 0 else -rule.body[0][0]
        return literal

    def depending(self, atoms: Iterable[int]) -> set[int]:
        """Return some atoms, and those that depend on them."""
        found = set(atoms)
        ahead = list(found)
        while ahead:
            for rule in self.using.get(ahead.pop(), ()):
                new = set(rule.head) - found
                found |= new
                ahead += new
        return found


class ExactCount(NamedTuple):
    """A set of atoms of which exactly `number` are true in every run."""

    atoms: Atoms
    number: int


def implied_counts(rules: Sequence[GroundRule]) -> list[ExactCount]:
    """Return counts of sets of atoms that follow from those which rules state.

    The sets with a count are divided into two families of disjoint sets. Where one
    family covers the other, the atoms that are left over have a count as well.
    """
    stated = exact_counts(rules)
    found = []
    if len(stated) <= MAX_COUNTS_COMBINED:
        for one, other in _families(stated):
            for rows, columns in ((one, other), (other, one)):
                left = _left_over(rows, columns)
                if left is not None and left not in stated:
                    found.append(left)
    return found


def state_counts(control: Any, rules: Sequence[GroundRule]) -> None:
    """Add constraints for counts that follow from those of a program."""
    for count in implied_counts(rules):
        parts = [(atom, 1) for atom in sorted(count.atoms)]
        with control.backend() as backend:
            enough: int = backend.add_atom()
            backend.add_weight_rule([enough], count.number, parts)
            backend.add_rule([], [-enough])
            backend.add_weight_rule([], count.number + 1, parts)


def exact_counts(rules: Sequence[GroundRule]) -> list[ExactCount]:
    """Return the counts that constraints state, of more than one atom."""
    bounds = _Bounds(rules)
    return [
        ExactCount(atoms, low)
        for atoms, (low, high) in bounds.of_sets.items()
        if low == high and len(atoms) > 1
    ]


class _Bounds:
    """Least and greatest numbers of true atoms, from what is true in every run."""

    def __init__(self, rules: Sequence[GroundRule]) -> None:
        self.of_sets: dict[Atoms, tuple[int, int]] = {}
        self._defining = RuleIndex(rules).defining
        self._forced: set[int] = set()
        self._facts = {
            rule.head[0]
            for rule in rules
            if rule.head and not (rule.body or rule.choice)
        }
        ahead = [x for rule in rules if not rule.head for x in self._false_body(rule)]
        while ahead:
            literal = ahead.pop()
            if literal not in self._forced:
                self._forced.add(literal)
                ahead += self._consequences(literal)

    def _consequences(self, literal: int) -> Iterator[int]:
        """Literals that are true where a literal is, by the rules of its atom."""
        rules = self._defining.get(abs(literal), [])
        if literal < 0:
            for rule in rules:
                if not rule.choice:
                    yield from self._false_body(rule)
        elif len(rules) == 1 and not rules[0].choice:
            rule = rules[0]
            if rule.lower is None:
                yield from rule.literals
            else:
                self._bound(rule, rule.lower, len(rule.body))

    def _false_body(self, rule: GroundRule) -> list[int]:
        if rule.lower is None:
            open_parts = [x for x in rule.literals if x not in self._facts]
            return [-open_parts[0]] if len(open_parts) == 1 else []
        self._bound(rule, 0, rule.lower - 1)
        return []

    def _bound(self, rule: GroundRule, low: int, high: int) -> None:
        """Note how many atoms of a body are true, if it is a set of atoms."""
        atoms = frozenset(rule.literals)
        plain = all(weight == 1 and x > 0 for x, weight in rule.body)
        if plain and len(atoms) == len(rule.body):
            least, most = self.of_sets.get(atoms, (0, len(atoms)))
            self.of_sets[atoms] = max(low, least), min(high, most)


def _families(
    counts: Iterable[ExactCount],
) -> Iterator[tuple[list[ExactCount], list[ExactCount]]]:
    """Yield the sets that have atoms in common, as two families of disjoint sets.

    Sets that cannot be divided in this way are left out.
    """
    using: dict[int, list[ExactCount]] = {}
    for each in counts:
        for atom in each.atoms:
            using.setdefault(atom, []).append(each)
    side: dict[ExactCount, int] = {}
    for first in counts:
        if first not in side and (found := _divided(first, using, side)) is not None:
            yield found


def _divided(
    first: ExactCount,
    using: Mapping[int, list[ExactCount]],
    side: dict[ExactCount, int],
) -> tuple[list[ExactCount], list[ExactCount]] | None:
    """Divide all sets that are connected with one; None if that is not possible."""
    side[first] = 0
    ahead, families, fine = [first], ([first], list[ExactCount]()), True
    while ahead:
        here = ahead.pop()
        for other in {each for atom in here.atoms for each in using[atom]} - {here}:
            if other not in side:
                side[other] = 1 - side[here]
                families[side[other]].append(other)
                ahead.append(other)
            fine = fine and side[other] != side[here]
    return families if fine else None


def _left_over(
    rows: Sequence[ExactCount], columns: Sequence[ExactCount]
) -> ExactCount | None:
    """The atoms of some sets that are in no other ones, with their count."""
    all_rows = frozenset[int]().union(*(each.atoms for each in rows))
    all_columns = frozenset[int]().union(*(each.atoms for each in columns))
    left = all_rows - all_columns
    if not columns or not left or not all_columns <= all_rows:
        return None
    total = sum(each.number for each in rows) - sum(each.number for each in columns)
    return ExactCount(left, total)
