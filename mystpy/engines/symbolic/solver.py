"""Clingo as a solver that is told clauses and numbers, and asked under assumptions.

Atoms are positive numbers, and a minus sign negates. Both bounds of a number are
written down, since at-most alone hides counting arguments from clause learning.
What was learned is kept between the questions. Small questions are answered at
once; one that takes longer goes on in a thread of clingo's, so that Ctrl-C comes
through, and is given up after a number of conflicts rather than never.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import clingo

from mystpy.engines.interrupt import interruptions
from mystpy.errors import EngineFailed

Model = clingo.Model
T = TypeVar("T")

BUDGET = 200_000
"""Conflicts after which a question is given up: a few seconds."""

_SMALL = 300
"""Conflicts of a small question: nobody gets impatient meanwhile."""

_PAIRWISE = 12
"""Of so many literals it is told pair by pair that at most one is true."""


class GaveUp(EngineFailed):
    """The search was given up after as many conflicts or rounds as it may have."""


class Solver:
    """One control of clingo's, which is never grounded: all rules are told directly."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._control = clingo.Control(["1", "--warn=none"])
        self._settings: Any = self._control.configuration.solve
        self._settings.solve_limit = str(min(_SMALL, budget))  # type: ignore[union-attr]
        self._budget = budget
        self._backend: clingo.Backend | None = None
        self.core: frozenset[int] = frozenset()
        """Assumptions that the last question without an answer failed for."""
        self.size = 0
        """How many rules were told."""
        self.effort = 0
        """Conflicts met so far by questions that were not small."""

    def atoms(self, count: int) -> list[int]:
        """Return new atoms, each of them free to be true or false."""
        backend = self._telling()
        made = [backend.add_atom() for _ in range(count)]
        if made:
            backend.add_rule(made, choice=True)
        return made

    def clause(self, literals: Iterable[int]) -> None:
        """Tell that at least one of the literals is true."""
        self._telling().add_rule([], [-literal for literal in literals])

    def never(self, *literals: int) -> None:
        """Tell that the literals are not all true together."""
        self._telling().add_rule([], literals)

    def exactly(self, number: int, literals: Sequence[int]) -> None:
        """Tell how many of the literals are true."""
        if number == 1 and len(literals) <= _PAIRWISE:
            self.clause(literals)
            for k, literal in enumerate(literals):
                for other in literals[:k]:
                    self.never(literal, other)
            return
        self.at_most(number, literals)
        self.at_most(len(literals) - number, [-literal for literal in literals])

    def at_most(self, number: int, literals: Sequence[int]) -> None:
        """Tell that no more than so many of the literals are true."""
        if number < 0:
            self.clause(())
        elif number < len(literals):
            weighted = [(literal, 1) for literal in literals]
            self._telling().add_weight_rule([], number + 1, weighted)

    def _telling(self) -> clingo.Backend:
        """Return the backend; it stays open until the next question."""
        self.size += 1
        if self._backend is None:
            self._backend = self._control.backend()
            self._backend.__enter__()  # type: ignore[no-untyped-call]
        return self._backend

    def solve(self, assumptions: Sequence[int], read: Callable[[Model], T]) -> T | None:
        """Return what is read off an answer under assumptions; None if there is none.

        Then ``core`` has assumptions that are enough for there to be none. Raises
        GaveUp if the budget does not suffice.
        """
        for search in self._at_once, self._patiently:
            with search(assumptions) as answers:
                model = answers.next()
                if model is not None:
                    return read(model)
                if answers.handle.get().unsatisfiable:
                    self.core = frozenset(answers.handle.core())
                    return None
        raise self._gave_up()

    def sweep(
        self, assumptions: Sequence[int], read: Callable[[Model], Sequence[int]]
    ) -> bool:
        """Read answers until there are no more; return whether there was any.

        Each reading returns a clause that the answers after it have to satisfy, and
        an empty one when no more are wanted. Raises GaveUp as ``solve``.
        """
        found = False
        self._settings.models, self._settings.enum_mode = 0, "record"
        try:
            for search in self._at_once, self._patiently:
                with search(assumptions) as answers:
                    while (model := answers.next()) is not None:
                        found = True
                        clause = read(model)
                        if not clause:
                            return True
                        model.context.add_clause(clause)
                        answers.handle.resume()
                    if answers.handle.get().exhausted:
                        return found
        finally:
            self._settings.models, self._settings.enum_mode = 1, "auto"
        raise self._gave_up()

    @contextmanager
    def _at_once(self, assumptions: Sequence[int]) -> Iterator[_Answers]:
        """Search on the spot; the search ends before anybody gets impatient."""
        if self._backend is not None:
            self._backend.__exit__(None, None, None)  # type: ignore[no-untyped-call]
            self._backend = None
        with interruptions(), self._search(assumptions, yield_=True) as handle:
            yield _Answers(handle, None)

    @contextmanager
    def _patiently(self, assumptions: Sequence[int]) -> Iterator[_Answers]:
        """Search in a thread, with all of the budget."""
        self._settings.solve_limit = str(self._budget)
        try:
            with (
                interruptions() as let_through,
                self._search(assumptions, yield_=True, async_=True) as handle,
            ):
                yield _Answers(handle, let_through)
            met = self._control.statistics["solving"]["solvers"]["conflicts"]
            self.effort += int(met)
        finally:
            self._settings.solve_limit = str(min(_SMALL, self._budget))

    @property
    def _search(self) -> Callable[..., clingo.SolveHandle]:
        return self._control.solve

    def _gave_up(self) -> GaveUp:
        return GaveUp(
            f"the solver found no answer within {self._budget:,} conflicts",
            hint="ask by another method, or raise the budget",
        )


class _Answers:
    """The answers of one search, as they come."""

    __slots__ = ("handle", "let_through")

    def __init__(
        self, handle: clingo.SolveHandle, let_through: Callable[[], None] | None
    ) -> None:
        """Take a search; one in a thread with what lets Ctrl-C through."""
        self.handle = handle
        self.let_through = let_through

    def next(self) -> Model | None:
        """Return the next answer, or None if there are no more or the limit is met."""
        while self.let_through is not None:
            self.let_through()
            if self.handle.wait(0.05):
                break
        return self.handle.model()
