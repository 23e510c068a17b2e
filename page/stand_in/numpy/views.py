"""Arrays seen as numbers of another kind, and what else the layout of a model needs."""

from __future__ import annotations

from itertools import chain

from .array import asarray, ndarray
from .elementwise import maximum, minimum
from .functions import zeros
from .kinds import complex128, float64, kind

empty = zeros


def view(given, dtype):
    """Complex numbers as pairs of real ones, or the other way round; a copy of them."""
    found, cells = kind(dtype), given.values_()
    if (given.dtype, found) == (complex128, float64):
        made = list(chain.from_iterable((z.real, z.imag) for z in cells))
        return ndarray(made, (*given.shape[:-1], given.shape[-1] * 2), found)
    if (given.dtype, found) == (float64, complex128) and given.shape[-1] % 2 == 0:
        made = list(map(complex, cells[::2], cells[1::2]))
        return ndarray(made, (*given.shape[:-1], given.shape[-1] // 2), found)
    raise NotImplementedError("such a view is not in the stand-in for numpy")


def ascontiguousarray(given):
    """The array: here it does not matter where cells are."""
    return asarray(given)


def clip(given, low, high):
    """Each cell, or the bound that it passes."""
    return minimum(maximum(given, low), high)


def ptp(given):
    """Return the difference between the largest and the smallest cell."""
    return given.max() - given.min()


def argmin(given):
    """The number of the smallest cell, the first if there are several."""
    cells = given.values_()
    return min(range(len(cells)), key=cells.__getitem__)


def einsum(text, table, vector):
    """The product of a table and a vector."""
    if text != "ij,j->i":
        raise NotImplementedError(f"einsum {text} is not in the stand-in for numpy")
    return table @ vector


ndarray.view, ndarray.argmin = view, argmin
