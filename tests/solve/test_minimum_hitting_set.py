"""Smallest hitting sets against all sets of cards, on random clauses."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from mystpy.errors import EnginesDisagree, QueryError
from mystpy.solve import minimum_hitting_set
from mystpy.solve.minimum_hitting_set import minimum_hitting_sets

CARDS = tuple(f"s{k}" for k in range(1, 10))


def smallest(clauses: list[frozenset[str]]) -> set[frozenset[str]]:
    """All smallest sets, from all sets."""
    for size in range(len(CARDS) + 1):
        sets = map(frozenset, combinations(CARDS, size))
        if found := {cards for cards in sets if all(cards & x for x in clauses)}:
            return found
    raise AssertionError(clauses)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.alike(4)
def test_all_smallest_sets_are_found(seed: int) -> None:
    rng = Random(seed)
    clauses = [
        frozenset(rng.sample(CARDS, rng.choice((1, 2, 2, 2, 3))))
        for _ in range(rng.randrange(12))
    ]
    found, expected = minimum_hitting_sets(clauses, CARDS), smallest(clauses)
    assert found.complete
    assert len(found.listed) == len(set(found.listed))
    assert set(found.listed) == expected
    assert {len(cards) for cards in expected} == {found.number}
    assert found.by_clingo
    assert not any(x & y for x, y in combinations(found.disjoint, 2))
    assert set(found.disjoint) <= set(clauses)
    assert len(found.disjoint) <= found.number


def test_the_five_clauses_of_the_thesis_need_three_cards() -> None:
    names = ["s1", "s2", "s3", "s4", "s5"]
    clauses = [frozenset(pair) for pair in zip(names, [*names[1:], "s1"], strict=True)]
    found = minimum_hitting_sets(clauses, names)
    assert found.number == 3
    assert len(found.listed) == 5
    assert len(found.disjoint) == 2


def test_an_empty_clause_is_refused() -> None:
    with pytest.raises(QueryError, match="empty clause"):
        minimum_hitting_sets([frozenset()], CARDS)


def test_another_number_of_clingo_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        minimum_hitting_set, "_by_clingo", lambda *_: frozenset({"s1", "s2"})
    )
    with pytest.raises(EnginesDisagree, match="1 cards, and clingo 2"):
        minimum_hitting_sets([frozenset({"s1", "s2"})], CARDS)
