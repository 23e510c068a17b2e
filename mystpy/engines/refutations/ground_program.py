"""The rules of a ground program as clingo's solver gets them, by an observer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mystpy.compilation import dataclass, field

if TYPE_CHECKING:
    from clingo import Control

Weighted = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GroundRule:
    """A rule: the body's weights, its bound, and the head, perhaps a free choice.

    Without a head it is a constraint.
    """

    choice: bool
    head: tuple[int, ...]
    bound: int
    body: Weighted

    @property
    def is_conjunction(self) -> bool:
        """Return whether all of the body is needed."""
        ones = all(weight == 1 for _, weight in self.body)
        return ones and self.bound == len(self.body)

    def without(self, atoms: frozenset[int]) -> GroundRule:
        """Return the rule with these atoms false."""
        body = tuple(pair for pair in self.body if pair[0] not in atoms)
        return GroundRule(self.choice, self.head, self.bound, body)


@dataclass(slots=True)
class GroundProgram:
    """The rules of a program that was ground in one go, with the names of its atoms."""

    rules: list[GroundRule] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    not_covered: str = ""
    """The first feature of the program that is not supported here."""

    def add(
        self, choice: bool, head: Sequence[int], bound: int, body: Weighted
    ) -> None:
        """Add a rule."""
        if not choice and len(head) > 1:
            self.not_covered = "a rule with a disjunction for its head"
        self.rules.append(GroundRule(choice, tuple(head), bound, body))

    @property
    def atoms(self) -> Iterator[int]:
        """Yield the atoms of the rules."""
        for rule in self.rules:
            yield from rule.head
            yield from (abs(literal) for literal, _ in rule.body)

    def unfounded(self, true: frozenset[int]) -> frozenset[int] | None:
        """Return the true atoms without a founded rule; None if a rule is violated.

        The true atoms are an answer set if and only if there are no such atoms.
        """
        for rule in self.rules:
            fires = _weight(rule, true, true) >= rule.bound
            if fires and not rule.choice and not true & frozenset(rule.head):
                return None
        founded: set[int] = set()
        while True:
            more = {
                atom
                for rule in self.rules
                if _weight(rule, frozenset(founded), true) >= rule.bound
                for atom in rule.head
                if atom in true
            } - founded
            if not more:
                return true - founded
            founded |= more


def _weight(rule: GroundRule, founded: frozenset[int], true: frozenset[int]) -> int:
    """Return the body's weight by the founded atoms, and by the false ones."""
    return sum(
        weight
        for literal, weight in rule.body
        if (literal in founded if literal > 0 else -literal not in true)
    )


def observed(control: Control) -> GroundProgram:
    """Return the program that a control of clingo will ground.

    Its names are added by `named`.
    """
    from clingo import Observer

    program = GroundProgram()

    class Rules(Observer):
        def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
            pairs = tuple((literal, 1) for literal in body)
            program.add(choice, head, len(pairs), pairs)

        def weight_rule(
            self,
            choice: bool,
            head: Sequence[int],
            lower_bound: int,
            body: Sequence[tuple[int, int]],
        ) -> None:
            program.add(choice, head, lower_bound, tuple(body))

        def external(self, atom: int, value: Any) -> None:
            program.not_covered = "external atoms"

        def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
            program.not_covered = "edges"

        def theory_atom(
            self, atom_id_or_zero: int, term_id: int, elements: Sequence[int]
        ) -> None:
            program.not_covered = "atoms of a theory"

    control.register_observer(Rules())
    return program


def named(program: GroundProgram, control: Control) -> GroundProgram:
    """Return the program, with the names of its atoms."""
    for atom in control.symbolic_atoms:
        if atom.literal:  # it has none if no rule is left that could derive it
            program.names[atom.literal] = str(atom.symbol)
    return program
