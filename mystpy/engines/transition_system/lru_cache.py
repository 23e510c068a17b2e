"""A cache that limits the total size of its values.

In the field: a cache that drops the least recently used values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Values by key; a missing value is made.

    `size` is measured again at each use, since a value may grow; by default each value
    has the size 1. The value used last is always kept, whatever its size.
    """

    def __init__(
        self,
        make: Callable[[K], V],
        capacity: int,
        size: Callable[[V], int] = lambda _: 1,
    ) -> None:
        self._make = make
        self._capacity = capacity
        self._size = size
        self._kept: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def __getitem__(self, key: K) -> V:
        value = self._kept.pop(key) if key in self._kept else self._make(key)
        self._kept[key] = value
        if len(self._kept) > 1:
            self._shrink()
        return value

    def discard(self, key: K) -> None:
        """Drop a value, if it is there."""
        self._kept.pop(key, None)

    def cache_clear(self) -> None:
        """Drop all values."""
        self._kept.clear()

    def _shrink(self) -> None:
        sizes = [(key, self._size(value)) for key, value in self._kept.items()]
        excess = sum(size for _, size in sizes) - self._capacity
        for key, size in sizes[:-1]:
            if excess <= 0:
                return
            del self._kept[key]
            excess -= size
