"""Bounds of values: strategies of both sides are a certificate, or they are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mystpy.game.game import Game
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import Size, at_once, bounds, game_of, leader_value, optimal
from mystpy.solve.solo_play import SoloPlay, in_order, questions_needed
from mystpy.solve.strategies import one_shot, slow_and_steady


@pytest.mark.parametrize("size", [(1, 1, 1), (2, 1, 2), (1, 2, 3)])
def test_two_plans_whose_worths_add_up_to_one_certify_the_value(size: Size) -> None:
    found = bounds(size)
    assert found.lower == found.upper == at_once(size)
    plan = one_shot(min(size[0], size[2]))
    assert leader_value(size, 1, plan) + leader_value(size, 2, plan) == 1
    assert found.nodes > 0


def test_a_worse_plan_leaves_a_gap() -> None:
    """A player who guesses only when certain lets the other player guess first."""
    size = (1, 2, 4)
    waiting = leader_value(size, 1, slow_and_steady())
    assert (waiting, bounds(size).lower) == (Fraction(1, 3), Fraction(2, 3))


@pytest.mark.parametrize("size", [(3, 1, 1), (4, 1, 2)])
def test_who_asks_twice_does_better_than_who_asks_once(size: Size) -> None:
    wide, narrow = bounds(size), optimal(size)
    assert narrow.lower == narrow.upper == Fraction(3, 5)
    assert wide.lower <= narrow.lower <= wide.upper
    assert wide.lower < wide.upper


def test_the_worth_of_a_plan_is_that_of_the_best_reply() -> None:
    size, plan = (1, 1, 1), one_shot(1)
    response = BestResponse(game_of(size), 1, plan)
    assert response.value() == leader_value(size, 1, plan) == Fraction(1)
    assert leader_value((2, 1, 1), 1, plan) == Fraction(2, 3)


def test_a_player_alone_knows_at_first_the_own_hand_only() -> None:
    game = Game.myst(2, 1, 2, 2)
    vacuum = SoloPlay(game)
    assert vacuum.deal == in_order(game) == (0b1100, 0b0001, 0b0010)
    assert vacuum.deals.bit_count() == 3
    assert vacuum.closed(vacuum.deals) == vacuum.deals
    assert not vacuum.knows_pile(vacuum.deals)
    assert vacuum.knows_pile(vacuum.actual)
    assert questions_needed(game) == questions_needed(game, strategy=True) == 1


def test_answers_to_a_question_split_the_deals_that_are_possible() -> None:
    vacuum = SoloPlay(Game.myst(1, 1, 3, 2))
    for _, responses in vacuum.questions:
        together = 0
        for response in responses:
            assert response.deals
            together |= response.deals
        assert together == vacuum.deals
