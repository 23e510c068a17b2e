"""Minimal cores, compared with all subsets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from mystpy.packages.history_runs.solver_calls import minimal_core


@pytest.mark.parametrize("seed", range(200))
def test_a_core_is_enough_and_no_part_of_it_is(seed: int) -> None:
    random = Random(seed)
    literals = random.sample(range(1, 20), random.randint(1, 8))
    sets = [
        set(random.sample(literals, random.randint(0, len(literals))))
        for _ in range(random.randint(1, 4))
    ]
    calls = []

    def follows(some: Sequence[int]) -> bool:
        calls.append(some)
        return any(each <= set(some) for each in sets)

    found = minimal_core(literals, follows)
    assert any(each <= set(found) for each in sets)
    parts = combinations(found, len(found) - 1) if found else ()
    assert not any(map(follows, parts))


def test_one_literal_of_many_is_found_in_few_checks() -> None:
    calls = []

    def follows(some: Sequence[int]) -> bool:
        calls.append(some)
        return 77 in some

    assert minimal_core(range(1_000), follows) == [77]
    assert len(calls) < 25
