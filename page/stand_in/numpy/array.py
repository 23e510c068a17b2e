"""Arrays: cells in a list, which views share."""

from __future__ import annotations

import operator
from array import array as packed
from itertools import accumulate
from math import copysign, prod

from . import picking
from .cells import parsed, places, spread, steps_of, sumprod, together
from .kinds import (
    bool_,
    common,
    complex128,
    fits,
    fitting,
    float64,
    int8,
    int64,
    kind,
    kind_of,
    object_,
    uint64,
    wrapped,
)


class ndarray:
    """Cells of one kind, in a list, by shape and steps."""

    __slots__ = ("data", "dtype", "offset", "shape", "steps")
    __hash__ = None
    __array_priority__ = 1

    def __init__(self, data, shape, dtype, offset=0, steps=None):
        self.data, self.shape, self.dtype, self.offset = data, shape, dtype, offset
        self.steps = steps_of(shape) if steps is None else steps

    def __getattr__(self, name):
        raise AttributeError(f"ndarray.{name} is not in the stand-in for numpy")

    def values_(self):
        """The cells in order; perhaps the list itself, not to be written into."""
        if not self.offset and len(self.shape) == 1 and self.steps == (1,):
            data = self.data
            return data if len(data) == self.shape[0] else data[: self.shape[0]]
        return spread(self.data, self.offset, self.shape, self.steps)

    def broadcast_(self, shape):
        """The cells of this array seen in a larger shape."""
        if shape == self.shape:
            return self.values_()
        return self.seen_(shape).values_()

    def seen_(self, shape):
        """A view of this array in a larger shape."""
        pad = len(shape) - len(self.shape)
        steps = (0,) * pad + tuple(
            0 if size == 1 else step
            for size, step in zip(self.shape, self.steps, strict=True)
        )
        return ndarray(self.data, tuple(shape), self.dtype, self.offset, steps)

    def write_(self, cells):
        """Put these in the place of all cells."""
        if not self.offset and self.steps == steps_of(self.shape):
            self.data[: prod(self.shape)] = cells
            return
        for place, cell in zip(
            places(self.offset, self.shape, self.steps), cells, strict=True
        ):
            self.data[place] = cell

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if len(self.shape) == 1:
            return iter(self.values_())
        return iter(self[k] for k in range(len(self)))

    def __repr__(self):
        return f"array({self.tolist()!r})"

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: prod(self.shape))

    @property
    def T(self):
        """The array with its axes the other way round."""
        shape, steps = self.shape[::-1], self.steps[::-1]
        return ndarray(self.data, shape, self.dtype, self.offset, steps)

    def single_(self):
        cells = self.values_()
        if len(cells) != 1:
            raise ValueError("the truth value of an array is ambiguous")
        return cells[0]

    def __bool__(self):
        return bool(self.single_())

    def __int__(self):
        return int(self.single_())

    __index__ = __int__

    def __float__(self):
        return float(self.single_())

    item = single_

    def __getitem__(self, key):
        return picking.get(self, key)

    def __setitem__(self, key, value):
        picking.put(self, key, value)

    def tolist(self):
        cells = list(self.values_())
        if not self.shape:
            return cells[0]
        for size in self.shape[:0:-1]:
            cells = (
                [cells[k : k + size] for k in range(0, len(cells), size)]
                if size
                else []
            )
        if 0 in self.shape[1:]:
            return [[] for _ in range(self.shape[0])]
        return cells

    def tobytes(self):
        code = {bool_: "b", int8: "b", int64: "q", uint64: "Q", float64: "d"}[
            self.dtype
        ]
        return packed(code, self.values_()).tobytes()

    def copy(self):
        return ndarray(list(self.values_()), self.shape, self.dtype)

    def astype(self, given, copy=True):
        found = kind(given)
        if not copy and found is self.dtype:
            return self
        return ndarray(found.all_of(self.values_(), self.dtype), self.shape, found)

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], tuple):
            (shape,) = shape
        rest = prod(size for size in shape if size != -1)
        shape = tuple(self.size // max(rest, 1) if k == -1 else k for k in shape)
        if prod(shape) != self.size:
            raise ValueError(f"an array of {self.shape} cannot be seen as {shape}")
        if self.steps == steps_of(self.shape):
            return ndarray(self.data, shape, self.dtype, self.offset)
        return ndarray(self.values_(), shape, self.dtype)

    def ravel(self):
        return self.reshape(-1)

    def reduced_(self, how, found, axis=None):
        """Reduce all cells, or those along an axis."""
        if axis is None:
            return how(self.values_())
        axis %= len(self.shape)
        shape = self.shape[:axis] + self.shape[axis + 1 :]
        steps = self.steps[:axis] + self.steps[axis + 1 :]
        last = ndarray(
            self.data,
            (*shape, self.shape[axis]),
            self.dtype,
            self.offset,
            (*steps, self.steps[axis]),
        )
        cells, size = last.values_(), self.shape[axis]
        made = [how(cells[k * size : (k + 1) * size]) for k in range(prod(shape))]
        return ndarray(made, shape, found)

    def sum(self, axis=None, dtype=None):
        found = self.dtype if self.dtype in (float64, object_) else int64
        if self.dtype is uint64 and dtype is None:
            found = uint64
        return self.reduced_(lambda cells: found.make(sum(cells)), found, axis)

    def any(self, axis=None):
        return self.reduced_(any, bool_, axis)

    def all(self, axis=None):
        return self.reduced_(all, bool_, axis)

    def min(self, axis=None):
        return self.reduced_(min, self.dtype, axis)

    def max(self, axis=None, initial=None):
        if initial is not None:
            return max([initial, *self.values_()])
        return self.reduced_(max, self.dtype, axis)

    def cumsum(self):
        found = self.dtype if self.dtype in (uint64, float64) else int64
        cells = list(accumulate(found.all_of(self.values_(), self.dtype)))
        return ndarray(wrapped(cells, found), (len(cells),), found)

    def __invert__(self):
        if self.dtype is bool_:
            cells = list(map(operator.not_, self.values_()))
        elif self.dtype is float64:
            raise TypeError("ufunc 'invert' not supported for floats")
        else:
            cells = list(map(self.dtype.make, map(operator.inv, self.values_())))
        return ndarray(cells, self.shape, self.dtype)

    def __neg__(self):
        if self.dtype is bool_:
            raise TypeError("numpy boolean negative is not supported")
        cells = wrapped(list(map(operator.neg, self.values_())), self.dtype)
        return ndarray(cells, self.shape, self.dtype)

    def __abs__(self):
        found = float64 if self.dtype is complex128 else self.dtype
        return ndarray(list(map(abs, self.values_())), self.shape, found)

    def __matmul__(self, other):
        other, cells, size = asarray(other), self.values_(), self.shape[-1]
        rows = [cells[k : k + size] for k in range(0, len(cells), size)]
        columns = other.T.tolist() if len(other.shape) == 2 else [other.values_()]
        if other.dtype is complex128:  # of real numbers the sums are quicker
            real, imag = zip(*((z.real, z.imag) for z in columns[0]), strict=True)
            made = [complex(sumprod(row, real), sumprod(row, imag)) for row in rows]
            return ndarray(made, (len(made),), complex128)
        found = common([self.dtype, other.dtype])
        cells = [sumprod(row, col) for row in rows for col in columns]
        shape = self.shape[:-1] + other.shape[1:]
        return ndarray(found.all_of(cells, None), shape, found)

    def __rmatmul__(self, other):
        return array(other) @ self


def array(given, dtype=None):
    """A new array of nested lists of numbers, or of arrays."""
    if isinstance(given, ndarray) and dtype is None:
        return given.copy()
    cells, shape = parsed(given)
    if isinstance(given, ndarray):
        kinds = {given.dtype}
    elif given and isinstance(given, list | tuple) and isinstance(given[0], ndarray):
        kinds = {
            part.dtype if isinstance(part, ndarray) else kind_of(part) for part in given
        }
    else:
        kinds = (
            {object_}
            if dtype is object
            else {kind(one) for one in set(map(type, cells))} or {float64}
        )
    own = common(list(kinds))
    found = own if dtype is None else kind(dtype)
    if own in (int64, object_) and not isinstance(given, ndarray):
        if dtype is not None:
            fitting(cells, found)
        elif not fits(cells, own):
            own = found = object_
    if len(kinds) > 1:
        own = None
    return ndarray(found.all_of(cells, own), shape, found)


def asarray(given, dtype=None):
    """Return an array as it is, or make a new one from another value."""
    if isinstance(given, ndarray) and (dtype is None or kind(dtype) is given.dtype):
        return given
    return array(given, dtype)


def broadcast_to(given, shape):
    """A view in a larger shape."""
    found = asarray(given)
    if together(found.shape, tuple(shape)) != tuple(shape):
        raise ValueError(f"{found.shape} cannot be broadcast to {shape}")
    return found.seen_(tuple(shape))
