"""Eigenvectors and inverses of small matrices.

In the field: the one-sided method of Jacobi; elimination with pivots.
"""

from __future__ import annotations

from math import copysign, hypot, sqrt

from .array import array
from .cells import sumprod

SWEEPS = 60
TINY = 1e-13


def eigh(given):
    """The eigenvalues of a symmetric matrix, ascending, and the vectors as columns."""
    rows = given.tolist()
    # All eigenvalues are made positive: then the columns, turned until they are at
    # right angles, have the directions of the vectors and the lengths of the values.
    shift = 2 * max(sum(map(abs, row)) for row in rows) or 1.0
    for k, row in enumerate(rows):
        row[k] += shift
    found = [(sqrt(sumprod(row, row)), row) for row in _turned(rows)]
    found.sort(key=lambda pair: pair[0])
    vectors = [[x / size for x in row] for size, row in found]
    return array([size - shift for size, _ in found]), array(vectors).T


def _turned(rows):
    """Rows turned in pairs until all are at right angles."""
    for _ in range(SWEEPS):
        still, sizes = True, [sumprod(row, row) for row in rows]
        for p in range(len(rows)):
            for q in range(p + 1, len(rows)):
                one, other = rows[p], rows[q]
                c = sumprod(one, other)
                if abs(c) <= TINY * sqrt(sizes[p] * sizes[q]):
                    continue
                still = False
                zeta = (sizes[q] - sizes[p]) / (2 * c)
                t = copysign(1, zeta) / (abs(zeta) + hypot(1, zeta))
                cos = 1 / hypot(1, t)
                sin = cos * t
                sizes[p] -= t * c
                sizes[q] += t * c
                rows[p] = [cos * x - sin * y for x, y in zip(one, other, strict=True)]
                rows[q] = [sin * x + cos * y for x, y in zip(one, other, strict=True)]
        if still:
            break
    return rows


def inv(given):
    """The inverse of a matrix. Raises ZeroDivisionError if there is none."""
    size = len(given)
    rows = [
        row + [float(j == k) for j in range(size)]
        for k, row in enumerate(given.tolist())
    ]
    for k in range(size):
        pivot = max(range(k, size), key=lambda j: abs(rows[j][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        first = rows[k][k]
        top = rows[k] = [x / first for x in rows[k]]
        for j, row in enumerate(rows):
            if j != k and row[k]:
                by = row[k]
                rows[j] = [x - by * y for x, y in zip(row, top, strict=True)]
    return array([row[size:] for row in rows])
