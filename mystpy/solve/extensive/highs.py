"""The solver HiGHS, which goes on from its last vertex, by the library highspy."""

from __future__ import annotations

from typing import Any

import numpy as np

from mystpy.errors import EngineFailed
from mystpy.solve.extensive.form import Floats
from mystpy.solve.extensive.subgame import Integers

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
