"""The linear programme of optimal plans, solved for one goal after the other.

In the field: primal simplex, warm-started at the last vertex, which stays feasible
where only the goal is another.

It has a column for each sequence of the player, then for what the game and each
information set of the other is worth; a row for each sequence of the other, then for
the player's empty sequence and each of his information sets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import isfinite
from typing import Any

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineFailed
from mystpy.solve.equilibria.listed_form import ListedForm, sequences
from mystpy.solve.extensive.form import Floats
from mystpy.solve.extensive.highs import run, silent_solver, sparse_lines

_OPTIONS = {"simplex_strategy": 4, "primal_feasibility_tolerance": 1e-9}
"""The primal simplex method, and by how much limits may be missed."""


class Vertex(NamedTuple):
    """What a solver found: a plan, and the multipliers, by sequence of the other."""

    plan: list[float]
    multipliers: list[float]


class FaceProgramme:
    """The plans of a player in a form that are worth so much at least, to the player.

    Without the library highspy each goal is solved for from the start.
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
        """The plan with the least of a goal, a weight for some sequences.

        Sequences that are `zeros` have no weight; None if there is no such plan. Raises
        EngineFailed if the solver reports something else.
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
        """Tell the solver what stays: what the other may do, and what a plan is."""
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
    """The ends of intervals, as scipy takes them."""
    return [end if isfinite(end) else None for end in ends.tolist()]


def _entries(form: ListedForm, sign: int) -> tuple[Any, Any, Floats]:
    """The entries of the programme that are not 0: rows, columns and numbers."""
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
