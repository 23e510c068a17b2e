"""Exact plans: the vertex of a linear programme that a plan in floats is close to.

In the field: iterative refinement with exact residuals, and rational reconstruction.

At a vertex a plan is the only one that does what it does at all, and leaves the other
as many best replies. These are linear equations with whole numbers; they are solved in
floats again and again, each time for what is left of the exact error.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple
from mystpy.solve.extensive.form import Floats, SequenceForm
from mystpy.solve.extensive.subgame import Integers

_NOTHING = 1e-9
_STEPS = 60
"""After so many steps equations are given up."""


class Equations(NamedTuple):
    """Linear equations with whole numbers: entries by row and column.

    Rows may be divided by their `scale`, and then have numbers near 1; all but the
    first have 0 at the right, and that has 1.
    """

    rows: Integers
    columns: Integers
    entries: NDArray[Any]
    scale: NDArray[Any]

    def left(self, found: NDArray[Any], digits: int) -> NDArray[Any]:
        """What is left of the right sides, all in parts of 2 to so many digits."""
        rest = np.zeros(len(self.scale), object)
        np.subtract.at(rest, self.rows, self.entries * found[self.columns])
        rest[0] += 1 << digits
        return rest


def equations(form: SequenceForm, player: int, plan: Floats, share: int) -> Equations:
    """What a plan in floats says if it is one of a vertex.

    The first columns are the weights of all sequences, then come the values of the
    other's empty sequence and information sets, which are divided by the row's scale.
    """
    count, (mine, theirs) = form.counts[player - 1], _codes(form, player)
    parents, others = form.parents[2 - player], len(form.parents[2 - player])
    used = (plan[mine] > _NOTHING) & (True if share else ~form.plays.cut)
    common = lcm(*np.unique(form.plays.below[used]).tolist())
    chances = form.plays.above[used] * (common // form.plays.below[used].astype(object))
    sizes = np.diff(form.firsts[2 - player])
    owner = np.concatenate(([0], np.repeat(np.arange(1, others + 1), sizes)))
    tight = np.flatnonzero(_slack(form, player, plan, share) < _NOTHING)
    flow, row_of = _flow(form, player, plan), np.full(len(owner), -1)
    row_of[tight] = np.arange(len(tight)) + flow.rows.max() + 1
    parts = (
        (row_of[theirs[used]], mine[used], chances),
        (row_of[tight], count + owner[tight], np.full(len(tight), -common, object)),
        (row_of[parents], count + 1 + np.arange(others), np.full(others, common)),
    )
    rows, columns, entries = map(np.concatenate, zip(*parts, strict=True))
    kept = rows >= 0
    scale = np.concatenate((flow.scale, np.full(len(tight), common, object)))
    return Equations(
        np.concatenate((flow.rows, rows[kept])),
        np.concatenate((flow.columns, columns[kept])),
        np.concatenate((flow.entries, entries[kept].astype(object))),
        scale,
    )


def _codes(form: SequenceForm, player: int) -> tuple[Integers, Integers]:
    """The sequences that end the game, a player's own and the other's."""
    return form.plays.codes[player - 1], form.plays.codes[2 - player]


def _slack(form: SequenceForm, player: int, plan: Floats, share: int) -> Floats:
    """How much worse than the best reply each sequence of the other is."""
    mine, theirs = _codes(form, player)
    sign = 1 if player == 2 else -1
    values = np.zeros(form.counts[2 - player])
    np.add.at(values, theirs, sign * form.chances(share) * plan[mine])
    slack = np.zeros_like(values)
    for level in reversed(form.levels[2 - player]):
        best = np.maximum.reduceat(values[level.sequences], level.starts)
        slack[level.sequences] = np.repeat(best, level.sizes) - values[level.sequences]
        np.add.at(values, level.parents, best)
    return slack


def _flow(form: SequenceForm, player: int, plan: Floats) -> Equations:
    """That the weights of a plan are shared out, where it comes to; others are 0."""
    parents, firsts = form.parents[player - 1], form.firsts[player - 1]
    reached = np.flatnonzero(plan[parents] > _NOTHING)
    sizes = np.diff(firsts)[reached]
    rows = np.arange(1, len(reached) + 1)
    shift = np.repeat(firsts[reached] - np.cumsum(sizes) + sizes, sizes)
    columns = np.arange(len(shift)) + shift
    kept = plan[columns] > _NOTHING
    entries = np.concatenate(([1], np.full(len(rows), -1), np.ones(kept.sum(), int)))
    return Equations(
        np.concatenate(([0], rows, np.repeat(rows, sizes)[kept])),
        np.concatenate(([0], parents[reached], columns[kept])),
        entries.astype(object),
        np.ones(len(rows) + 1, object),
    )


def refine_plan(
    form: SequenceForm, player: int, plan: Floats, share: int, digits: int
) -> list[int] | None:
    """A plan to so many binary digits, of the vertex next to it; None if there is none.

    The weights are in parts of 2 to the number of digits.
    """
    from mystpy.solve.extensive.program import least_squares

    whole = equations(form, player, plan, share)
    entries = (whole.entries / whole.scale[whole.rows]).astype(np.float64)
    try:
        solve = least_squares(whole.rows, whole.columns, entries)
    except RuntimeError:  # the equations do not say what the plan is
        return None
    found = np.zeros(whole.columns.max() + 1, object)
    for _ in range(_STEPS):
        rest = whole.left(found, digits) // whole.scale
        largest = max(map(abs, rest))
        if largest < 1 << 16:
            return list(found[: form.counts[player - 1]])
        shift = max(largest.bit_length() - 60, 0)
        step = solve((rest >> shift).astype(np.float64))
        found += np.array([round(x) for x in step.tolist()], object) << shift
    return None
