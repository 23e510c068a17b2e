"""A solver that takes clauses and numbers, and is asked under assumptions.

It is python-sat's minicard (`minicard.py`), which counts as it goes and translates no
number into clauses. Atoms are positive numbers, and a minus sign negates. Small
questions are answered at once; one that takes longer goes on in a thread, for Ctrl-C,
and is given up after a number of conflicts rather than never.

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
"""Conflicts after which a question is given up: a few seconds."""
_SMALL = 300
"""Conflicts of a small question: nobody gets impatient meanwhile."""
_PATIENCE = 0.05
"""Seconds after which somebody who waits for an answer looks out for Ctrl-C."""


class SearchLimitReached(EngineFailed):
    """The search was given up after as many conflicts or rounds as it may have."""


class Assignment:
    """An answer of the solver, to be read before the next question: what is true."""

    def __init__(self, minicard: Minicard) -> None:
        self._minicard = minicard

    @cached_property
    def literals(self) -> Sequence[int]:
        """The literals that are true, one for each atom in turn."""
        return self._minicard("model") or ()

    def is_true(self, literal: int) -> bool:
        """Whether a literal is true."""
        return self.literals[abs(literal) - 1] == literal


class Solver:
    """One solver, whose rules and atoms only become more.

    Raises EngineMissing if python-sat is not installed, and EngineFailed, whatever is
    added or asked, if the memory does not suffice.
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
        """Assumptions that the last question without an answer failed for."""
        self.size = 0
        """How many rules were added."""
        self.effort = 0
        """Conflicts met so far by questions that were not small."""

    def atoms(self, count: int) -> list[int]:
        """New atoms, each of them free to be true or false."""
        made = list(range(self._atoms + 1, self._atoms + 1 + count))
        self._atoms += len(made)
        # Cards find their holders sooner than holders can be ruled out one by one.
        self._minicard.prefer(made)
        return made

    def name(self, atoms: Iterable[int], names: Callable[[], Iterable[str]]) -> None:
        """Say what atoms mean, if somebody writes that down."""
        self._minicard.name(atoms, names)

    def shuffle(self) -> None:
        """Let the next answer resemble no other: atoms are tried as chance has it."""
        from random import Random  # slow to load, and seldom needed

        self._chance = self._chance or Random(0)
        chosen = self._chance.getrandbits(self._atoms + 1)
        atoms = range(1, self._atoms + 1)
        self._minicard.prefer([x if chosen >> x & 1 else -x for x in atoms])

    def clause(self, literals: Iterable[int]) -> None:
        """Tell that at least one of the literals is true."""
        self.size += 1
        try:
            self._minicard.add_clause(literals)
        except MemoryError as error:
            raise _failed(error) from error

    def clauses(self, clauses: Sequence[Iterable[int]]) -> None:
        """Tell several clauses."""
        add_clause = self._minicard.add_clause
        self.size += len(clauses)
        try:
            for literals in clauses:
                add_clause(literals)
        except MemoryError as error:
            raise _failed(error) from error

    def never(self, *literals: int) -> None:
        """Tell that the literals are not all true together."""
        self.clause([-literal for literal in literals])

    def at_most(self, number: int, literals: Sequence[int], guard: int = 0) -> None:
        """Tell that no more than so many literals are true, or not if a guard is not.

        The literals differ.
        """
        slack = len(literals) - number
        if slack <= 0:
            return
        if number < 0:
            self.clause([-guard] if guard else [])
            return
        # What is true with the guard weighs as much as to make up for all the rest.
        twins = self._twins_of(guard, slack) if guard else []
        self.size += 1
        try:
            self._minicard.at_most([*literals, *twins], number + len(twins))
        except MemoryError as error:
            raise _failed(error) from error

    def one_of(self, sets: Iterable[Sequence[int]]) -> None:
        """Tell that of each of these sets of literals exactly one is true."""
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
        """Tell how many of the literals are true, where the guard is if there is one.

        Both bounds are added, since at-most alone hides counting arguments from clause
        learning.
        """
        self.at_most(number, literals, guard)
        if number == 1 and not guard:
            return self.clause(literals)
        return self.at_most(len(literals) - number, [-x for x in literals], guard)

    def share(self, number: int, literals: Sequence[int]) -> None:
        """Tell how many of the literals are true, which are one share of a whole.

        Where all shares are given, and the whole is as much as they are together, that
        none has more is enough. That none has less may be what a proof is short with,
        or what leads astray, so a long search tries it in turn.
        """
        if not self._lower:
            (self._lower,) = self.atoms(1)
        self.at_most(number, literals)
        self.at_most(len(literals) - number, [-x for x in literals], self._lower)

    def _twins_of(self, guard: int, count: int) -> list[int]:
        """So many atoms that are true just where a guard is."""
        twins = self._twins.setdefault(guard, [])
        for twin in self.atoms(count - len(twins)):
            self.clause([-guard, twin])
            self.clause([guard, -twin])
            twins.append(twin)
        return twins[:count]

    def solve(
        self, assumptions: Sequence[int], read: Callable[[Assignment], T]
    ) -> T | None:
        """What is read off an answer under assumptions; None if there is none.

        Then `core` has assumptions that are enough for there to be none: of several
        such sets one whose last member comes early. Raises GaveUp if the budget does
        not suffice.
        """
        if self._search(assumptions, self._budget):
            return read(Assignment(self._minicard))
        return None

    def sweep(
        self, assumptions: Sequence[int], read: Callable[[Assignment], Sequence[int]]
    ) -> bool:
        """Read answers until there are no more; return whether there was any.

        Each reading returns a clause that the answers after it have to satisfy, and
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
        """Whether there is an answer within so many conflicts."""
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
        """Search in a thread, which ends before this does, whatever happens."""
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
        """Search in stretches, each twice as long: with the lower bounds, or without.

        Appends what was found, or how it failed. An interrupted one finds None.
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
        """Whether there is an answer; None if the conflicts do not suffice."""
        self._minicard("cbudget", max(conflicts, 1))  # for 0 there would be no limit
        try:
            # 1: so it gives way to other threads, and leaves signals to Python.
            found: bool | None = self._minicard("solve_lim", assumptions, 0, 1)
        except MemoryError as error:
            raise _failed(error) from error
        return found

    def conflicts(self) -> int:
        """How many conflicts were met so far."""
        return int(self._minicard("acc_stats")["conflicts"])


def _failed(error: MemoryError) -> EngineFailed:
    return EngineFailed(f"the solver is at its end: {error}")
