"""The types of the cells of an array, and the common type of several."""

from __future__ import annotations

_WORD = 2**64


class Kind:
    """A type of cells: its conversion of a value, and its rank among the types.

    `widened` converts a value of a lower type.
    """

    def __init__(self, name, rank, make, widened=None):
        self.name, self.rank, self.make = name, rank, make
        self.widened = widened or make

    def __repr__(self):
        return f"numpy.{self.name}"

    def __call__(self, value=0):
        return Word(value) if self.name == "uint64" else self.make(value)

    def all_of(self, cells, given):
        """These cells, of the kind that is given, as cells of this one."""
        if given is self:
            return list(cells)
        wider = given is not None and given.rank < self.rank
        return list(map(self.widened if wider else self.make, cells))


class Word(int):
    """A whole number of 64 bits without a sign."""

    def __new__(cls, value=0):
        return super().__new__(cls, int(value) % _WORD)

    def __invert__(self):
        return Word(~int(self))

    def __lshift__(self, other):
        return Word(int(self) << int(other))


def _signed(value):
    return (int(value) + _WORD // 2) % _WORD - _WORD // 2


bool_ = Kind("bool_", 0, bool)
int8 = Kind("int8", 1, lambda value: (int(value) + 128) % 256 - 128)
uint8 = Kind("uint8", 1, lambda value: int(value) % 256)
int64 = Kind("int64", 2, _signed, int)
uint64 = Kind("uint64", 3, lambda value: int(value) % _WORD)
float64 = Kind("float64", 4, float)
complex128 = Kind("complex128", 5, complex)
object_ = Kind("object_", 6, lambda value: value)
_OF = {bool: bool_, int: int64, float: float64, complex: complex128, Word: uint64}
_OF[object] = object_


def kind(given):
    """The kind that stands for a type such as `bool`, or the kind itself."""
    found = given if isinstance(given, Kind) else _OF.get(given)
    if found is None:
        raise TypeError(f"arrays of {given!r} are not in the stand-in for numpy")
    return found


def kind_of(value):
    """The kind of a plain value."""
    return kind(type(value))


def common(kinds):
    """Return the common type of these; words and signed numbers have none."""
    found = max(kinds, key=lambda one: one.rank)
    if found is uint64 and any(one in (int8, int64) for one in kinds):
        raise TypeError("int64 and uint64 do not go together in the stand-in for numpy")
    return found


def fits(cells, found):
    """Return whether these cells have room in 64 bits, where that is their kind."""
    least = {int64: -_WORD // 2, uint64: 0}.get(found)
    if least is None or not cells:
        return True
    return least <= min(cells) and max(cells) < least + _WORD


def fitting(cells, found):
    """Raise OverflowError for cells that have no room in 64 bits."""
    if not fits(cells, found):
        raise OverflowError("a whole number is too large for 64 bits")


def wrapped(cells, found):
    """Whole numbers brought back to 64 bits, where they grew out of them."""
    if found is uint64:
        if cells and (max(cells) >= _WORD or min(cells) < 0):
            return [cell % _WORD for cell in cells]
    elif (
        found is int64
        and cells
        and (max(cells) >= _WORD // 2 or min(cells) < -_WORD // 2)
    ):
        return list(map(_signed, cells))
    return cells
