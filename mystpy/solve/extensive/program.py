"""The linear program of a sequence form, solved by HiGHS, and its vertex exactly.

In the field: the linear program of a game of two players with one prize (von Stengel
1996); iterative refinement with exact residuals, and rational reconstruction.

The solver's plans have the precision of floats. At a vertex, a plan is the only one
with the same support and the same number of best responses of the other player. These
are linear equations with integers. They are solved repeatedly in floats, each time for
the remaining exact error.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.solve.extensive.form import Floats, SequenceForm
from mystpy.solve.extensive.subgame import Integers


class SolverSolution(NamedTuple):
    """A solver's solution: realization plans, and player 1's chance to win.

    If a linear program gives a `vertex`, the chances in the plans are simple fractions.
    """

    plans: tuple[Floats, Floats]
    value: float
    vertex: bool


def optimum(form: SequenceForm, share: int) -> SolverSolution:
    """Return optimal plans of both players, up to the precision of floats.

    Player 1 wins that share, 0 or 1, of the unfinished plays.

    Raises EngineMissing without scipy, EngineFailed if the solver reports anything but
    an optimum.
    """
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, hstack
    except ModuleNotFoundError as error:
        raise EngineMissing(
            "games are solved with the library scipy",
            hint='python -m pip install "mystpy[solve]"',
        ) from error
    count, others = form.counts
    one, two = form.plays.codes
    earned = csr_array((-form.chances(share), (two, one)), shape=(others, count))
    flow, values = _flow(form, 0), _flow(form, 1)
    rows = flow.shape[0], values.shape[0]
    goal = np.zeros(count + rows[1])
    goal[count] = -1.0
    right = np.zeros(rows[0])
    right[0] = 1.0
    found = linprog(
        goal,
        A_ub=hstack((earned, values.T), format="csr"),
        b_ub=np.zeros(others),
        A_eq=hstack((flow, csr_array((rows[0], rows[1]))), format="csr"),
        b_eq=right,
        bounds=[(0, None)] * count + [(None, None)] * rows[1],
        method="highs-ds",
    )
    if found.status:
        raise EngineFailed(f"the linear programme was not solved: {found.message}")
    return SolverSolution(
        (found.x[:count], -found.ineqlin.marginals), -float(found.fun), True
    )


def _flow(form: SequenceForm, k: int) -> Any:
    """Return the constraints: the weight into each set is the weight out of it.

    The first row is the weight of the empty sequence.
    """
    from scipy.sparse import csr_array

    parents, sizes = form.parents[k], np.diff(form.firsts[k])
    sets, count = np.arange(1, len(parents) + 1), form.counts[k]
    rows = np.concatenate(([0], sets, np.repeat(sets, sizes)))
    columns = np.concatenate(([0], parents, np.arange(1, count)))
    signs = np.concatenate(([1.0], np.full(len(sets), -1.0), np.ones(count - 1)))
    return csr_array((signs, (rows, columns)), shape=(len(sets) + 1, count))


def least_squares(
    rows: Integers, columns: Integers, entries: Floats
) -> Callable[[Floats], Floats]:
    """Return a function that solves a sparse system for a right side.

    Columns without entries get 0.
    """
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    used, places = np.unique(columns, return_inverse=True)
    system = csc_array((entries.astype(np.float64), (rows, places)))
    factors = splu((system.T @ system).tocsc())

    def solve(right: Floats) -> Floats:
        found = np.zeros(int(columns.max()) + 1)
        found[used] = factors.solve(system.T @ right)
        return found

    return solve


Lines = tuple[int, Any, Any, Floats]
"""Lines of a matrix as HiGHS takes them: the number of entries, and their places."""


def silent_solver() -> Any:
    """Return an instance of HiGHS without output; None without the library."""
    try:
        from highspy import Highs
    except ModuleNotFoundError:
        return None

    class Silent(Highs):
        """A solver that is silenced before it prints its version for callbacks."""

        def enableCallbacks(self) -> None:  # noqa: N802
            """Enable none: they are not needed."""
            self.silent()

    found: Any = Silent()  # type: ignore[no-untyped-call]
    found.silent()
    return found


def run(solver: Any) -> str:
    """Solve the program from its last vertex on; return "Optimal" or "Infeasible".

    Raises EngineFailed if the solver reports anything else.
    """
    solver.run()
    status = str(solver.modelStatusToString(solver.getModelStatus()))
    if status not in ("Optimal", "Infeasible"):
        raise EngineFailed(f"the linear programme was not solved: {status}")
    return status


def sparse_lines(
    lines: Integers, places: Integers, numbers: Floats, shape: tuple[int, int]
) -> Lines:
    """Return the lines of a sparse matrix with these numbers at these places."""
    from scipy.sparse import csr_array

    found = csr_array((numbers, (lines, places)), shape=shape)
    starts, indices = found.indptr.astype(np.int32), found.indices.astype(np.int32)
    return found.nnz, starts[:-1], indices, found.data


_NOTHING = 1e-9
_STEPS = 60
"""The number of steps after which the equations are given up."""


class Equations(NamedTuple):
    """Linear equations with integers: entries by row and column.

    Rows may be divided by their `scale`, and then have numbers near 1. The right sides
    are 0, except for the first, which is 1.
    """

    rows: Integers
    columns: Integers
    entries: NDArray[Any]
    scale: NDArray[Any]

    def left(self, found: NDArray[Any], digits: int) -> NDArray[Any]:
        """Return the residuals of the right sides, as multiples of 2**-digits."""
        rest = np.zeros(len(self.scale), object)
        np.subtract.at(rest, self.rows, self.entries * found[self.columns])
        rest[0] += 1 << digits
        return rest


def equations(form: SequenceForm, player: int, plan: Floats, share: int) -> Equations:
    """Return the equations of a plan in floats that is at a vertex.

    The first columns are the weights of all sequences. The values of the other's empty
    sequence and information sets follow, divided by the row's scale.
    """
    count, (mine, theirs) = form.counts[player - 1], form.plays.codes_of(player)
    parents, others = form.parents[2 - player], len(form.parents[2 - player])
    used = (plan[mine] > _NOTHING) & (True if share else ~form.plays.cut)
    common = lcm(*np.unique(form.plays.below[used]).tolist())
    chances = form.plays.above[used] * (common // form.plays.below[used].astype(object))
    sizes = np.diff(form.firsts[2 - player])
    owner = np.concatenate(([0], np.repeat(np.arange(1, others + 1), sizes)))
    tight = np.flatnonzero(_slack(form, player, plan, share) < _NOTHING)
    flow, row_of = _plan_flow(form, player, plan), np.full(len(owner), -1)
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


def _slack(form: SequenceForm, player: int, plan: Floats, share: int) -> Floats:
    """Return the loss of the other's sequences compared with a best response."""
    mine, theirs = form.plays.codes_of(player)
    sign = 1 if player == 2 else -1
    values = np.zeros(form.counts[2 - player])
    np.add.at(values, theirs, sign * form.chances(share) * plan[mine])
    slack = np.zeros_like(values)
    for level in reversed(form.levels[2 - player]):
        best = np.maximum.reduceat(values[level.sequences], level.starts)
        slack[level.sequences] = np.repeat(best, level.sizes) - values[level.sequences]
        np.add.at(values, level.parents, best)
    return slack


def _plan_flow(form: SequenceForm, player: int, plan: Floats) -> Equations:
    """Return the equations of a plan's weights where they are reached; others are 0."""
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
    """Return the plan of the next vertex to this number of binary digits, or None.

    The weights are multiples of 2**-digits.
    """
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
