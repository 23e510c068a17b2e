"""Choices in optimal strategies: found by a small prize, evaluated without it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mystpy.game.game import Game
from mystpy.solve.bounds import told_apart
from mystpy.solve.equilibria.optimal_choices import (
    at_best,
    bluff,
    choices_made,
    favourite,
    first_bluff,
    loud,
    never,
    no_bluff,
    solve_with_choices,
    without,
)
from mystpy.solve.extensive.labels import information_sets

FIVE, SIX = Game.myst(1, 2, 2, 2), Game.myst(2, 2, 2, 2)


def test_an_optimal_strategy_may_bluff_in_the_first_turn() -> None:
    side = favourite(SIX, 1, first_bluff, 3)
    assert side is not None
    assert side.value == solve_with_choices(SIX).value == Fraction(1, 2)
    ((_, action, chance),) = choices_made(side, first_bluff)
    assert (action, chance) == ("asks -:2/2", Fraction(1, 15))
    assert not never(SIX, 1, first_bluff, 3)


def test_where_a_bluff_costs_something_no_optimal_strategy_makes_it() -> None:
    assert favourite(FIVE, 1, first_bluff, 3) is None
    assert never(FIVE, 1, first_bluff, 3)


def test_a_bluff_is_a_question_for_own_cards_only() -> None:
    side = favourite(FIVE, 2, bluff, 2)
    assert side is not None
    every = information_sets(side.form, 2, [1] * side.form.counts[1])
    (known,) = (each for each in every if each.label == "2: 1:2/0 -:3/2")
    assert [a for a in known.actions if bluff(known, a)] == ["asks -:2/2"]
    assert {"asks 1:2/0", "asks 1:1/0 -:1/1"} < {*known.actions}


def test_who_is_bound_to_bluff_is_seen_through_and_who_is_not_wins_the_value() -> None:
    five = Game.myst(3, 1, 2, 1)
    free = without(five, 1, lambda known, action: False, 3)
    assert free.value == solve_with_choices(five).value == Fraction(3, 5)
    assert without(five, 1, loud, 3).value == 0
    assert without(five, 1, no_bluff, 3).value == Fraction(1, 4)  # a guess at once


@pytest.mark.parametrize(("m", "player"), [(3, 1), (3, 2), (2, 2)])
def test_another_reply_leaves_an_optimal_strategy_more(m: int, player: int) -> None:
    found = solve_with_choices(Game.myst(m, 1, 2, 1))
    side = found.lower if player == 1 else found.upper
    least = side.value if player == 1 else 1 - side.value
    assert least < at_best(side) <= 1


def test_who_wins_for_certain_wins_against_every_reply() -> None:
    found = solve_with_choices(Game.myst(1, 1, 2, 1))
    assert found.value == at_best(found.lower) == 1
    assert at_best(found.upper) == 0


def test_two_values_are_bounded_until_they_can_be_told_apart() -> None:
    less, more = told_apart(Game.myst(2, 2, 2, 1), Game.myst(3, 1, 2, 2))
    assert less.upper.value < more.lower.value
    assert less.value is None or more.value is None or less.value < more.value
    same = told_apart(Game.myst(2, 1, 2, 1), Game.myst(1, 2, 2, 1))
    assert {each.value for each in same} == {Fraction(2, 3)}
