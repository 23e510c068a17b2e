"""Sets as whole numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mystpy.bits import bits, cards_of, mask_of, members, set_of, set_of_members
from mystpy.game.game import Game

NUMBERS = st.one_of(
    st.sets(st.integers(0, 300), max_size=8),  # sparse: read bit by bit
    st.sets(st.integers(0, 90), min_size=60),  # and dense: as a text
)
LARGE = st.sets(st.integers(0, 9_000), max_size=8)


@given(NUMBERS)
def test_a_set_has_the_members_it_was_made_of(numbers: set[int]) -> None:
    found = set_of_members(numbers)
    assert list(members(found)) == sorted(numbers)
    assert bits(found) == [1 << k for k in sorted(numbers)]
    assert set_of(k in numbers for k in range(301)) == found


@given(LARGE)
def test_a_large_set_is_read_as_a_text(numbers: set[int]) -> None:
    assert list(members(set_of_members(numbers))) == sorted(numbers)


def test_the_empty_set_has_no_members() -> None:
    assert list(members(0)) == bits(0) == []
    assert set_of([]) == set_of_members([]) == 0


def test_cards_are_masks_over_the_deck() -> None:
    game = Game.myst(1, 1, 4, 1)
    assert mask_of(["s1", "s4"], game) == 0b1001
    assert cards_of(0b1001, game) == {"s1", "s4"}
