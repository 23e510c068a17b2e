"""The linear programme of a sequence form: optimal plans of both players, in floats.

In the field: the linear programme of a game of two players with one prize (von Stengel
1996), solved by HiGHS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mystpy.errors import EngineFailed, EngineMissing
from mystpy.solve.extensive.form import InformationSet, Payoffs, SequenceForm


class Found(NamedTuple):
    """What the solver found: realization plans, and with which chance player 1 wins."""

    plans: tuple[list[float], list[float]]
    value: float


def optimum(form: SequenceForm, payoffs: Payoffs) -> Found:
    """Optimal plans of both players, as good as floats are, not to be trusted.

    Raises EngineMissing without scipy, EngineFailed if the solver reports anything but
    an optimum.
    """
    try:
        from scipy.optimize import linprog
    except ModuleNotFoundError as error:
        raise EngineMissing(
            "games are solved with the library scipy",
            hint='python -m pip install "mystpy[solve]"',
        ) from error
    one, two = form.sets
    count, others = form.counts
    size = count + 1 + len(two)  # a plan of player 1, then values for player 2
    bound, limits = _Rows(others, size), _Rows(len(one) + 1, size)
    _flow(limits, one, 0)
    _values(bound, two, count)
    for (first, second), chance in payoffs.items():
        bound.add(second, first, -float(chance))
    goal = [0.0] * size
    goal[count] = -1.0
    found = linprog(
        goal,
        A_ub=bound.matrix(),
        b_ub=[0.0] * others,
        A_eq=limits.matrix(),
        b_eq=[1.0, *[0.0] * len(one)],
        bounds=[(0, None)] * count + [(None, None)] * (1 + len(two)),
        method="highs",
    )
    if found.status:
        raise EngineFailed(f"the linear programme was not solved: {found.message}")
    plan, duals = found.x[:count].tolist(), (-found.ineqlin.marginals).tolist()
    return Found((plan, duals), -float(found.fun))


def _flow(rows: _Rows, sets: Sequence[InformationSet], column: int) -> None:
    """The weight of the empty sequence, and that what comes in goes out."""
    rows.add(0, column, 1.0)
    for row, choices in enumerate(sets, 1):
        rows.add(row, column + choices.parent, -1.0)
        for k in choices.sequences:
            rows.add(row, column + k, 1.0)


def _values(rows: _Rows, sets: Sequence[InformationSet], column: int) -> None:
    """That a value is at most what each sequence earns with what comes after it."""
    rows.add(0, column, 1.0)
    for value, choices in enumerate(sets, column + 1):
        rows.add(choices.parent, value, -1.0)
        for k in choices.sequences:
            rows.add(k, value, 1.0)


class _Rows:
    """A sparse matrix while it is filled."""

    def __init__(self, rows: int, columns: int) -> None:
        self._shape = rows, columns
        self._rows: list[int] = []
        self._columns: list[int] = []
        self._values: list[float] = []

    def add(self, row: int, column: int, value: float) -> None:
        self._rows.append(row)
        self._columns.append(column)
        self._values.append(value)

    def matrix(self) -> Any:
        from scipy.sparse import coo_matrix

        entries = (self._values, (self._rows, self._columns))
        return coo_matrix(entries, shape=self._shape).tocsr()
