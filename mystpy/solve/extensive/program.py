"""The linear programme of a sequence form: optimal plans of both players, in floats.

In the field: the linear programme of a game of two players with one prize (von Stengel
1996), solved by HiGHS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineFailed, EngineMissing
from mystpy.solve.extensive.form import Floats, SequenceForm
from mystpy.solve.extensive.subgame import Integers


class SolverSolution(NamedTuple):
    """What a solver found: realization plans, and with which chance player 1 wins.

    The chances in the plans are simple fractions where a programme has them at a
    `vertex`.
    """

    plans: tuple[Floats, Floats]
    value: float
    vertex: bool


def optimum(form: SequenceForm, share: int) -> SolverSolution:
    """Optimal plans of both players, as good as floats are, not to be trusted.

    Player 1 wins that share, 0 or 1, of the games that are broken off.

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
    """The constraints of a player's plan: what comes to a set goes out of it.

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
    """What solves a sparse system for one right side after the other.

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
"""Lines of a matrix as HiGHS takes them: how many entries, and where."""


def silent_solver() -> Any:
    """An instance of HiGHS that says nothing; None without the library."""
    try:
        from highspy import Highs
    except ModuleNotFoundError:
        return None

    class Silent(Highs):
        """Made silent before it tells its version, which it does for callbacks."""

        def enableCallbacks(self) -> None:  # noqa: N802
            """Enable none: they are not needed."""
            self.silent()

    found: Any = Silent()  # type: ignore[no-untyped-call]
    found.silent()
    return found


def run(solver: Any) -> str:
    """Solve the programme from its last vertex on: "Optimal" or "Infeasible".

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
    """So many lines, with these numbers at places of them."""
    from scipy.sparse import csr_array

    found = csr_array((numbers, (lines, places)), shape=shape)
    starts, indices = found.indptr.astype(np.int32), found.indices.astype(np.int32)
    return found.nnz, starts[:-1], indices, found.data
