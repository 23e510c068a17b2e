"""Select the cells of an index: numbers and slices make views, arrays pick cells."""

from __future__ import annotations

from itertools import compress

from . import array as arrays
from .cells import places, together
from .kinds import bool_, float64, kind_of

COLUMN = slice(None), None
"""The index that makes a column of a row."""


def get(source, key):
    """A cell, a view, or the cells that are picked."""
    if len(source.shape) == 1:
        if isinstance(key, int):
            size = source.shape[0]
            if not -size <= key < size:
                raise IndexError(f"index {key} is out of bounds for size {size}")
            return source.data[source.offset + key % size * source.steps[0]]
        if isinstance(key, arrays.ndarray) and len(key.shape) == 1:
            cells = source.values_()
            if key.dtype is bool_:
                fits(key, source)
                found = list(compress(cells, key.values_()))
            else:
                found = list(map(cells.__getitem__, key.values_()))
            return arrays.ndarray(found, (len(found),), source.dtype)
        if key == COLUMN:
            shape, steps = (*source.shape, 1), (*source.steps, 0)
            return arrays.ndarray(
                source.data, shape, source.dtype, source.offset, steps
            )
    elif isinstance(key, int) and 0 <= key < source.shape[0]:
        offset, (_, *shape), (step, *steps) = source.offset, source.shape, source.steps
        shape, steps, offset = tuple(shape), tuple(steps), offset + key * step
        return arrays.ndarray(source.data, shape, source.dtype, offset, steps)
    shape, steps, offset, picked = resolved(source, key)
    if picked is None:
        if not shape and not isinstance(key, slice) and key is not Ellipsis:
            return source.data[offset]
        return arrays.ndarray(source.data, shape, source.dtype, offset, steps)
    cells = [source.data[place] for place in picked]
    return arrays.ndarray(cells, shape, source.dtype)


def put(target, key, value):
    """Write into the cells that an index means."""
    if isinstance(key, int) and len(target.shape) == 1:
        size = target.shape[0]
        if not -size <= key < size:
            raise IndexError(f"index {key} is out of bounds for size {size}")
        target.data[target.offset + key % size * target.steps[0]] = target.dtype.make(
            value
        )
        return
    if plain(key, target):
        where, shape = key.values_(), key.shape
        if key.dtype is bool_:
            fits(key, target)
            where = list(compress(range(len(where)), where))
            shape = (len(where),)
        filled(target, where, shape, value)
        return
    shape, steps, offset, picked = resolved(target, key)
    where = places(offset, shape, steps) if picked is None else picked
    filled(target, where, shape, value)


def plain(key, target):
    """Return whether the index and the target are flat, and the target is whole."""
    return (
        isinstance(key, arrays.ndarray)
        and len(key.shape) == len(target.shape) == 1
        and target.steps == (1,)
        and not target.offset
        and len(target.data) == target.shape[0]
    )


def filled(target, where, shape, value):
    """Write a value, or the cells of an array, into these places."""
    data, make = target.data, target.dtype.make
    if isinstance(value, int | float):
        cell = make(value)
        for place in where:
            data[place] = cell
        return
    given = arrays.asarray(value)
    while len(given.shape) > len(shape) and given.shape[0] == 1:
        given = given.reshape(given.shape[1:])
    if together(given.shape, shape) != shape:
        raise ValueError(f"an array of {given.shape} does not fit into {shape}")
    cells = target.dtype.all_of(given.broadcast_(shape), given.dtype)
    for place, cell in zip(where, cells, strict=True):
        data[place] = cell


def fits(mask, source):
    """Raise IndexError for a mask of another length."""
    if mask.shape != source.shape[: len(mask.shape)]:
        raise IndexError(f"a mask of {mask.shape} is not for {source.shape}")


def resolved(source, key):
    """Shape, steps and offset of a view, or the shape and the places of cells."""
    keys = list(key) if isinstance(key, tuple) else [key]
    keys = [picker(one) for one in keys]
    used = sum(one.ndim if masks(one) else one is not None for one in keys)
    dots = [k for k, one in enumerate(keys) if one is Ellipsis]
    used -= len(dots)
    rest = [slice(None)] * (len(source.shape) - used)
    if len(rest) + used > len(source.shape):
        raise IndexError("too many indices for array")
    place = dots[0] if dots else len(keys)
    keys[place : place + len(dots)] = rest
    parts, offset, axis = [], source.offset, 0
    for one in keys:
        if one is None:
            parts.append((1, 0))
            continue
        if masks(one):
            fits_at(one, source, axis)
            for index in true_places(one):
                parts.append((index, source.shape[axis], source.steps[axis]))
                axis += 1
            continue
        size, step = source.shape[axis], source.steps[axis]
        if isinstance(one, slice):
            found = range(*one.indices(size))
            offset += found.start * step if len(found) else 0
            parts.append((len(found), found.step * step))
        elif isinstance(one, int):
            if not -size <= one < size:
                raise IndexError(f"index {one} is out of bounds for size {size}")
            offset += one % size * step
        else:
            parts.append((one, size, step))
        axis += 1
    if all(len(part) == 2 for part in parts):
        return tuple(p[0] for p in parts), tuple(p[1] for p in parts), offset, None
    return picked(parts, offset)


def picked(parts, offset):
    """The shape and the places where some axes have lists of numbers."""
    chosen = [k for k, part in enumerate(parts) if len(part) == 3]
    shape = together(*(parts[k][0].shape for k in chosen))
    sums = None
    for k in chosen:
        index, size, step = parts[k]
        cells = index.broadcast_(shape)
        if cells and not (-size <= min(cells) and max(cells) < size):
            raise IndexError(f"an index is out of bounds for size {size}")
        own = [cell % size * step for cell in cells]
        sums = own if sums is None else [a + b for a, b in zip(sums, own, strict=True)]
    first, last = chosen[0], chosen[-1]
    before = parts[:first] if last - first + 1 == len(chosen) else []
    after = [part for part in parts[len(before) :] if len(part) == 2]
    one = places(offset, *axes(before))
    two = places(0, *axes(after))
    found = [a + b + c for a in one for b in sums for c in two]
    return (*axes(before)[0], *shape, *axes(after)[0]), None, None, found


def axes(parts):
    """The sizes and the steps."""
    return tuple(part[0] for part in parts), tuple(part[1] for part in parts)


def picker(one):
    """An index as a number, a slice, or an array."""
    if isinstance(one, list | tuple | range):
        found = arrays.array(one)
        if found.dtype is float64 and not found.size:
            return arrays.ndarray([], found.shape, kind_of(0))
        return found
    if isinstance(one, bool):
        raise TypeError("a truth value as an index is not in the stand-in for numpy")
    if isinstance(one, arrays.ndarray) and not one.shape:
        return int(one)
    return one


def masks(one):
    """Return whether an index is a set of cells."""
    return isinstance(one, arrays.ndarray) and one.dtype is bool_


def fits_at(mask, source, axis):
    """Raise IndexError for a mask of other sizes."""
    if mask.shape != source.shape[axis : axis + len(mask.shape)]:
        raise IndexError(f"a mask of {mask.shape} is not for {source.shape}")


def true_places(mask):
    """Return for each axis the indices of the cells that are true."""
    found = [k for k, cell in enumerate(mask.values_()) if cell]
    made = []
    for size in mask.shape[::-1]:
        made.append([k % size for k in found])
        found = [k // size for k in found]
    return [arrays.ndarray(one, (len(one),), kind_of(0)) for one in made[::-1]]
