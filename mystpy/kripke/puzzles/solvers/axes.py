"""Sets of the worlds of a cube, a bit for each world, and its axes, the variables."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
"""A set of worlds: shape (2**n / 64,), bit b of word w is world 64 w + b."""

_LOW = [
    np.uint64(sum(1 << b for b in range(64) if not b >> axis & 1)) for axis in range(6)
]
"""For each of the first six axes the places whose bit is 0 there."""


def axis_bits(axis: int, words: int) -> Bits:
    """The worlds in which a variable is true."""
    if axis < 6:
        return np.full(words, ~_LOW[axis])
    found = np.zeros((words >> (axis - 5), 2, 1 << (axis - 6)), np.uint64)
    found[:, 1] = ~np.uint64(0)
    return found.reshape(-1)


def flipped(bits: Bits, axis: int) -> Bits:
    """The worlds whose neighbours along an axis are in a set."""
    if axis < 6:
        step, low = np.uint64(1 << axis), _LOW[axis]
        return (bits >> step & low) | (bits & low) << step
    parts = bits.reshape(-1, 2, 1 << (axis - 6))
    return parts[:, ::-1].reshape(-1)


def along(bits: Bits, axis: int) -> Bits:
    """The worlds that are in a set together with their neighbours along an axis."""
    if axis < 6:
        step, low = np.uint64(1 << axis), _LOW[axis]
        both = bits & bits >> step & low
        return both | both << step
    parts = bits.reshape(-1, 2, 1 << (axis - 6))
    found = np.empty_like(parts)
    np.bitwise_and(parts[:, 0], parts[:, 1], out=found[:, 0])
    found[:, 1] = found[:, 0]
    return found.reshape(-1)


def has(bits: Bits, world: int) -> bool:
    """Whether a world is in a set."""
    return bool(int(bits[world >> 6]) >> (world & 63) & 1)
