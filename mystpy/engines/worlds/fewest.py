"""The fewest things that do it together, where all of them do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

Item = TypeVar("Item")

_ROUNDS = 100
"""After so many tries what cannot be left out is taken instead."""


def fewest(
    items: Sequence[Item], enough: Callable[[Collection[Item]], bool]
) -> list[Item]:
    """Return as few items as can be that are ``enough``, in their order.

    All items are enough, and more than enough is enough. What has to be left out for
    the rest not to be enough must be hit by every set that is. So the smallest set
    that hits all of these that are known is either the answer or finds one more. If
    that goes on for too long, the answer is only one that can do without none of its
    items.
    """
    spared: list[frozenset[Item]] = []
    for _ in range(_ROUNDS):
        kept = _hitting(spared, items)
        if enough(kept):
            return kept
        grown = list(kept)
        for item in items:
            if item not in grown and not enough([*grown, item]):
                grown.append(item)
        spared.append(frozenset(items) - frozenset(grown))
    return _without_needless(items, enough)


def _hitting(sets: Sequence[frozenset[Item]], items: Sequence[Item]) -> list[Item]:
    """Return as few items as can be, in their order, with one of each set."""
    for size in range(len(sets) + 1):
        found = _hit(sorted(sets, key=len), size)
        if found is not None:
            return [item for item in items if item in found]
    raise AssertionError("one item of each set hits them all")


def _hit(sets: Sequence[frozenset[Item]], size: int) -> frozenset[Item] | None:
    """Return at most so many items that hit all sets, or None if there are none."""
    if not sets:
        return frozenset()
    apart, met = 0, frozenset[Item]()
    for each in sets:
        if not each & met:
            apart, met = apart + 1, met | each
    if apart > size:
        return None
    for item in sets[0]:
        found = _hit([each for each in sets if item not in each], size - 1)
        if found is not None:
            return found | {item}
    return None


def _without_needless(
    items: Sequence[Item], enough: Callable[[Collection[Item]], bool]
) -> list[Item]:
    """Leave out, one after the other, what the rest can do without."""
    kept = list(items)
    for item in items:
        fewer = [other for other in kept if other != item]
        if enough(fewer):
            kept = fewer
    return kept
