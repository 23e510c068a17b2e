"""States of section 4.4: (4.1) read once more, decisions, theorems, solved games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from mystpy.solve.recurrence import Recurrence
from mystpy.solve.recurrence_state import (
    observations,
    solved,
    state_of,
    theorem_of,
)

SIZE = 9
VALUES = Recurrence(SIZE)
SIZES = range(1, SIZE + 1)
PLACES = list(product(SIZES, SIZES, SIZES))


@cache
def read_again(m: int, n1: int, n2: int) -> Fraction:
    """The recurrence (4.1): after an answer the other player is to ask."""
    if m == 0 or n2 == 0:
        return Fraction(1)

    def after(m: int, n2: int) -> Fraction:
        guess = Fraction(1, comb(m + n2, m))
        return guess if guess == 1 else max(guess, 1 - read_again(m, n2, n1))

    return (m * after(m - 1, n2) + n2 * after(m, n2 - 1)) / Fraction(m + n2)


def test_values_and_decisions_make_up_the_recurrence() -> None:
    for place in PLACES:
        state = state_of(place, VALUES)
        assert state.value == read_again(*place)
        parts = [(x.chance, x.value) for x in (state.after_no, state.after_yes)]
        assert sum(chance for chance, _ in parts) == 1
        assert sum(chance * value for chance, value in parts) == state.value
        for after in (state.after_no, state.after_yes):
            if after.wait is None:
                assert after.choice == "guess"
                assert after.guess == 1
            else:
                better = after.guess > after.wait, after.wait > after.guess
                names = {(True, False): "guess", (False, True): "wait"}
                assert after.choice == names.get(better, "either")


def test_theorems_cover_what_they_say_and_agree() -> None:
    covered = {place: theorem_of(place) for place in PLACES}
    found = {place: said for place, said in covered.items() if said is not None}
    assert len(found) == 2 * SIZE - 1
    assert all(said.value == read_again(*place) for place, said in found.items())
    names = {said.name for place, said in found.items() if place[0] == 1 != place[1]}
    assert names == {"Theorem 4.5"}


def test_the_observations_fail_where_the_bench_says() -> None:
    failing = {
        name: [
            place
            for place in PLACES
            if observations(state_of(place, VALUES)).get(name) is False
        ]
        for name in ("observation-4.1-first", "observation-4.1-second")
    }
    assert failing["observation-4.1-first"] == [(1, 1, 2)]
    for m, n1, n2 in failing["observation-4.1-second"]:
        assert read_again(m, n1, n2) < Fraction(1, 2)
        assert n1 >= n2


SMALL = [place for place in PLACES if sum(place) <= 6]


@pytest.mark.parametrize("place", SMALL, ids=str)
@pytest.mark.alike(3)
def test_the_solved_game_without_bluffs_is_worth_the_recurrence(
    place: tuple[int, int, int],
) -> None:
    """A linear programme over the game of the axioms, which knows nothing of (4.1)."""
    assert solved(place, "nobody").value == read_again(*place)


def test_bluffs_help_whom_they_help() -> None:
    assert solved((3, 1, 1), "both").value == Fraction(3, 5) > read_again(3, 1, 1)
    assert solved((3, 1, 2), "both").value == Fraction(27, 80) < read_again(3, 1, 2)
