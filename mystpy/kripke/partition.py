"""Equivalence relations on 0..n-1 as partitions: for each item its class number.

In the field: the lattice of partitions, with its meets and joins.

Arrays are numpy's. All operations are linear in the number of items, but for a few
that sort.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.thresholds import MAX_TABLE_ENTRIES_PER_WORLD

Mask = npt.NDArray[np.bool_]
"""A set of items: for each of them whether it is in."""

Numbers = npt.NDArray[np.int64]

_BITS = 32
"""The number of truth values in a code; with the number of a class it is below 2^63."""


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """A partition of 0..n-1: `numbers` has shape (n,), with values 0..count-1.

    Every number below `count` occurs.
    """

    numbers: Numbers
    count: int

    @classmethod
    def identity(cls, size: int) -> Partition:
        """Every item alone."""
        return cls(np.arange(size), size)

    @classmethod
    def universal(cls, size: int) -> Partition:
        """All items in one class."""
        return cls(np.zeros(size, np.int64), min(size, 1))

    @classmethod
    def of_keys(cls, keys: Iterable[Hashable]) -> Partition:
        """Items with equal keys in one class, numbered by first occurrence."""
        known: dict[Hashable, int] = {}
        numbers = [known.setdefault(key, len(known)) for key in keys]
        return cls(np.array(numbers, np.int64), len(known))

    @classmethod
    def of_rows(cls, rows: Mask) -> Partition:
        """Items with equal rows of truth values in one class; shape (n, values)."""
        found = cls.universal(len(rows))
        for start in range(0, rows.shape[1], _BITS):
            bits = rows[:, start : start + _BITS]
            width = bits.shape[1]
            codes = bits @ (1 << np.arange(width))
            found = cls.of_codes((found.numbers << width) + codes, found.count << width)
        return found

    @classmethod
    def of_codes(cls, codes: Numbers, bound: int) -> Partition:
        """Items with equal codes in one class; the codes are in 0..bound-1."""
        if bound > MAX_TABLE_ENTRIES_PER_WORLD * len(codes) + 1024:
            found, numbers = np.unique(codes, return_inverse=True)
            return cls(numbers.astype(np.int64), len(found))
        present = np.zeros(bound, np.int64)
        present[codes] = 1
        new = np.cumsum(present)
        return cls(new[codes] - 1, int(new[-1]) if bound else 0)

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def core(self) -> Mask | None:
        """The items that are seen from their class: None is all."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partition) or other.core is not None:
            return NotImplemented
        same = len(self) == len(other) and self.count == other.count
        return same and self.meet(other).count == self.count

    __hash__ = None  # type: ignore[assignment]

    def same(self, one: int, other: int) -> bool:
        """Whether two items are in one class."""
        return bool(self.numbers[one] == self.numbers[other])

    def class_of(self, item: int) -> Mask:
        """The class of an item."""
        found: Mask = self.numbers == self.numbers[item]
        return found

    def classes(self) -> list[list[int]]:
        """The items of each class, ascending; classes by their first items."""
        found: dict[int, list[int]] = {}
        for item, number in enumerate(self.numbers.tolist()):
            found.setdefault(number, []).append(item)
        return list(found.values())

    def views(self) -> list[tuple[list[int], list[int]]]:
        """For each class the items that are not seen from it, and those that are."""
        return [([], block) for block in self.classes()]

    def inside(self, mask: Mask) -> Mask:
        """The union of the classes that lie within a set."""
        doubted = np.zeros(self.count, np.bool_)
        doubted[self.numbers[~mask]] = True
        return ~doubted[self.numbers]

    def touching(self, mask: Mask) -> Mask:
        """The union of the classes that meet a set."""
        met = np.zeros(self.count, np.bool_)
        met[self.numbers[mask]] = True
        return met[self.numbers]

    def linking(self) -> Partition:
        """The finest partition in which each item is with all that it sees."""
        return self

    def restricted(self, mask: Mask) -> Partition:
        """The partition of the items of a set, renumbered in their order."""
        return Partition.of_codes(self.numbers[mask], self.count)

    def taken(self, items: Numbers) -> Partition:
        """The partition of these items, which may repeat, in this order."""
        return Partition.of_codes(self.numbers[items], self.count)

    def meet(self, other: Partition) -> Partition:
        """The coarsest partition that is finer than both."""
        if other.core is not None:
            return other.meet(self)
        codes = self.numbers * other.count + other.numbers
        return Partition.of_codes(codes, self.count * other.count)

    def is_finer(self, other: Partition) -> bool:
        """Whether all that an item sees, it sees in the other relation as well."""
        return self.meet(other) == self


def meet(parts: Sequence[Partition], size: int) -> Partition:
    """The coarsest common refinement; of no partitions, the universal one."""
    found = Partition.universal(size)
    for part in parts:
        found = found.meet(part)
    return found


def of_masks(masks: Iterable[Mask], size: int) -> Partition:
    """Items in one class that are in the same ones of these sets."""
    codes, bound = np.zeros(size, np.int64), 1
    for mask in masks:
        if bound > MAX_TABLE_ENTRIES_PER_WORLD * size:
            part = Partition.of_codes(codes, bound)
            codes, bound = part.numbers, part.count
            if bound == size:
                break
        codes = codes * 2
        codes += mask
        bound *= 2
    return Partition.of_codes(codes, bound)


def join(parts: Sequence[Partition], size: int) -> Partition:
    """The finest partition that is coarser than all: linked in any number of steps.

    Items hook themselves to the least one in sight, and chains of hooks are cut
    short, so that the number of rounds grows with the logarithm of the distances.
    """
    least = np.arange(size)
    parts = [part.linking() for part in parts]
    while True:
        before = least.copy()
        for part in parts:
            lowest = np.full(part.count, size)
            np.minimum.at(lowest, part.numbers, least)
            seen = lowest[part.numbers]
            np.minimum.at(least, before, seen)
            least = np.minimum(least, seen)
        least = _ends(least)
        if np.array_equal(least, before):
            return Partition.of_codes(least, size)


def _ends(pointers: Numbers) -> Numbers:
    """Where following the pointers leads to in the end."""
    while True:
        further = pointers[pointers]
        if np.array_equal(further, pointers):
            return pointers
        pointers = further


def of_blocks(
    blocks: Iterable[Iterable[int]], size: int, name: Callable[[int], str], what: str
) -> Partition:
    """The partition with these classes; `name` and `what` are for messages.

    Raises ModelError if an item is in no class, or in two.
    """
    numbers = np.full(size, -1)
    count = 0
    for number, block in enumerate(blocks):
        count += 1
        for item in block:
            if numbers[item] >= 0:
                raise ModelError(
                    f"{what} is not an equivalence: {name(item)} is in two classes"
                    if numbers[item] != number
                    else f"{what} names {name(item)} twice in one class",
                    hint="each must be in exactly one class",
                )
            numbers[item] = number
    for item in np.flatnonzero(numbers < 0)[:1].tolist():
        raise ModelError(
            f"{what} is not an equivalence: {name(item)} is in no class",
            hint=f'a class of its own is ["{name(item)}"]',
        )
    return Partition.of_codes(numbers, count)


def of_pairs(
    pairs: Iterable[tuple[int, int]], size: int, name: Callable[[int], str], what: str
) -> Partition:
    """The equivalence relation that is this set of pairs, which must be one.

    Raises ModelError that names a missing pair: it must be reflexive, symmetric and
    transitive.
    """
    given = set(pairs)
    for missing, law in _missing(given, size):
        one, other = map(name, missing)
        raise ModelError(
            f"{what} is not an equivalence: it is not {law}, ({one},{other}) is missing"
        )
    return closure(given, size)


def closure(pairs: Iterable[tuple[int, int]], size: int) -> Partition:
    """The least equivalence relation with these pairs."""
    leader = list(range(size))

    def find(k: int) -> int:
        while leader[k] != k:
            leader[k] = k = leader[leader[k]]
        return k

    for one, other in pairs:
        leader[find(one)] = find(other)
    return Partition.of_keys(find(k) for k in range(size))


def _missing(
    given: set[tuple[int, int]], size: int
) -> Iterator[tuple[tuple[int, int], str]]:
    """The pairs that an equivalence would have, each with the law it breaks."""
    yield from (((k, k), "reflexive") for k in range(size) if (k, k) not in given)
    for one, other in sorted(given):
        if (other, one) not in given:
            yield (other, one), "symmetric"
    after: dict[int, list[int]] = {}
    for one, other in sorted(given):
        after.setdefault(one, []).append(other)
    for one, other in sorted(given):
        for third in after.get(other, ()):
            if (one, third) not in given:
                yield (one, third), "transitive"
