"""Eigenvectors, singular vectors and inverses of small matrices.

In the field: the one-sided and the two-sided method of Jacobi.
"""

from __future__ import annotations

from math import copysign, hypot, sqrt

from .array import array, ndarray
from .functions import array_equal, diag
from .kinds import float64

SWEEPS = 60
TINY = 1e-15


def _columns(rows):
    return [list(map(float, column)) for column in zip(*rows, strict=True)]


def _turned(columns):
    """Columns turned in pairs until all are at right angles, and the turns made."""
    size = len(columns)
    turns = [[float(k == j) for j in range(size)] for k in range(size)]
    for _ in range(SWEEPS):
        still = True
        for p in range(size):
            for q in range(p + 1, size):
                one, other = columns[p], columns[q]
                a = sum(x * x for x in one)
                b = sum(x * x for x in other)
                c = sum(x * y for x, y in zip(one, other, strict=True))
                if abs(c) <= TINY * sqrt(a * b) or not c:
                    continue
                still = False
                zeta = (b - a) / (2 * c)
                t = copysign(1, zeta) / (abs(zeta) + hypot(1, zeta))
                cos = 1 / hypot(1, t)
                sin = cos * t
                for both in (columns, turns):
                    one, other = both[p], both[q]
                    pairs = list(zip(one, other, strict=True))
                    both[p] = [cos * x - sin * y for x, y in pairs]
                    both[q] = [sin * x + cos * y for x, y in pairs]
        if still:
            break
    return columns, turns


def svd(given, full_matrices=True):
    """Left vectors, singular values, right vectors; the small ones only."""
    if full_matrices:
        raise NotImplementedError("full matrices are not in the stand-in for numpy")
    rows, wide = given.tolist(), given.shape[0] < given.shape[1]
    columns, turns = _turned(_columns(_columns(rows)) if wide else _columns(rows))
    sizes = [sqrt(sum(x * x for x in column)) for column in columns]
    order = sorted(range(len(sizes)), key=lambda k: -sizes[k])
    left = [[x / (sizes[k] or 1.0) for x in columns[k]] for k in order]
    right = [turns[k] for k in order]
    if wide:
        left, right = right, left
    values = ndarray([sizes[k] for k in order], (len(order),), float64)
    return array(left).T, values, array(right)


def eigh(given):
    """The eigenvalues of a symmetric matrix, ascending, and the vectors as columns."""
    rows = given.tolist()
    size = len(rows)
    # All eigenvalues are made positive, so that they are the singular values.
    shift = max(sum(map(abs, row)) for row in rows) or 1.0
    moved = [
        [x + shift * (k == j) for j, x in enumerate(row)] for k, row in enumerate(rows)
    ]
    columns, turns = _turned(_columns(moved))
    found = []
    for column, turn in zip(columns, turns, strict=True):
        value = sum(x * y for x, y in zip(column, turn, strict=True)) - shift
        found.append((value, turn))
    found.sort(key=lambda pair: pair[0])
    values = ndarray([value for value, _ in found], (size,), float64)
    return values, array([vector for _, vector in found]).T


def pinv(given):
    """The inverse of a symmetric matrix, of which the part that is zero stays zero."""
    if not array_equal(given, given.T):
        raise NotImplementedError(
            "pinv is for symmetric matrices in the stand-in for numpy"
        )
    values, vectors = eigh(given)
    least = 1e-12 * max(map(abs, values.tolist()))
    parts = [1 / value if abs(value) > least else 0.0 for value in values.tolist()]
    return vectors @ diag(array(parts)) @ vectors.T
