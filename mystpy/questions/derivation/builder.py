"""How a derivation is found: by propagation, and by cases where that is not enough.

In the field: unit propagation with case splitting, as in the method of Davis, Logemann
and Loveland; the cases are multiplied out as section 3.2 of the thesis does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce as fold

from mystpy.engines.explain.selectors import PILE_SIZE, AxiomSelector
from mystpy.game.game import Game
from mystpy.language.atoms import Falsity
from mystpy.language.decidable import ground
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import And, Formula
from mystpy.questions.derivation.cases import CasePropagation, Trace
from mystpy.questions.derivation.compact import compact
from mystpy.questions.derivation.drafts import DraftLine, Drafts
from mystpy.questions.derivation.propagation import (
    AtomNumbers,
    Case,
    Clause,
    constraints_of,
    deductions,
    multiplied,
    reduced,
)
from mystpy.questions.reason import Reason

MAX_CASES_AT_ONCE = 16
"""The most cases that are written in one line; more are written clause by clause."""

MAX_CASES_OF_DERIVATION = 64
"""With more cases no reader is helped: a solver takes the rest as one line."""


class DerivationBuilder:
    """The lines from some reasons to a formula about the deal, by partition axioms."""

    def __init__(
        self,
        game: Game,
        reasons: Sequence[Reason],
        axioms: Sequence[AxiomSelector],
        goal: Formula,
    ) -> None:
        self.atoms = AtomNumbers(game)
        self.drafts = Drafts(self.atoms)
        self._game, self._goal = game, goal
        self._axioms = axioms
        self._constraints = constraints_of(game, axioms)
        self._clauses: list[tuple[int, Clause]] = []
        self._cases: int | None = None
        clauses = self.atoms.clauses(ground(goal, game))
        units = clauses is not None and all(len(clause) == 1 for clause in clauses)
        self._wanted = frozenset[int]().union(*clauses or ()) if units else None
        for reason in reasons:
            self._add_reason(reason)

    def build(self) -> Drafts:
        """Find the lines; the last one is the goal."""
        while not self._propagate():
            if not self._split():
                cites = frozenset(range(len(self._reasons())))
                if self._cases is not None:
                    cites |= {self._cases}
                axioms = frozenset(self._axioms)
                self.drafts.add(DraftLine(self._goal, cites=cites, axioms=axioms))
                return self.drafts
        assert self._wanted is not None
        last = self.drafts.lines[-1]
        if not (last.causes.keys() == self._wanted or last.formula == self._goal):
            self.drafts.add(DraftLine(self._goal, needs=self._wanted))
        return self.drafts

    def _reasons(self) -> list[DraftLine]:
        return [line for line in self.drafts.lines if line.reason is not None]

    def _add_reason(self, reason: Reason) -> None:
        clauses = self.atoms.clauses(ground(reason.says, self._game)) or []
        units = [next(iter(x)) for x in clauses if len(x) == 1]
        number = self.drafts.add(DraftLine(reason.says, reason=reason), units)
        for clause in clauses:
            if len(clause) > 1:
                self._clauses.append((number, clause))

    def _shorten(self) -> None:
        """By the size of the pile a wrong guess has a card that is not in the pile."""
        for k, (number, clause) in enumerate(self._clauses):
            denied = frozenset(x for x in clause if x < 0)
            if PILE_SIZE in self._axioms and len(denied) == self._game.sizes[0]:
                said = self.atoms.disjunction(denied)
                line = DraftLine(said, {}, frozenset({number}))
                line.axioms = frozenset({PILE_SIZE})
                units = denied if len(denied) == 1 else ()
                self._clauses[k] = self.drafts.add(line, units), denied

    def _propagate(self) -> bool:
        """Propagate until the goal is known, or nothing follows; whether it is."""
        self._shorten()
        while not self._reached():
            before = len(self.drafts.found_in)
            for number, clause in self._clauses:
                left = reduced(clause, self.drafts.known)
                if left is not None and len(left) == 1:
                    needs = frozenset(-x for x in clause - left)
                    said = self.atoms.conjunction(left)
                    line = DraftLine(said, {}, frozenset({number}), needs)
                    self.drafts.add(line, left)
            for each in list(deductions(self.drafts.known, self._constraints)):
                if not self._reached():
                    line = DraftLine(None, each.causes, axioms=frozenset({each.axiom}))
                    self.drafts.add(line, each.causes)
            if len(self.drafts.found_in) == before:
                return False
        return True

    def _reached(self) -> bool:
        return self._wanted is not None and self._wanted <= self.drafts.known

    def _split(self) -> bool:
        """Go through cases; whether something is known after it that was not before."""
        known = self.drafts.known
        left = [(k, reduced(clause, known)) for k, clause in self._clauses]
        open_ = [(k, clause) for k, clause in left if clause]
        if not open_:
            return False
        number, cases = self._multiplied(open_)
        if number < 0:
            return False
        if len(cases) == 1:
            for literal in cases[0]:
                self.drafts.found_in.setdefault(literal, number)
            return True
        self._cases = number
        return self._common(number, cases)

    def _multiplied(
        self, open_: Sequence[tuple[int, Clause]]
    ) -> tuple[int, list[Case]]:
        """The line with the cases of clauses, and these; -1 if they are too many."""
        order = sorted(open_, key=lambda each: len(each[1]))
        chunks = [order] if _few_cases(order) else [[each] for each in order]
        number, cases = -1, [Case()]
        for chunk in chunks:
            more = fold(multiplied, (clause for _, clause in chunk), cases)
            if len(more) > MAX_CASES_OF_DERIVATION:
                break
            number, cases = self._without_conflicts(
                self._written_out(number, cases, chunk, more), more
            )
        return number, cases

    def _written_out(
        self,
        number: int,
        cases: Sequence[Case],
        chunk: Sequence[tuple[int, Clause]],
        more: Sequence[Case],
    ) -> int:
        """The lines for some clauses together, and for their cases."""
        parts = [self.atoms.disjunction(clause) for _, clause in chunk]
        cites = frozenset(k for k, _ in chunk)
        if number >= 0:
            parts, cites = [self._said(cases), *parts], cites | {number}
        needs = self._reduced_by(chunk)
        together = DraftLine(conjunction(parts), {}, cites, needs)
        cited = self.drafts.lines[next(iter(cites))].formula
        whole = next(iter(cites)) if cited == together.formula else None
        number = self.drafts.add(together) if whole is None else whole
        if len(parts) > 1:
            line = DraftLine(self._said(more), {}, frozenset({number}))
            line.rewrites = True
            number = self.drafts.add(line)
        return number

    def _reduced_by(self, chunk: Iterable[tuple[int, Clause]]) -> frozenset[int]:
        """The known literals by which clauses are shorter than they were."""
        whole = {k: [c for n, c in self._clauses if n == k] for k, _ in chunk}
        return frozenset(
            -x
            for k, left in chunk
            for clause in whole[k]
            if left <= clause
            for x in clause - left
        )

    def _without_conflicts(
        self, number: int, cases: Sequence[Case]
    ) -> tuple[int, list[Case]]:
        """The lines in which contradictory cases are false, and are left out."""
        found = [self._in_case(case) for case in cases]
        conflicts = [each.conflict for each in found if each.conflict is not None]
        if not conflicts:
            return number, list(cases)
        said = [
            Falsity() if each.conflict else self.atoms.conjunction(each.case)
            for each in found
        ]
        line = self._by(fold(Trace.also, conflicts), number, disjunction(said))
        number = self.drafts.add(line)
        left = [each.case for each in found if not each.conflict]
        line = DraftLine(self._said(left), {}, frozenset({number}), rewrites=True)
        return self.drafts.add(line), left

    def _in_case(self, case: Case) -> CasePropagation:
        known = self.drafts.known
        return CasePropagation(case, known, self._constraints, self._clauses)

    def _by(self, trace: Trace, number: int, said: Formula) -> DraftLine:
        """A line from another one and what a trace takes."""
        cites = trace.clauses | {number}
        return DraftLine(said, {}, cites, trace.known, trace.axioms, rewrites=True)

    def _said(self, cases: Iterable[Case]) -> Formula:
        return disjunction(self.atoms.conjunction(case) for case in cases)

    def _common(self, number: int, cases: Sequence[Case]) -> bool:
        """The lines for what follows in all cases; whether anything does."""
        found = [self._in_case(case) for case in cases]
        common = frozenset.intersection(*(x.derived | x.case for x in found))
        wanted = (self._wanted or frozenset()) - self.drafts.known
        if not common or (wanted and not common & wanted):
            return False
        goal = wanted if wanted and wanted <= common else common
        trace = fold(Trace.also, (each.takes(goal) for each in found))
        constraints = constraints_of(self._game, trace.axioms)
        clauses = [each for each in self._clauses if each[0] in trace.clauses]
        derived = [
            CasePropagation(case, trace.known, constraints, clauses).derived
            | (case & goal)
            for case in cases
        ]
        self._shared(self._by(trace, number, self._compact(derived)), derived)
        return True

    def _shared(self, line: DraftLine, derived: Sequence[frozenset[int]]) -> None:
        """The lines that take out what all cases share."""
        number = self.drafts.add(line)
        shared = frozenset.intersection(*derived)
        rests = [each - shared for each in derived]
        said = compact(shared, self.atoms)
        if all(rests):
            parts = said.parts if isinstance(said, And) else (said,)
            both = conjunction([*parts, self._compact(rests)])
            line = DraftLine(both, {}, frozenset({number}), rewrites=True)
            number = self.drafts.add(line)
        self.drafts.add(DraftLine(said, {}, frozenset({number})), shared)

    def _compact(self, cases: Iterable[frozenset[int]]) -> Formula:
        return disjunction(compact(case, self.atoms) for case in cases)


def _few_cases(clauses: Iterable[tuple[int, Clause]]) -> bool:
    """Whether the cases of all clauses together can be written in one line."""
    cases = [Case()]
    for _, clause in clauses:
        cases = multiplied(cases, clause)
        if len(cases) > MAX_CASES_OF_DERIVATION:
            return False
    return len(cases) <= MAX_CASES_AT_ONCE
