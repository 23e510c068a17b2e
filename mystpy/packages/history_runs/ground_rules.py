"""The ground rules of a program, as clingo makes them: an observer of its grounder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.compilation import NamedTuple


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


class GroundRuleIndex:
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


def varying_atoms(rules: Sequence[GroundRule]) -> set[int]:
    """Return the atoms that depend on what is chosen."""
    using: dict[int, list[GroundRule]] = {}
    for rule in rules:
        for literal in rule.literals:
            using.setdefault(abs(literal), []).append(rule)
    found = set(chosen_atoms(rules))
    ahead = list(found)
    while ahead:
        for rule in using.get(ahead.pop(), ()):
            for atom in rule.head:
                if atom not in found:
                    found.add(atom)
                    ahead.append(atom)
    return found
