"""The deals of several histories, counted once each, though histories share deals.

In the field: exact counting of a disjunctive normal form by disjoint cubes.

A case is a set of cells that no deal has, with clauses, of each of which a deal has a
cell (see `Places`). From each case the deals of those before it are taken away, clause
by clause, so that no two share a deal. Each open turn is made disjoint by itself, and
the cases of several turns are combined: a deal is in one case of each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from math import prod
from operator import and_

from mystpy.compilation import NamedTuple
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.errors import QueryError
from mystpy.thresholds import MAX_CASES_COUNTED


class Case(NamedTuple):
    """Cells that no deal has, and clauses of which each deal has a cell."""

    barred: int
    clauses: frozenset[int]


class DisjointCases:
    """Cases made disjoint, among the deals that a simplified residue leaves."""

    def __init__(self, residue: Residue) -> None:
        self.residue = residue

    def combined(self, turns: Iterable[Iterable[Case]]) -> Iterator[Case]:
        """Disjoint cases of several open turns, combined. Raises QueryError."""
        parts = [self.disjoint(cases) for cases in turns]
        if prod(map(len, parts)) > MAX_CASES_COUNTED:
            raise QueryError(
                "the notes leave open too many cases to count their deals",
                hint="complete one of the open turns, or leave the count out",
            )
        for chosen in product(*parts):
            barred, clauses = 0, frozenset[int]()
            for case in chosen:
                barred, clauses = barred | case.barred, clauses | case.clauses
            together = self.simple(Case(barred, clauses))
            if together is not None:
                yield together

    def disjoint(self, cases: Iterable[Case]) -> list[Case]:
        """Cases of which no two share a deal, with all deals of those, together."""
        left = _merged(self._simple_ones(self._by_common_cells(list(cases))))
        found: list[Case] = []
        while left:
            taken, *others = left
            found.append(taken)
            left = _merged([r for other in others for r in self._without(other, taken)])
        return found

    def _simple_ones(self, cases: Iterable[Case]) -> list[Case]:
        simple = (self.simple(case) for case in cases)
        return [case for case in simple if case is not None]

    def _by_common_cells(self, cases: list[Case]) -> list[Case]:
        """The cases apart by the cells that the clauses of one place share.

        If it is not known which room was asked for, a player who showed a card has one
        of the cards that were heard, or else the room, which says more.
        """
        by_place: dict[int, set[int]] = {}
        for case in cases:
            for clause in case.clauses:
                place = self.residue.places.place(clause)
                if place is not None:
                    by_place.setdefault(place, set()).add(clause)
        for clauses in by_place.values():
            shared = reduce(and_, clauses)
            if shared and len(clauses) > 1:
                cases = [part for case in cases for part in _apart(case, shared)]
        return cases

    def simple(self, case: Case) -> Case | None:
        """The case without what the residue says already; None if it has no deal."""
        barred = case.barred & self.residue.may
        if barred & self.residue.fixed:
            return None
        clauses = set[int]()
        for clause in case.clauses:
            clause &= self.residue.may & ~barred
            if not clause:
                return None
            if not clause & self.residue.fixed:
                clauses.add(clause)
        for clause in clauses:
            if not clause & (clause - 1):  # who has a card is the only one
                barred &= ~self.residue.places.column_of(clause)
        kept = (c for c in clauses if not any(o != c and not o & ~c for o in clauses))
        return Case(barred, frozenset(kept))

    def _without(self, case: Case, other: Case) -> Iterator[Case]:
        """Disjoint cases of the deals in the one case and not in the other."""
        # Not the other: a cell that it bars is there, or else a clause of it fails.
        if other.barred & ~case.barred:
            there = other.barred & ~case.barred
            first = self.simple(Case(case.barred, case.clauses | {there}))
            if first is not None:
                yield first
        barred, clauses = case.barred | other.barred, case.clauses
        for clause in sorted(other.clauses):
            rest = self.simple(Case(barred | clause, clauses))
            if rest is not None:
                yield rest
            clauses = clauses | {clause}


def _apart(case: Case, shared: int) -> Iterator[Case]:
    """A case with one of these cells, and without, if a clause has them all."""
    clause = next((c for c in case.clauses if not shared & ~c), None)
    if clause is None or clause == shared:
        yield case
        return
    others = case.clauses - {clause}
    yield Case(case.barred, others | {shared})
    yield Case(case.barred | shared, others | {clause & ~shared})


def _merged(cases: list[Case]) -> list[Case]:
    """Fewer cases: those in others are left out, and some two become one."""
    found = list(dict.fromkeys(cases))
    at = 0
    while at < len(found):
        for k in range(at + 1, len(found)):
            one = _one(found[at], found[k])
            if one is not None:
                found = [c for n, c in enumerate(found) if n not in (at, k)]
                found.insert(0, one)
                at = -1
                break
        at += 1
    return found


def _one(a: Case, b: Case) -> Case | None:
    """The one case that two make together, if one is simple."""
    if not a.barred & ~b.barred and a.clauses <= b.clauses:
        return a
    if not b.barred & ~a.barred and b.clauses <= a.clauses:
        return b
    mine, others = a.clauses - b.clauses, b.clauses - a.clauses
    if a.barred != b.barred or len(mine) != 1 or len(others) != 1:
        return None
    (one,), (other,) = mine, others
    return Case(a.barred, (a.clauses & b.clauses) | {one | other})
