"""A solver for clauses and cardinality constraints, with assumptions.

It is python-sat's minicard (`minicard.py`), which has native cardinality constraints.
Atoms are positive numbers, and a minus sign negates. Small queries are answered at
once. A longer one continues in a thread, so that Ctrl-C works, and gives up after a
number of conflicts.

In the field: incremental SAT solving under assumptions (Een and Sorensson 2003) with
native cardinality constraints (Liffiton and Maglalang 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from threading import Thread
from typing import Any, TypeVar
from weakref import finalize

from mystpy.engines.interrupt import interruptions
from mystpy.engines.symbolic.minicard import Minicard, new_minicard
from mystpy.errors import EngineFailed

T = TypeVar("T")

BUDGET = 200_000
"""The number of conflicts after which a query gives up: a few seconds."""
_SMALL = 300
"""The number of conflicts of a small query, which takes no noticeable time."""
_PATIENCE = 0.05
"""Seconds after which a thread that waits for an answer checks for Ctrl-C."""


class SearchLimitReached(EngineFailed):
    """The search reached its limit on conflicts or rounds."""


class Assignment:
    """A solution of the solver, to be read before the next query: the true atoms."""

    def __init__(self, minicard: Minicard) -> None:
        self._minicard = minicard

    @cached_property
    def literals(self) -> Sequence[int]:
        """Return the literals that are true, one for each atom in turn."""
        return self._minicard("model") or ()

    def is_true(self, literal: int) -> bool:
        """Return whether a literal is true."""
        return self.literals[abs(literal) - 1] == literal


class Solver:
    """One solver, to which rules and atoms can only be added.

    Raises EngineMissing if python-sat is not installed, and EngineFailed, in any
    method, if the memory is not sufficient.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self._minicard = new_minicard()
        finalize(self, self._minicard.delete)  # too late once Python has ended
        self._budget = budget
        self._chance: Any = None  # a `Random`, once it is needed
        self._atoms = 0
        self._twins: dict[int, list[int]] = {}
        self._lower = 0
        self.core: frozenset[int] = frozenset()
        """The assumptions for which the last unsatisfiable query failed."""
        self.size = 0
        """The number of rules added."""
        self.effort = 0
        """The number of conflicts so far in queries that were not small."""

    def atoms(self, count: int) -> list[int]:
        """Return new atoms, each of them free to be true or false."""
        made = list(range(self._atoms + 1, self._atoms + 1 + count))
        self._atoms += len(made)
        # Cards find their holders sooner than holders can be ruled out one by one.
        self._minicard.prefer(made)
        return made

    def name(self, atoms: Iterable[int], names: Callable[[], Iterable[str]]) -> None:
        """Name atoms, in case names are recorded."""
        self._minicard.name(atoms, names)

    def shuffle(self) -> None:
        """Make the next solution different: atoms are tried with random values."""
        from random import Random  # slow to load, and seldom needed

        self._chance = self._chance or Random(0)
        chosen = self._chance.getrandbits(self._atoms + 1)
        atoms = range(1, self._atoms + 1)
        self._minicard.prefer([x if chosen >> x & 1 else -x for x in atoms])

    def clause(self, literals: Iterable[int]) -> None:
        """Add that at least one of the literals is true."""
        self.size += 1
        try:
            self._minicard.add_clause(literals)
        except MemoryError as error:
            raise _failed(error) from error

    def clauses(self, clauses: Sequence[Iterable[int]]) -> None:
        """Add several clauses."""
        add_clause = self._minicard.add_clause
        self.size += len(clauses)
        try:
            for literals in clauses:
                add_clause(literals)
        except MemoryError as error:
            raise _failed(error) from error

    def never(self, *literals: int) -> None:
        """Add that the literals are not all true together."""
        self.clause([-literal for literal in literals])

    def at_most(self, number: int, literals: Sequence[int], guard: int = 0) -> None:
        """Add that at most `number` literals are true, if the guard is.

        The literals differ.
        """
        slack = len(literals) - number
        if slack <= 0:
            return
        if number < 0:
            self.clause([-guard] if guard else [])
            return
        # The guard has a weight that outweighs all the others.
        twins = self._twins_of(guard, slack) if guard else []
        self.size += 1
        try:
            self._minicard.at_most([*literals, *twins], number + len(twins))
        except MemoryError as error:
            raise _failed(error) from error

    def one_of(self, sets: Iterable[Sequence[int]]) -> None:
        """Add that of each of these sets of literals exactly one is true."""
        clause, at_most = self._minicard.add_clause, self._minicard.at_most
        try:
            for literals in sets:
                self.size += 2
                if len(literals) > 1:
                    at_most(literals, 1)
                clause(literals)
        except MemoryError as error:
            raise _failed(error) from error

    def exactly(self, number: int, literals: Sequence[int], guard: int = 0) -> None:
        """Add that exactly `number` literals are true, if the guard, if any, is.

        Both bounds are added, since at-most alone hides counting arguments from clause
        learning.
        """
        self.at_most(number, literals, guard)
        if number == 1 and not guard:
            return self.clause(literals)
        return self.at_most(len(literals) - number, [-x for x in literals], guard)

    def share(self, number: int, literals: Sequence[int]) -> None:
        """Add that exactly `number` literals are true; they are one share of a whole.

        If all shares are given, and they add up to the whole, the upper bounds are
        sufficient. The lower bounds may make a proof short, or mislead the search. So a
        long search alternates between both.
        """
        if not self._lower:
            (self._lower,) = self.atoms(1)
        self.at_most(number, literals)
        self.at_most(len(literals) - number, [-x for x in literals], self._lower)

    def _twins_of(self, guard: int, count: int) -> list[int]:
        """Return `count` atoms that are equivalent to a guard."""
        twins = self._twins.setdefault(guard, [])
        for twin in self.atoms(count - len(twins)):
            self.clause([-guard, twin])
            self.clause([guard, -twin])
            twins.append(twin)
        return twins[:count]

    def solve(
        self, assumptions: Sequence[int], read: Callable[[Assignment], T]
    ) -> T | None:
        """Return what is read from a solution under assumptions; None without one.

        Without a solution `core` has sufficient assumptions; of several such sets, one
        whose last member is early. Raises GaveUp if the budget is exceeded.
        """
        if self._search(assumptions, self._budget):
            return read(Assignment(self._minicard))
        return None

    def sweep(
        self, assumptions: Sequence[int], read: Callable[[Assignment], Sequence[int]]
    ) -> bool:
        """Read solutions until there are no more; return whether there was any.

        Each reading returns a clause that the following solutions have to satisfy, and
        an empty one when no more are wanted. Raises GaveUp as `solve`.
        """
        found = False
        (during,) = self.atoms(1)
        assumed = [*assumptions, during]
        most = self.conflicts() + self._budget
        try:
            while self._search(assumed, most - self.conflicts()):
                found = True
                clause = read(Assignment(self._minicard))
                if not clause:
                    break
                self._minicard.prefer(clause)
                self.clause([-during, *clause])
        finally:
            self.clause([-during])
        return found

    def _search(self, assumptions: Sequence[int], budget: int) -> bool:
        """Return whether there is a solution within this number of conflicts."""
        assumed = [*assumptions, -self._lower] if self._lower else assumptions
        found = self._within(min(_SMALL, budget), assumed)
        if found is None and budget > 0:
            found = self._patiently(assumptions, budget)
        if found is None:
            self.shuffle()  # whoever asks again begins elsewhere
            raise SearchLimitReached(
                f"the solver found no answer within {self._budget:,} conflicts",
                hint="ask by another method, or raise the budget",
            )
        if not found:
            self.core = frozenset(self._minicard("core") or ())
        return found

    def _patiently(self, assumptions: Sequence[int], budget: int) -> bool | None:
        """Search in a thread, which ends before this method does in any case."""
        before = self.conflicts()
        found: list[bool | EngineFailed | None] = []
        search = Thread(target=self._at_length, args=(assumptions, budget, found))
        with interruptions() as let_through:
            try:
                search.start()
            except RuntimeError:  # a browser's Python has no threads
                search.run()
            try:
                while search.is_alive():
                    let_through()
                    search.join(_PATIENCE)
            finally:
                self._minicard("interrupt")
                if search.ident:
                    search.join()
                self._minicard("clearint")
                self.effort += self.conflicts() - before
        (answer,) = found
        if isinstance(answer, EngineFailed):
            raise answer
        return answer

    def _at_length(
        self,
        assumptions: Sequence[int],
        budget: int,
        found: list[bool | EngineFailed | None],
    ) -> None:
        """Search in intervals, each twice as long: with the lower bounds, or without.

        Appends the result, or the error. An interrupted search appends None.
        """
        answer, lower = None, self._lower
        stretch = _SMALL if lower else budget
        try:
            while answer is None and budget > 0:
                assumed = [*assumptions, lower] if lower else assumptions
                answer = self._within(min(stretch, budget), assumed)
                budget, stretch, lower = budget - stretch, 2 * stretch, -lower
            found.append(answer)
        except EngineFailed as error:
            found.append(error)

    def _within(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        """Return whether there is a solution; None beyond the number of conflicts."""
        self._minicard("cbudget", max(conflicts, 1))  # for 0 there would be no limit
        try:
            # 1: so it gives way to other threads, and leaves signals to Python.
            found: bool | None = self._minicard("solve_lim", assumptions, 0, 1)
        except MemoryError as error:
            raise _failed(error) from error
        return found

    def conflicts(self) -> int:
        """Return the number of conflicts so far."""
        return int(self._minicard("acc_stats")["conflicts"])


def _failed(error: MemoryError) -> EngineFailed:
    return EngineFailed(f"the solver failed: {error}")
