"""Cases of a derivation: their consequences, and contradictions with an axiom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.explain.selectors import AxiomSelector
from mystpy.questions.derivation.propagation import (
    CardinalityConstraint,
    Case,
    Clause,
    deductions,
    reduced,
    violation,
)


class Trace(NamedTuple):
    """The premises of a conclusion: axioms, known literals, numbers of clauses."""

    axioms: frozenset[AxiomSelector] = frozenset()
    known: frozenset[int] = frozenset()
    clauses: frozenset[int] = frozenset()

    def also(self, other: Trace) -> Trace:
        """Return the premises of two conclusions together."""
        return Trace(
            self.axioms | other.axioms,
            self.known | other.known,
            self.clauses | other.clauses,
        )


class CasePropagation:
    """A case with all consequences of unit propagation.

    `known` are the literals known in all cases; clauses have numbers. `conflict` has
    the premises of a contradiction, None if there is none.
    """

    def __init__(
        self,
        case: Case,
        known: frozenset[int],
        constraints: Sequence[CardinalityConstraint],
        clauses: Sequence[tuple[int, Clause]],
    ) -> None:
        self.case, self._known = case, known
        self.literals = set(known | case)
        self._causes: dict[int, tuple[AxiomSelector | int, frozenset[int]]] = {}
        self.conflict: Trace | None = None
        while self.conflict is None and self._step(constraints, clauses):
            pass

    def _step(
        self,
        constraints: Sequence[CardinalityConstraint],
        clauses: Sequence[tuple[int, Clause]],
    ) -> bool:
        """Propagate once; whether anything is new."""
        if (found := violation(self.literals, constraints)) is not None:
            self.conflict = self._trace(*found)
            return False
        before = len(self.literals)
        for each in list(deductions(self.literals, constraints)):
            for literal, causes in each.causes.items():
                self._add(literal, each.axiom, causes)
        for number, clause in clauses:
            left = reduced(clause, self.literals)
            if left is not None and len(left) < 2:
                causes = frozenset(-x for x in clause - left)
                if not left:
                    self.conflict = self._trace(number, causes)
                    return False
                self._add(next(iter(left)), number, causes)
        return len(self.literals) > before

    def _add(
        self, literal: int, reason: AxiomSelector | int, causes: frozenset[int]
    ) -> None:
        if literal not in self.literals and -literal not in self.literals:
            self.literals.add(literal)
            self._causes[literal] = reason, causes
        elif -literal in self.literals and self.conflict is None:
            self.conflict = self._trace(reason, causes | {-literal})

    @property
    def derived(self) -> frozenset[int]:
        """The literals that follow in the case and are no part of it."""
        return frozenset(self.literals) - self._known - self.case

    def takes(self, literals: Iterable[int]) -> Trace:
        """Return the premises of these literals, which hold in the case."""
        found, ahead, met = Trace(), list(literals), set[int]()
        while ahead:
            literal = ahead.pop()
            if literal in met:
                continue
            met.add(literal)
            if literal in self._causes:
                reason, causes = self._causes[literal]
                found = found.also(_reason(reason))
                ahead += causes
            elif literal in self._known:
                found = found.also(Trace(known=frozenset({literal})))
        return found

    def _trace(self, reason: AxiomSelector | int, causes: frozenset[int]) -> Trace:
        return self.takes(causes).also(_reason(reason))


def _reason(reason: AxiomSelector | int) -> Trace:
    if isinstance(reason, AxiomSelector):
        return Trace(axioms=frozenset({reason}))
    return Trace(clauses=frozenset({reason}))
