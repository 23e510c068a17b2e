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
        # The function that makes names cannot be pickled; the names can.
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


def numbered_names(size: int, prefix: str = "w") -> LazyNames:
    """w0, w1, w2, ..."""
    return LazyNames(size, lambda k: f"{prefix}{k}")


class _Descended(LazyNames):
    """The names of some items, each perhaps with an end behind a comma.

    A name is put together in a loop: after hundreds of steps calls would be too deep.
    """

    def __init__(
        self, base: Sequence[str], items: Numbers, ends: Sequence[str] | None = None
    ) -> None:
        super().__init__(len(items), self._composed)
        self._base, self._items, self._ends = base, items, ends

    def _composed(self, k: int) -> str:
        names: Sequence[str] = self
        parts: list[str] = []
        while isinstance(names, _Descended):
            if names._ends is not None:
                parts.append(names._ends[k])
            k, names = int(names._items[k]), names._base
        return ",".join([names[k], *reversed(parts)])


def select_names(names: Sequence[str], items: Numbers) -> LazyNames:
    """The names of some items, in this order."""
    return _Descended(names, items)


def paired_names(
    names: Sequence[str], items: Numbers, ends: Sequence[str]
) -> LazyNames:
    """`w,e` for the name w of each of these items and the end e in the same place."""
    return _Descended(names, items, ends)
