"""The optimal strategies of a player: a polytope that is searched in a direction.

In the field: the optimal face of a linear program.

A strategy is optimal if it secures the value of the game against every response. A
linear program finds the optimal strategies with the least or most of a goal. Its
multipliers are a strategy of the other player, which proves a bound on the goal for all
optimal strategies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.errors import EngineFailed
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.extensive.form import Floats
from mystpy.solve.extensive.program import run, silent_solver, sparse_lines

_OPTIONS = {"simplex_strategy": 4, "primal_feasibility_tolerance": 1e-9}
"""The primal simplex method, and the tolerance for violated limits."""


class Vertex(NamedTuple):
    """A solver's solution: a strategy, and multipliers by the other's sequences."""

    plan: list[float]
    multipliers: list[float]


class FaceProgramme:
    """The strategies of a player in a form that secure at least a value for the player.

    Without the library highspy, each goal is solved for from the start.
    """

    def __init__(self, form: ListedForm, player: int, worth: float) -> None:
        sign = 1 if player == 1 else -1
        self._mine, self._others = form.counts[::sign]
        own, theirs = form.sets[::sign]
        self._width = self._mine + 1 + len(theirs)
        self._least = np.full(self._width, -np.inf)
        self._least[: self._mine], self._least[self._mine] = 0.0, worth
        self._right = np.zeros(self._others + 1 + len(own))
        self._right[self._others] = 1.0
        self._entries = _entries(form, sign)
        self._solver = silent_solver()
        if self._solver is not None:
            self._tell_solver()

    def least(self, goal: Mapping[int, float], zeros: Collection[int]) -> Vertex | None:
        """Return the strategy with the least of a goal, which weighs some sequences.

        Sequences that are `zeros` have no weight; None if there is no such strategy.
        Raises EngineFailed if the solver reports something else.
        """
        costs, most = np.zeros(self._width), np.full(self._width, np.inf)
        costs[list(goal)] = list(goal.values())
        most[list(zeros)] = 0.0
        if self._solver is None:
            return self._from_the_start(costs, most)
        columns = np.arange(self._width, dtype=np.int32)
        self._solver.changeColsCost(self._width, columns, costs)
        self._solver.changeColsBounds(self._width, columns, self._least, most)
        if run(self._solver) == "Infeasible":
            return None
        found = self._solver.getSolution()
        return self._corner(found.col_value, found.row_dual)

    def _corner(self, columns: Any, duals: Any) -> Vertex:
        multipliers = -np.array(duals[: self._others])
        return Vertex(np.array(columns[: self._mine]).tolist(), multipliers.tolist())

    def _tell_solver(self) -> None:
        """Give the solver the constant part: sequences and constraints."""
        width, height, nothing = self._width, len(self._right), np.zeros(0)
        places = np.zeros(0, np.int32)
        starts = np.zeros(width, np.int32)
        lower = np.where(np.arange(height) < self._others, -np.inf, self._right)
        for option, value in _OPTIONS.items():
            self._solver.setOptionValue(option, value)
        self._solver.addCols(
            *(width, np.zeros(width), self._least, np.full(width, np.inf)),
            *(0, starts, places, nothing),
        )
        lines = sparse_lines(*self._entries, (height, width))
        self._solver.addRows(height, lower, self._right, *lines)

    def _from_the_start(self, costs: Floats, most: Floats) -> Vertex | None:
        from scipy.optimize import linprog
        from scipy.sparse import coo_matrix

        rows, columns, numbers = self._entries
        parts = []
        for first, last in ((0, self._others), (self._others, len(self._right))):
            of = (first <= rows) & (rows < last)
            some = (numbers[of], (rows[of] - first, columns[of]))
            parts.append(coo_matrix(some, shape=(last - first, self._width)).tocsr())
        found = linprog(
            costs.tolist(),
            A_ub=parts[0],
            b_ub=self._right[: self._others].tolist(),
            A_eq=parts[1],
            b_eq=self._right[self._others :].tolist(),
            bounds=[*zip(_limits(self._least), _limits(most), strict=True)],
            method="highs",
        )
        if found.status == 2:
            return None
        if found.status:
            raise EngineFailed(f"the linear programme was not solved: {found.message}")
        return self._corner(found.x, found.ineqlin.marginals)


def _limits(ends: Floats) -> list[float | None]:
    """Return the ends of intervals in the form that scipy takes."""
    return [end if isfinite(end) else None for end in ends.tolist()]


def _entries(form: ListedForm, sign: int) -> tuple[Any, Any, Floats]:
    """Return the nonzero entries of the program: rows, columns and numbers."""
    mine, others = form.counts[::sign]
    own, theirs = form.sets[::sign]

    def entries() -> Iterator[tuple[int, int, float]]:
        yield 0, mine, 1.0
        for column, choices in enumerate(theirs, mine + 1):
            yield choices.parent, column, -1.0
            yield from ((k, column, 1.0) for k in sequences(choices))
        for pair, chance in form.payoffs.items():
            k, response = pair[::sign]
            yield response, k, -sign * float(chance)
        yield others, 0, 1.0
        for row, choices in enumerate(own, others + 1):
            yield row, choices.parent, -1.0
            yield from ((row, k, 1.0) for k in sequences(choices))

    rows, columns, numbers = zip(*entries(), strict=True)
    return np.array(rows), np.array(columns), np.array(numbers)


_SLACK = 1e-9
"""The tolerance for the value as a float."""
_STAKES = (1, 12, 10**3, 10**6, 10**9)
"""The largest denominators of a multiplier."""


@dataclass(slots=True)
class Face:
    """The optimal strategies of a player in a form whose value is known exactly."""

    form: ListedForm
    player: int
    value: Fraction
    _programme: FaceProgramme | None = field(default=None, init=False)

    @property
    def sign(self) -> int:
        """Return 1 for player 1, who maximizes the payoffs, and -1 for player 2."""
        return 1 if self.player == 1 else -1

    def has(self, plan: Sequence[Fraction]) -> bool:
        """Return whether a strategy is optimal, by its best response in fractions."""
        return self.form.value(self.player, plan) == self.value

    def exactly(self, plan: Sequence[float]) -> list[Fraction] | None:
        """Return an optimal strategy near one in floats, if rounding finds one."""
        near = self.form.near(self.player, plan)
        return next((found for found in near if self.has(found)), None)

    def least(
        self, goal: Mapping[int, float], zeros: Collection[int] = ()
    ) -> Vertex | None:
        """Return the optimal strategy with the least of a goal: weights of sequences.

        Sequences that are `zeros` have no weight; None if there is no such strategy.
        Raises EngineFailed if the solver reports something else.
        """
        if self._programme is None:
            worth = self.sign * float(self.value) - _SLACK
            self._programme = FaceProgramme(self.form, self.player, worth)
        return self._programme.least(goal, zeros)

    def bound(
        self,
        goal: Mapping[int, Fraction],
        multipliers: Sequence[float],
        enough: Fraction,
    ) -> Fraction:
        """Return a proved lower bound on a goal over all optimal strategies.

        The search ends once the bound is `enough`, the goal of a strategy. Against a
        strategy of the other player, times a stake, an optimal strategy earns at least
        the stake times the value. So the goal is at least the goal minus the earnings
        above that amount; its least value over all strategies is the bound.
        """
        stakes = multipliers[0]
        best = self._relaxed(goal, Fraction(0), [Fraction(0)] * len(multipliers))
        if stakes <= _SLACK:
            return best
        other = 3 - self.player
        for plan in self.form.near(other, [m / stakes for m in multipliers]):
            for largest in _STAKES:
                stake = Fraction(stakes).limit_denominator(largest)
                best = max(best, self._relaxed(goal, stake, plan))
                if best >= enough:
                    return best
        return best

    def _relaxed(
        self,
        goal: Mapping[int, Fraction],
        stake: Fraction,
        response: Sequence[Fraction],
    ) -> Fraction:
        values = self.form.earned(self.player, response, -self.sign * stake)
        for k, weight in goal.items():
            values[k] += weight
        best = self.form.best(self.player, values, min)
        return best + self.sign * stake * self.value
