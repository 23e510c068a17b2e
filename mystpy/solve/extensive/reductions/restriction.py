"""Small games within a large one, in which both players have few of their actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineFailed
from mystpy.solve.extensive.form import Floats, RealizationPlan, SequenceForm
from mystpy.solve.extensive.program import (
    SolverSolution,
    optimum,
    run,
    silent_solver,
    sparse_lines,
)
from mystpy.solve.extensive.subgame import Integers, TerminalHistories

Booleans = NDArray[np.bool_]
Good = tuple[Booleans, Booleans]
"""The sequences of both players that a small game may have."""

FINE = 256
"""Chances outside the small game are multiples of 1/FINE."""


class RestrictedGame(NamedTuple):
    """A small game within a whole one, in which the players have only `good` sequences.

    Information sets without consequences are left out: no play that counts goes through
    them. There the `usual` choices are made, as parts of a whole. For each player
    `places` has the numbers in the whole game of the sequences of the small one.
    """

    whole: SequenceForm
    form: SequenceForm
    usual: tuple[Integers, Integers]
    places: tuple[Integers, Integers]

    @classmethod
    def of(
        cls,
        whole: SequenceForm,
        good: Good,
        usual: tuple[Integers, Integers],
        share: int,
    ) -> RestrictedGame:
        """Return the small game; player 1 wins that share of unfinished plays."""
        plays = whole.plays
        kept = np.full(len(plays.cut), True) if share else ~plays.cut
        for k in (0, 1):
            kept &= _reached(whole, k, good[k])[plays.codes[k]]
        one, two = (_part(whole, k, good[k], plays.codes[k][kept]) for k in (0, 1))
        form = SequenceForm(whole.root, whole.turns, whole.deals)
        form.counts = len(one.places), len(two.places)
        form.parents, form.firsts = (one.parents, two.parents), (one.firsts, two.firsts)
        form.plays = TerminalHistories(
            np.vstack((one.codes, two.codes)),
            plays.origins[:, kept],
            plays.above[kept],
            plays.below[kept],
            plays.cut[kept],
        )
        return cls(whole, form, usual, (one.places, two.places))

    @classmethod
    def every(cls, whole: SequenceForm, share: int) -> RestrictedGame:
        """Return the game with all its sequences, except those without consequences."""
        one, two = whole.counts
        good = np.full(one, True), np.full(two, True)
        nothing = np.zeros(one, np.int64), np.zeros(two, np.int64)
        return cls.of(whole, good, nothing, share)

    def extended(self, player: int, plan: NDArray[Any]) -> NDArray[Any]:
        """Return a plan of the small game in the whole one."""
        k = player - 1
        found = np.zeros(self.whole.counts[k], plan.dtype)
        places = _at(self.places[k], len(found))
        found[self.places[k]] = plan
        for level in self.whole.levels[k]:
            new = ~np.logical_or.reduceat(places[level.sequences], level.starts)
            new &= found[level.parents] != 0
            each = np.repeat(new, level.sizes)
            came = np.repeat(found[level.parents[new]], level.sizes[new])
            parts = self.usual[k][level.sequences[each]].astype(plan.dtype)
            found[level.sequences[each]] = came * parts / FINE
        return found

    def exactly(self, player: int, plan: RealizationPlan) -> RealizationPlan:
        """Return the same for a plan in fractions."""
        found = self.extended(player, np.array(plan.fractions(), object))
        return RealizationPlan.of(found.tolist())


def _reached(form: SequenceForm, k: int, good: Booleans) -> Booleans:
    """Return the sequences of a player all of whose steps are good."""
    found = np.zeros(form.counts[k], np.bool_)
    found[0] = True
    for level in form.levels[k]:
        came = np.repeat(found[level.parents], level.sizes)
        found[level.sequences] = came & good[level.sequences]
    return found


class _Part(NamedTuple):
    """The part of a player's sequences and information sets in a small game.

    The `codes` are the sequences that end its plays.
    """

    places: Integers
    parents: Integers
    firsts: Integers
    codes: Integers


def _part(form: SequenceForm, k: int, good: Booleans, ends: Integers) -> _Part:
    """Return a player's part in a small game of good sequences and these plays."""
    parents, firsts = form.parents[k], form.firsts[k]
    live = _at(ends, form.counts[k])
    for level in reversed(form.levels[k]):
        came = np.logical_or.reduceat(live[level.sequences], level.starts)
        live[level.parents[came]] = True
    sets = np.logical_or.reduceat(live, firsts[:-1])
    chosen = np.concatenate(([True], good[1:] & np.repeat(sets, np.diff(firsts))))
    places = np.flatnonzero(chosen)
    sizes = np.add.reduceat(chosen.astype(np.int64), firsts[:-1])[sets]
    return _Part(
        places,
        np.searchsorted(places, parents[sets]),
        np.concatenate(([1], 1 + np.cumsum(sizes))),
        np.searchsorted(places, ends),
    )


def _at(places: Integers, size: int) -> Booleans:
    found = np.zeros(size, np.bool_)
    found[places] = True
    return found


class GrowingProgramme:
    """The linear programs of growing small games: each contains the one before.

    Player 1 wins that share, 0 or 1, of the unfinished plays. Without the library
    highspy, each program is solved from the start.
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
        """Return optimal plans of both players in a small game. Raises as `optimum`."""
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
        """Return the entries of a small game's program: rows, columns and numbers."""
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
        """Add new columns with their entries in old rows, and then the new rows."""
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
    """The places that numbers of the whole game have in the program, or -1."""

    def __init__(self, size: int) -> None:
        self.of = np.full(size, -1)
        self.count = 0

    def added(self, numbers: Integers) -> Integers:
        """Add places for the numbers that had none, and return these in order."""
        fresh = np.unique(numbers[self.of[numbers] < 0])
        self.of[fresh] = self.count + np.arange(len(fresh))
        self.count += len(fresh)
        return fresh
