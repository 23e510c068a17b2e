"""Names of worlds that are made when they are looked at.

An update of 100,000 worlds must not write 100,000 names first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from mystpy.kripke.partition import Numbers


class LazyNames(Sequence[str]):
    """`size` names, the k-th of which is `name(k)`."""

    def __init__(self, size: int, name: Callable[[int], str]) -> None:
        self._size = size
        self._name = name

    def __reduce__(self) -> tuple[type[list[str]], tuple[list[str]]]:
        # What makes a name cannot cross process borders; the names can.
        return list, (list(self),)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [self._name(k) for k in range(*place.indices(self._size))]
        return self._name(range(self._size)[place])


def numbered(size: int, prefix: str = "w") -> LazyNames:
    """w0, w1, w2, ..."""
    return LazyNames(size, lambda k: f"{prefix}{k}")


def taken(names: Sequence[str], items: Numbers) -> LazyNames:
    """The names of some items, in this order."""
    return LazyNames(len(items), lambda k: names[int(items[k])])


def paired(first: Sequence[str], second: Sequence[str]) -> LazyNames:
    """`w,e` for each w of the first and e of the second in the same place."""
    return LazyNames(len(first), lambda k: f"{first[k]},{second[k]}")
