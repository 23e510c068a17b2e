"""Smallest sets: few things searched in their order, many by optimization."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from mystpy.engines.hitting_sets import HittingSets, fewest

SETS = st.lists(st.sets(st.integers(0, 6), min_size=1), max_size=6)


def hits(chosen: Collection[int], sets: list[set[int]]) -> bool:
    return all(each & set(chosen) for each in sets)


def least(sets: list[set[int]]) -> int:
    """Return how many things hit all the sets, by trying all."""
    return next(
        size
        for size in range(8)
        for chosen in combinations(range(7), size)
        if hits(chosen, sets)
    )


@given(SETS)
def test_both_ways_find_a_smallest_set(sets: list[set[int]]) -> None:
    found = fewest(range(7), lambda kept: hits(kept, sets))
    assert hits(found, sets)
    assert found == sorted(found)
    assert len(found) == least(sets)
    hitting = HittingSets({str(k): 1 for k in range(7)})
    for each in sets:
        hitting.add(map(str, each))
    optimal = hitting.smallest()
    assert optimal is not None
    assert hits({int(k) for k in optimal}, sets)
    assert len(optimal) == least(sets)


def test_a_light_set_may_have_more_members() -> None:
    hitting = HittingSets({"heavy": 3, "a": 1, "b": 1})
    assert hitting.smallest() == frozenset()
    hitting.add(["heavy", "a"])
    hitting.add(["heavy", "b"])
    assert hitting.smallest() == frozenset({"a", "b"})
