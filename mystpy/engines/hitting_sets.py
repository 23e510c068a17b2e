"""Smallest sufficient sets, by sets of which each sufficient set has a member.

In the field: implicit hitting sets (Reiter's diagnoses 1987, Chandrasekaran and others
2011). If the rest is insufficient without some items, a sufficient set must contain one
of these items (hit their set). A smallest set that hits all known sets is either
sufficient or gives a new set. If there are few items, they are searched in their order,
so that the answer is always the same. If there are many, with weights, clingo's
optimization is used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from mystpy.engines.interrupt import interruptions
from mystpy.thresholds import MAX_CONFLICTS_OF_HITTING_SET, MAX_HITTING_SETS

Item = TypeVar("Item")
Element = TypeVar("Element", bound=Hashable)


class HittingSets(Generic[Element]):
    """The lightest sets that have a member of each set added."""

    def __init__(self, weights: Mapping[Element, int]) -> None:
        import clingo  # not needed where few things are searched

        self._control = clingo.Control(
            [
                "--opt-strategy=usc",
                "--warn=none",
                f"--solve-limit={MAX_CONFLICTS_OF_HITTING_SET}",
            ]
        )
        with self._control.backend() as backend:
            self._atoms = {name: backend.add_atom() for name in weights}
            backend.add_rule(list(self._atoms.values()), choice=True)
            weighed = [(self._atoms[name], weight) for name, weight in weights.items()]
            backend.add_minimize(1, weighed)

    def add(self, members: Iterable[Element]) -> None:
        """Require a member of this set."""
        with self._control.backend() as backend:
            backend.add_rule([], [-self._atoms[name] for name in members])

    def smallest(self) -> frozenset[Element] | None:
        """Return a lightest set, or None if that is too hard to find.

        It is empty as long as no set was added.
        """
        best: list[Element] = []
        # A search is short, and Ctrl-C is let through after it.
        with interruptions(), self._control.solve(yield_=True) as handle:
            for model in handle:
                best = [x for x, a in self._atoms.items() if model.is_true(a)]
            exhausted = handle.get().exhausted
        return frozenset(best) if exhausted else None


def fewest(
    items: Sequence[Item], enough: Callable[[Collection[Item]], bool]
) -> list[Item]:
    """Return as few items as possible that are `enough`, in their order.

    All items are enough, and so is every superset of a set that is enough. If the
    search takes too long, the result is only minimal: none of its items can be removed.
    """
    spared: list[frozenset[Item]] = []
    for _ in range(MAX_HITTING_SETS):
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
    """Return a smallest set of items, in their order, with one of each set."""
    for size in range(len(sets) + 1):
        found = _hit(sorted(sets, key=len), size)
        if found is not None:
            return [item for item in items if item in found]
    raise AssertionError("one item of each set hits them all")


def _hit(sets: Sequence[frozenset[Item]], size: int) -> frozenset[Item] | None:
    """Return at most `size` items that hit all sets, or None if there are none."""
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
    """Remove, one after the other, the items without which the rest is enough."""
    kept = list(items)
    for item in items:
        fewer = [other for other in kept if other != item]
        if enough(fewer):
            kept = fewer
    return kept
