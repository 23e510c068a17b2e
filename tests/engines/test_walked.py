"""The engine walk against worlds and asp, in large games and in small ones."""

from __future__ import annotations

import pytest

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula

CLUE = "asks(1,{plum,rope,hall}) no(2) yes(3) shows(3,1,rope) noguess(1) endturn(1)"


def test_in_a_large_game_it_answers_as_asp_does() -> None:
    hand = {1: ["green", "pipe", "study", "white", "knife", "lounge"]}
    history = History.make(Game.clue(3), hand, CLUE)
    walk, asp = get_engine("walk"), get_engine("asp")
    assert walk.judge(history) == asp.judge(history)
    assert walk.cells(history, 1) == asp.cells(history, 1)
    assert walk.grid(history, 1) == asp.grid(history, 1)
    assert walk.nested_cells(history, (1, 2)) == asp.nested_cells(history, (1, 2))
    for text in ("K(1,~h(2,plum))", "K(2,K(1,h(3,rope)))", "C([1,2,3],~h(2,hall))"):
        phi = parse_formula(text, history.game)
        assert walk.value(history, phi).value == asp.value(history, phi).value


def test_in_a_small_game_it_answers_as_worlds_does() -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    history = History.make(game, {1: ["s1"]}, "asks(1,{s2,s3}) no(2)")
    walk, worlds = get_engine("walk"), get_engine("worlds")
    assert walk.cells(history) == worlds.cells(history)
    assert walk.grid(history, 1) == worlds.grid(history, 1)
    assert walk.common_cells(history, (1, 2)) == worlds.common_cells(history, (1, 2))
    assert walk.weighted_odds(history, 1) == worlds.weighted_odds(history, 1)


@pytest.mark.parametrize("text", ["once h(0,plum)", "before h(0,plum)"])
def test_the_past_is_read_off_a_list(text: str) -> None:
    hands = {
        0: ["plum", "rope", "hall"],
        1: ["green", "pipe", "study", "white", "knife", "lounge"],
        2: ["mustard", "peacock", "revolver", "candlestick", "kitchen", "library"],
    }
    history = History.make(Game.clue(3), hands, "asks(1,{green,rope,hall})")
    value = get_engine("walk").value(history, parse_formula(text, history.game))
    assert value.method == "worlds"
