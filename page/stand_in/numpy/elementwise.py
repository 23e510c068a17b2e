"""Functions of cells, one by one: arithmetic, comparisons, connectives."""

from __future__ import annotations

import math
import operator
from itertools import accumulate, pairwise, repeat

from .array import asarray, ndarray
from .cells import parsed, together
from .kinds import (
    bool_,
    common,
    complex128,
    float64,
    int64,
    kind,
    object_,
    uint64,
    wrapped,
)

PLAIN = (bool, int, float, complex)
NUMBERS = {bool: bool_, int: int64, float: float64, complex: complex128}


class ufunc:
    """A function of one or two cells; `result` is the kind of what comes out, if set."""

    def __init__(self, name, of, result=None, truths=None):
        self.name, self.of, self.result, self.truths = name, of, result, truths
        self.logical = result is bool_ or name.startswith("bitwise")

    def __repr__(self):
        return f"<ufunc {self.name!r}>"

    def __call__(self, *given, out=None, where=None):
        if out is None and len(given) == 2 and ndarray in map(type, given):
            result = self.alike(*given)
            if result is not None:
                return result
        if len(given) > 1 and isinstance(given[-1], ndarray) and out is None:
            arity = self.of.__code__.co_argcount if hasattr(self.of, "__code__") else 2
            if len(given) > arity:
                *given, out = given
        if out is None and all(isinstance(one, PLAIN) for one in given):
            return self.plain(given)
        arrays = [asarray(one) for one in given]
        found = self.kinds(arrays, given)
        shape = together(*(one.shape for one in arrays))
        columns = list(self.columns(arrays, given, shape, found))
        if where is not None:  # cells of which not all can be reckoned with
            return self.partly(columns, where, out)
        made = list(map(self.how(arrays), *columns))
        if self.result is bool_ and self.truths is None and made:
            made = made if type(made[0]) is bool else list(map(bool, made))
        result = self.result or found
        if found is object_ and result is float64:
            result = found
        if result in (int64, uint64):
            made = wrapped(made, result)
        if out is None:
            return ndarray(made, shape, result)
        out.write_(out.dtype.all_of(made, result))
        return out

    def partly(self, columns, where, out):
        """Written where it is asked for; elsewhere cells stay."""
        rows = zip(out.values_(), where.values_(), *columns, strict=True)
        out.write_([self.of(*row) if wanted else old for old, wanted, *row in rows])
        return out

    def alike(self, one, other):
        """Apply to arrays of one type, or an array and a number of it; else None.

        Most operands are of this form, which needs no comparison of types.
        """
        if not isinstance(one, ndarray):
            left, right = repeat(one), other.values_()
            shape, found, second = other.shape, other.dtype, NUMBERS.get(type(one))
        else:
            shape, found = one.shape, one.dtype
            if not isinstance(other, ndarray):
                left, right, second = (
                    one.values_(),
                    repeat(other),
                    NUMBERS.get(type(other)),
                )
            else:
                shape, second = together(shape, other.shape), other.dtype
                left, right = one.broadcast_(shape), other.broadcast_(shape)
        if second is not found or self.truths:
            return None
        if (found is bool_ or found is uint64) and not self.logical:
            return None
        made = list(map(self.of, left, right))
        result = self.result or found
        if found is object_ and result is float64:
            result = found
        elif result is int64:
            made = wrapped(made, result)
        return ndarray(made, shape, result)

    def plain(self, given):
        """Return a plain number for plain numbers."""
        found = (self.truths or self.of)(*given) if self.truths else self.of(*given)
        return bool(found) if self.result is bool_ else found

    def kinds(self, arrays, given):
        """The kind in which the cells are reckoned; plain numbers follow the others."""
        strong = [
            a.dtype
            for a, one in zip(arrays, given, strict=True)
            if isinstance(one, ndarray)
        ]
        weak = [
            a.dtype
            for a, one in zip(arrays, given, strict=True)
            if not isinstance(one, ndarray)
        ]
        if strong and max(k.rank for k in strong) == uint64.rank:
            weak = [k for k in weak if k is float64]
        return common([*strong, *weak])

    def columns(self, arrays, given, shape, found):
        """The cells of each operand, broadcast; floats where the result is of floats."""
        size = math.prod(shape)
        for one, plain in zip(arrays, given, strict=True):
            if not isinstance(plain, ndarray) and not one.shape:
                (cell,) = one.values_()
                yield [found.make(cell) if found is float64 else cell] * size
            elif (
                found is float64
                and one.dtype is not float64
                and self.result is not bool_
            ):
                yield list(map(float, one.broadcast_(shape)))
            else:
                yield one.broadcast_(shape)

    def how(self, arrays):
        """The function for these kinds of cells."""
        if all(one.dtype is bool_ for one in arrays) and self.truths is None:
            if self.name in ("add", "maximum"):
                return operator.or_
            if self.name in ("multiply", "minimum"):
                return operator.and_
            if self.name in ("subtract",):
                raise TypeError("numpy boolean subtract is not supported")
        return self.truths or self.of

    def outer(self, one, other):
        """Apply to each pair of cells of two flat arrays of one type."""
        made, cells = [], other.values_()
        for cell in one.values_():
            made += map(self.of, repeat(cell), cells)
        return ndarray(made, (len(one), len(other)), self.result or one.dtype)

    def at(self, target, places, cells):
        """Apply it at these places, one after the other, into a flat array."""
        if isinstance(cells, PLAIN):
            cells = [cells] * len(places)
        found = list(target.values_())
        of = self.of
        for place, cell in zip(parsed(places)[0], parsed(cells)[0], strict=True):
            found[place] = of(found[place], cell)
        target.write_(wrapped(found, target.dtype))

    def reduceat(self, given, starts):
        """Reduce the cells from each start to the next one."""
        cells, ends = given.values_(), [*parsed(starts)[0], len(given)]
        made = []
        for first, end in pairwise(ends):
            *_, last = accumulate(cells[first : max(end, first + 1)], self.of)
            made.append(last)
        return ndarray(wrapped(made, given.dtype), (len(made),), given.dtype)


def _both(a, b):
    return bool(a) and bool(b)


def _either(a, b):
    return bool(a) or bool(b)


def _other(a, b):
    return bool(a) != bool(b)


add = ufunc("add", operator.add)
subtract = ufunc("subtract", operator.sub)
multiply = ufunc("multiply", operator.mul)
true_divide = ufunc("true_divide", operator.truediv, float64)
floor_divide = ufunc("floor_divide", operator.floordiv)
remainder = ufunc("remainder", operator.mod)
power = ufunc("power", operator.pow)
equal = ufunc("equal", operator.eq, bool_)
not_equal = ufunc("not_equal", operator.ne, bool_)
less = ufunc("less", operator.lt, bool_)
less_equal = ufunc("less_equal", operator.le, bool_)
greater = ufunc("greater", operator.gt, bool_)
greater_equal = ufunc("greater_equal", operator.ge, bool_)
bitwise_and = ufunc("bitwise_and", operator.and_)
bitwise_or = ufunc("bitwise_or", operator.or_)
bitwise_xor = ufunc("bitwise_xor", operator.xor)
left_shift = ufunc("left_shift", operator.lshift)
right_shift = ufunc("right_shift", operator.rshift)
minimum = ufunc("minimum", lambda a, b: b if b < a else a)
maximum = ufunc("maximum", lambda a, b: b if b > a else a)
logical_and = ufunc("logical_and", _both, bool_, _both)
logical_or = ufunc("logical_or", _either, bool_, _either)
logical_xor = ufunc("logical_xor", _other, bool_, _other)
logical_not = ufunc("logical_not", operator.not_, bool_, operator.not_)
hypot = ufunc("hypot", math.hypot, float64)
arctan2 = ufunc("arctan2", math.atan2, float64)
isinf = ufunc("isinf", math.isinf, bool_)
floor = ufunc("floor", lambda a: float(math.floor(a)))
gcd = ufunc("gcd", math.gcd)
bitwise_count = ufunc("bitwise_count", lambda a: a.bit_count())

_OPERATORS = {
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "truediv": true_divide,
    "floordiv": floor_divide,
    "mod": remainder,
    "pow": power,
    "and": bitwise_and,
    "or": bitwise_or,
    "xor": bitwise_xor,
    "lshift": left_shift,
    "rshift": right_shift,
}
_COMPARISONS = {
    "eq": equal,
    "ne": not_equal,
    "lt": less,
    "le": less_equal,
    "gt": greater,
    "ge": greater_equal,
}


def _lent(function):
    """The methods that an operator has on arrays."""

    def into(self, other):
        found = function(self, other)
        if found.dtype.rank > self.dtype.rank:
            raise TypeError(f"{function} of {found.dtype} does not fit {self.dtype}")
        self.write_(self.dtype.all_of(found.values_(), found.dtype))
        return self

    return (
        lambda self, other: function(self, other),
        lambda self, other: function(other, self),
        into,
    )


for _name, _function in _OPERATORS.items():
    for _start, _method in zip(("", "r", "i"), _lent(_function), strict=True):
        setattr(ndarray, f"__{_start}{_name}__", _method)
for _name, _function in _COMPARISONS.items():
    setattr(ndarray, f"__{_name}__", _lent(_function)[0])
