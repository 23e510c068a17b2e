"""Systems of linear equations whose matrix is symmetric and positive definite.

In the field: the decomposition of Cholesky without roots, by least degree.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np

TINY = 1e-14
"""The rounding error of a diagonal element that should be zero."""


class splu:
    """A factorized system, which solves for one right side after another."""

    def __init__(self, matrix):
        rows, self.steps = matrix.rows_(), []
        if rows != matrix.T.rows_():
            raise NotImplementedError(
                "splu is for symmetric matrices in the stand-in for scipy"
            )
        least = TINY * max(
            (abs(row.get(k, 0.0)) for k, row in enumerate(rows)), default=0.0
        )
        ahead, done = [(len(row), k) for k, row in enumerate(rows)], set()
        heapify(ahead)
        while ahead:
            entries, k = heappop(ahead)
            row = rows[k]
            if k in done or entries != len(row):
                continue
            done.add(k)
            pivot = row.pop(k, 0.0)
            if pivot <= least:
                raise RuntimeError("the matrix is singular, or not positive definite")
            for i, x in row.items():
                other, share = rows[i], x / pivot
                del other[k]
                for j, y in row.items():
                    other[j] = other.get(j, 0.0) - share * y
                heappush(ahead, (len(other), i))
            self.steps.append((k, pivot, row))

    def solve(self, right):
        """The solution for a right side."""
        found = [float(x) for x in right]
        for k, pivot, row in self.steps:
            share = found[k] / pivot
            for i, x in row.items():
                found[i] -= x * share
        for k, pivot, row in reversed(self.steps):
            found[k] = (found[k] - sum(x * found[i] for i, x in row.items())) / pivot
        return np.array(found)
