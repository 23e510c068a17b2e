"""Functions that sort cells, look for them and count them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter

from .array import array, asarray, ndarray
from .kinds import bool_, float64, int64


def argsort(given, axis=-1, kind=None):
    """The numbers of the cells in ascending order, stable."""
    given = asarray(given)
    if axis is not None and given.ndim != 1:
        raise NotImplementedError("argsort of rows is not in the stand-in for numpy")
    cells = given.values_()
    found = sorted(range(len(cells)), key=cells.__getitem__)
    return ndarray(found, (len(found),), int64)


def lexsort(keys):
    """The numbers of the cells in ascending order by the last key, then by those before."""
    columns = list(
        zip(*(asarray(key).values_() for key in reversed(keys)), strict=True)
    )
    found = sorted(range(len(columns)), key=columns.__getitem__)
    return ndarray(found, (len(found),), int64)


def sort(given):
    """The cells of a flat array in ascending order."""
    return ndarray(sorted(given.values_()), given.shape, given.dtype)


def unique(
    given, axis=None, return_index=False, return_inverse=False, return_counts=False
):
    """The different cells, or rows, ascending.

    Also where each is first, where each cell is among them, and how often each occurs.
    """
    given = asarray(given)
    if axis == 0:
        rows = sorted({tuple(row) for row in given.tolist()})
        cells = [cell for row in rows for cell in row]
        return ndarray(cells, (len(rows), *given.shape[1:]), given.dtype)
    cells = given.values_()
    found = sorted(set(cells))
    made = ndarray(found, (len(found),), given.dtype)
    place = {cell: k for k, cell in enumerate(found)}
    parts = [made]
    if return_index:
        first = {cell: k for k, cell in reversed([*enumerate(cells)])}
        parts.append(array([first[cell] for cell in found], int64))
    if return_inverse:
        inverse = list(map(place.__getitem__, cells))
        parts.append(ndarray(inverse, given.shape, int64))
    if return_counts:
        often = Counter(cells)
        parts.append(array([often[cell] for cell in found], int64))
    return made if len(parts) == 1 else tuple(parts)


def searchsorted(given, wanted, side="left"):
    """Return the insertion points of these into an ascending array."""
    find = bisect_left if side == "left" else bisect_right
    cells = given.values_()
    return array([find(cells, one) for one in asarray(wanted).values_()], int64)


def isin(given, among):
    """Return whether cells are among others."""
    known = set(asarray(among).values_())
    return ndarray([cell in known for cell in given.values_()], given.shape, bool_)


def bincount(given, weights=None, minlength=0):
    """Count each whole number, or add its weights."""
    cells = asarray(given).values_()
    size = max(minlength, max(cells, default=-1) + 1)
    if weights is None:
        found = [0] * size
        for cell in cells:
            found[cell] += 1
        return ndarray(found, (size,), int64)
    found = [0.0] * size
    for cell, weight in zip(cells, asarray(weights).values_(), strict=True):
        found[cell] += weight
    return ndarray(found, (size,), float64)
