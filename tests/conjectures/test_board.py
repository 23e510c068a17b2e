"""Clue on a board: what is settled where a turn may pass without a question."""

from __future__ import annotations

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Verdict
from mystpy.game.game import Game

SORTS = {"who": ["ann", "bob"], "how": ["axe", "bow"]}
NOTHING = """
forall i in players, j in players, k in holders, x in cards: possible(noask(j)) ->
  (K(i, h(k,x)) <-> after noask(j): K(i, h(k,x)))
"""
EACH_TURN = "forall i in players: askphase & Turn(i) -> possible(noask(i))"
ASKED_FIRST = "guessphase -> exists Q in questions: Question(Q)"


def settled(text: str, *, board: bool = True) -> Verdict:
    game = Game.clue(2, SORTS, board=board)
    return settle(
        Conjecture("tried", "always", text, (game,), depth=4), Budget()
    ).verdict


def test_a_turn_without_a_question_tells_nothing_of_cards() -> None:
    assert settled(NOTHING) is Verdict.HOLDS


@pytest.mark.parametrize("board", [True, False])
def test_what_the_thesis_proves_is_not_said_of_a_board(board: bool) -> None:
    found = settled(ASKED_FIRST, board=board)
    assert found is (Verdict.FALSE if board else Verdict.PROVED)


def test_a_game_without_a_board_does_not_know_the_action() -> None:
    with pytest.raises(Exception, match="noask is no action"):
        settled(EACH_TURN, board=False)
