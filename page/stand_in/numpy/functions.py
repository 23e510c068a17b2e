"""Functions of whole arrays: made, joined, looked through."""

from __future__ import annotations

import builtins
from itertools import chain, compress, pairwise
from math import prod

from .array import array, asarray, broadcast_to, ndarray
from .cells import parsed, steps_of, together
from .elementwise import floor_divide, remainder
from .kinds import bool_, common, float64, int64, kind, kind_of


def full(shape, value, dtype=None):
    """An array of one value."""
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if isinstance(value, ndarray):
        return broadcast_to(array(value, dtype), shape).copy()
    found = kind_of(value) if dtype is None else kind(dtype)
    return ndarray([found.make(value)] * prod(shape), shape, found)


def zeros(shape, dtype=float64):
    """An array of zeros."""
    return full(shape, 0, dtype)


def ones(shape, dtype=float64):
    """An array of ones."""
    return full(shape, 1, dtype)


def full_like(given, value):
    """An array of one value, of the same shape and kind."""
    return full(given.shape, value, given.dtype)


def zeros_like(given):
    """An array of zeros, of the same shape and kind."""
    return full_like(given, 0)


def ones_like(given):
    """An array of ones, of the same shape and kind."""
    return full_like(given, 1)


def empty_like(given):
    """An array of the same shape and kind."""
    return full(given.shape, 0, given.dtype)


def arange(*given):
    """The whole numbers of a range."""
    found = list(range(*map(int, given)))
    return ndarray(found, (len(found),), int64)


def fromiter(given, dtype):
    """Return an array of the values of an iterator."""
    return array(list(given), dtype)


def frombuffer(given, dtype):
    """The bytes of a buffer as cells of one byte each."""
    return array(list(bytes(given)), dtype)


def eye(size, dtype=float64):
    """The identity."""
    found = zeros((size, size), dtype)
    fill_diagonal(found, 1)
    return found


def diag(given):
    """The matrix with this diagonal."""
    found = zeros((len(given), len(given)), given.dtype)
    fill_diagonal(found, given)
    return found


def fill_diagonal(target, val):
    """Write into the diagonal."""
    size = min(target.shape)
    target[list(range(size)), list(range(size))] = val


def concatenate(parts, axis=0):
    """Arrays one behind the other, along an axis."""
    parts = [asarray(part) for part in parts]
    if axis:
        found = concatenate([moveaxis(part, axis, 0) for part in parts])
        return moveaxis(found, 0, axis).copy()
    found = common({part.dtype for part in parts})
    if len({part.shape[1:] for part in parts}) > 1:
        raise ValueError("the arrays have different shapes")
    cells = list(chain(*(found.all_of(part.values_(), part.dtype) for part in parts)))
    size = len(cells) // max(prod(parts[0].shape[1:]), 1)
    return ndarray(cells, (size, *parts[0].shape[1:]), found)


def vstack(parts):
    """Rows, or matrices, one below the other."""
    parts = [asarray(part) for part in parts]
    return concatenate([p if p.ndim > 1 else p.reshape((1, len(p))) for p in parts])


def hstack(parts):
    """Flat arrays one behind the other, matrices side by side."""
    parts = [asarray(part) for part in parts]
    if parts[0].ndim == 1:
        return concatenate(parts)
    found = common({part.dtype for part in parts})
    rows = zip(
        *(part.astype(found, copy=False).tolist() for part in parts), strict=True
    )
    cells = list(chain(*(chain(*row) for row in rows)))
    return ndarray(cells, (len(parts[0]), len(cells) // len(parts[0])), found)


def stack(parts, axis=0):
    """Arrays as those of a new axis."""
    parts = [asarray(part) for part in parts]
    found = array([part.tolist() for part in parts], common({p.dtype for p in parts}))
    if not parts[0].size:
        found = ndarray(
            [], (len(parts), *parts[0].shape), common({p.dtype for p in parts})
        )
    return found if axis == 0 else moveaxis(found, 0, axis).copy()


def moveaxis(given, source, target):
    """The array with one of its axes at another place."""
    order = list(range(given.ndim))
    order.insert(target % given.ndim, order.pop(source))
    shape = tuple(given.shape[k] for k in order)
    steps = tuple(given.steps[k] for k in order)
    return ndarray(given.data, shape, given.dtype, given.offset, steps)


def repeat(given, times, axis=None):
    """Repeat each cell, or each row, this number of times."""
    given = asarray(given)
    if axis not in (None, 0):
        raise NotImplementedError(
            "repeat along such an axis is not in the stand-in for numpy"
        )
    if axis is None:
        given = given.ravel()
    often = [times] * len(given) if isinstance(times, int) else parsed(times)[0]
    if len(often) == 1 and len(given) != 1:
        often = often * len(given)
    return given[[k for k, n in enumerate(often) for _ in range(n)]]


def tile(given, times):
    """Repeat a flat array this number of times."""
    cells = asarray(given).values_() * times
    return ndarray(cells, (len(cells),), asarray(given).dtype)


def diff(given, append=None):
    """Return each cell minus the one before."""
    cells = list(given.values_()) + ([] if append is None else [append])
    made = [b - a for a, b in pairwise(cells)]
    return ndarray(made, (len(made),), given.dtype)


def nonzero(given):
    """Return for each axis the indices of the cells that are not zero."""
    given = asarray(given)
    found = flatnonzero(given).values_()
    made = []
    for size, step in zip(given.shape, steps_of(given.shape), strict=True):
        made.append(array([k // step % size for k in found], int64))
    return tuple(made)


def flatnonzero(given):
    """The numbers of the cells that are not zero."""
    cells = asarray(given).values_()
    found = list(compress(range(len(cells)), cells))
    return ndarray(found, (len(found),), int64)


def count_nonzero(given):
    """Return the number of cells that are not zero."""
    return flatnonzero(given).size


def where(mask, one, other):
    """Cells of the one where it is true, of the other elsewhere."""
    parts = [asarray(mask), asarray(one), asarray(other)]
    shape = together(*(part.shape for part in parts))
    found = common({parts[1].dtype, parts[2].dtype})
    test, a, b = (part.broadcast_(shape) for part in parts)
    made = [x if t else y for t, x, y in zip(test, a, b, strict=True)]
    return ndarray(found.all_of(made, None), shape, found)


def put_along_axis(target, places, value, axis):
    """Write a value into cells of each row."""
    if axis != 1 or target.ndim != 2:
        raise NotImplementedError(
            "put_along_axis is for rows in the stand-in for numpy"
        )
    for row, found in enumerate(places.tolist()):
        for place in found:
            target[row, place] = value


def divmod(one, other):  # the name is numpy's
    """The quotient and the rest."""
    return floor_divide(one, other), remainder(one, other)


def unravel_index(places, shape):
    """Places in a flat array, as the places along each axis of an array of a shape."""
    found = []
    for size in reversed(shape):
        found.append(remainder(places, size))
        places = floor_divide(places, size)
    return tuple(reversed(found))


def ravel_multi_index(places, shape):
    """Places along each axis of an array of a shape, as places in the flat array."""
    found, *others = map(asarray, places)
    for size, one in zip(shape[1:], others, strict=True):
        found = found * size + one
    return found


def ix_(rows, columns):
    """An index of the cells where one of these rows meets one of these columns."""
    return asarray(rows).reshape(-1, 1), asarray(columns).reshape(1, -1)


def array_equal(one, other):
    """Return whether shape and cells are the same."""
    one, other = asarray(one), asarray(other)
    return one.shape == other.shape and list(one.values_()) == list(other.values_())


def absolute(given):
    """Return the absolute values."""
    return builtins.abs(given)


def any(given, axis=None):
    """Return whether some cells are true."""
    return asarray(given).any(axis)


def sum(given, axis=None):
    """The sums of cells."""
    return asarray(given).sum(axis)


def cumsum(given):
    """The sums of all cells up to each."""
    return asarray(given).cumsum()


ndarray.nonzero = nonzero
