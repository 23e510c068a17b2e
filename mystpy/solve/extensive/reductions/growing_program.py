"""The linear programme of a small game that grows, solved again from where it was.

In the field: column and row generation, warm-started at the last basis.

It has the numbers of the whole game, of which the small ones are parts: a column for
each sequence of player 1, then for what the game and each information set of player 2
is worth; a row for the empty sequence and each information set of player 1, then for
each sequence of player 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mystpy.errors import EngineFailed
from mystpy.solve.extensive.form import Floats, SequenceForm
from mystpy.solve.extensive.highs import run, silent_solver, sparse_lines
from mystpy.solve.extensive.program import SolverSolution, optimum
from mystpy.solve.extensive.reductions.restriction import RestrictedGame
from mystpy.solve.extensive.subgame import Integers


class GrowingProgramme:
    """The programme of one small game after the other, each with all of the one before.

    Player 1 wins that share, 0 or 1, of the games that are broken off. Without the
    library highspy each is solved from the start.
    """

    def __init__(self, whole: SequenceForm, share: int) -> None:
        self._share = share
        self._counts = whole.counts
        self._sets = len(whole.parents[0])
        self._owners = [
            np.repeat(np.arange(1, len(firsts)), np.diff(firsts))
            for firsts in whole.firsts
        ]
        self._columns = _Places(whole.counts[0] + 1 + len(whole.parents[1]))
        self._rows = _Places(1 + self._sets + whole.counts[1])
        self._solver = silent_solver()

    def optimum(self, small: RestrictedGame) -> SolverSolution:
        """Optimal plans of both players in a small game. Raises as `optimum`."""
        if self._solver is None:
            return optimum(small.form, self._share)
        self._add(*self._entries(small))
        if (status := run(self._solver)) != "Optimal":
            raise EngineFailed(f"the linear programme was not solved: {status}")
        found, (one, two) = self._solver.getSolution(), small.places
        return SolverSolution(
            (
                np.array(found.col_value)[self._columns.of[one]],
                -np.array(found.row_dual)[self._rows.of[1 + self._sets + two]],
            ),
            -self._solver.getInfo().objective_function_value,
            vertex=True,
        )

    def _entries(self, small: RestrictedGame) -> tuple[Integers, Integers, Floats]:
        """The entries of the programme of a small game: rows, columns and numbers."""
        form, (one, two) = small.form, small.places
        mine, theirs = (
            owners[places[1:] - 1]
            for owners, places in zip(self._owners, small.places, strict=True)
        )
        sets, others = mine[form.firsts[0][:-1] - 1], theirs[form.firsts[1][:-1] - 1]
        worth, sequence = self._counts[0], 1 + self._sets
        codes = form.plays.codes
        parts: list[tuple[Any, Any, Any]] = [
            ([0], [0], [1.0]),
            (sets, one[form.parents[0]], np.full(len(sets), -1.0)),
            (mine, one[1:], np.ones(len(mine))),
            ([sequence], [worth], [1.0]),
            (sequence + two[1:], worth + theirs, np.ones(len(theirs))),
            (
                sequence + two[form.parents[1]],
                worth + others,
                np.full(len(others), -1.0),
            ),
            (sequence + two[codes[1]], one[codes[0]], -form.chances(self._share)),
        ]
        rows, columns, numbers = map(np.concatenate, zip(*parts, strict=True))
        return rows, columns, numbers

    def _add(self, rows: Integers, columns: Integers, numbers: Floats) -> None:
        """Add what is new: columns, with what they have in old rows, and then rows."""
        old = self._rows.of[rows] >= 0
        count = self._columns.count
        fresh = self._columns.added(columns)
        at = old & (self._columns.of[columns] >= count)
        least = np.where(fresh < self._counts[0], 0.0, -np.inf)
        self._solver.addCols(
            len(fresh),
            np.where(fresh == self._counts[0], -1.0, 0.0),
            least,
            np.full(len(fresh), np.inf),
            *sparse_lines(
                self._columns.of[columns[at]] - count,
                self._rows.of[rows[at]],
                numbers[at],
                (len(fresh), self._rows.count),
            ),
        )
        count = self._rows.count
        fresh = self._rows.added(rows)
        self._solver.addRows(
            len(fresh),
            np.where(fresh > self._sets, -np.inf, fresh == 0),
            np.where(fresh == 0, 1.0, 0.0),
            *sparse_lines(
                self._rows.of[rows[~old]] - count,
                self._columns.of[columns[~old]],
                numbers[~old],
                (len(fresh), self._columns.count),
            ),
        )


class _Places:
    """The places that numbers of the whole game have in the programme, or -1."""

    def __init__(self, size: int) -> None:
        self.of = np.full(size, -1)
        self.count = 0

    def added(self, numbers: Integers) -> Integers:
        """Those that had no place, in order, which have one now."""
        fresh = np.unique(numbers[self.of[numbers] < 0])
        self.of[fresh] = self.count + np.arange(len(fresh))
        self.count += len(fresh)
        return fresh
