"""Cells in a list, seen as an array: where they are, by shape and steps."""

from __future__ import annotations

import math
from itertools import chain, repeat
from math import prod
from operator import mul

sumprod = getattr(math, "sumprod", lambda one, other: sum(map(mul, one, other)))
"""The sum of products; Python has it from 3.12 on."""


def steps_of(shape):
    """Return the distances between neighbouring cells along each axis, if compact."""
    if len(shape) == 1:
        return (1,)
    found, step = [], 1
    for size in reversed(shape):
        found.append(step)
        step *= size
    return tuple(reversed(found))


def spread(data, offset, shape, steps):
    """The cells in order as a new list."""
    if not shape:
        return [data[offset]]
    if 0 in shape:
        return []
    if steps == steps_of(shape):
        return data[offset : offset + prod(shape)]
    size, step = shape[0], steps[0]
    if len(shape) == 1:
        if step == 0:
            return [data[offset]] * size
        end = offset + size * step
        return data[offset : end if end >= 0 else None : step]
    if step == 0:
        return spread(data, offset, shape[1:], steps[1:]) * size
    if len(shape) == 2 and step == steps[1] * shape[1]:
        return spread(data, offset, (size * shape[1],), (steps[1],))
    if not any(steps[1:]):
        once = spread(data, offset, shape[:1], steps[:1])
        return list(chain.from_iterable(map(repeat, once, repeat(prod(shape[1:])))))
    if len(shape) == 2 and size > shape[1]:
        columns = [
            spread(data, offset + k * steps[1], shape[:1], steps[:1])
            for k in range(shape[1])
        ]
        return list(chain.from_iterable(zip(*columns, strict=True)))
    found = []
    for k in range(size):
        found += spread(data, offset + k * step, shape[1:], steps[1:])
    return found


def places(offset, shape, steps):
    """Return the positions of the cells in the list, in order."""
    found = [offset]
    for size, step in zip(shape, steps, strict=True):
        if size == 1:
            continue
        along = range(0, size * step, step) if step else [0] * size
        found = [place + more for place in found for more in along]
    return [] if 0 in shape else found


def together(*shapes):
    """The shape to which these are broadcast. Raises ValueError."""
    if shapes[0] == shapes[-1] and len(shapes) < 3:
        return shapes[0]
    length = max(map(len, shapes))
    padded = [(1,) * (length - len(shape)) + tuple(shape) for shape in shapes]
    found = []
    for sizes in zip(*padded, strict=True):
        wide = {size for size in sizes if size != 1} or {1}
        if len(wide) > 1:
            raise ValueError(f"operands could not be broadcast together: {shapes}")
        found.append(wide.pop())
    return tuple(found)


def parsed(given):
    """The cells, and the shape, of nested lists of numbers."""
    if hasattr(given, "values_"):
        return given.values_(), given.shape
    if not isinstance(given, list | tuple | range):
        return [given], ()
    if not given:
        return [], (0,)
    if isinstance(given, range) or type(given[0]) in (int, bool, float, complex):
        return list(given), (len(given),)
    parts = [parsed(part) for part in given]
    if len({shape for _, shape in parts}) > 1:
        raise ValueError("the parts of an array have different shapes")
    return [cell for cells, _ in parts for cell in cells], (len(given), *parts[0][1])
