"""Numbers of actions: both ways, and those of what a table offers."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.env.episode import Numbering
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.situations.event import Event
from tests.env.alike import GAMES
from tests.play.test_game_state import played

BOARD = Game.clue(3, {"who": ["a", "b", "c"], "where": ["x", "y", "z"]}, board=True)


@pytest.mark.parametrize("game", [*GAMES, BOARD], ids=repr)
def test_each_number_is_one_action_of_each_player(game: Game) -> None:
    numbering = Numbering(game)
    for player in range(1, game.p + 1):
        actions = [numbering.event(player, k) for k in range(numbering.size)]
        assert len(set(actions)) == numbering.size
        assert all(action.key[1] == player for action in actions)
        assert [*map(numbering.number, actions)] == [*range(numbering.size)]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", [*GAMES, BOARD], ids=repr)
def test_the_numbers_of_offers_are_those_of_their_actions(
    game: Game, seed: int
) -> None:
    numbering, again = Numbering(game), Numbering(game)
    length = 0
    for table in played(game, Random(seed)):
        legal_actions = table.legal_actions()
        numbers = numbering.numbers(legal_actions)
        assert numbers == sorted(map(again.number, table.events()))
        if legal_actions:
            found = {again.event(legal_actions[0].player, number) for number in numbers}
            assert found == set(table.events())
        ended = bool(table.done) and table.done[-1].key[0] == "endturn"
        length = 0 if ended else length + bool(table.done)
        assert length < numbering.longest_turn


def test_only_a_board_has_the_action_of_passing_over_a_turn() -> None:
    assert "noask" in Numbering(BOARD).kinds
    assert "noask" not in Numbering(Game.clue(3)).kinds


def test_a_show_to_the_next_player_has_the_same_number_for_all() -> None:
    numbering = Numbering(Game.myst(1, 2, 3, 2))
    number = numbering.number(Event(("shows", 1, 2), 1))
    assert numbering.event(3, number) == Event(("shows", 3, 1), 1)


def test_what_is_no_action_is_refused() -> None:
    numbering = Numbering(Game.myst(1, 2, 3, 2))
    for number in (-1, numbering.size):
        with pytest.raises(QueryError, match="there is no action"):
            numbering.event(1, number)
    for event in (
        Event(("asks", 1), 0b111),
        Event(("noask", 1)),
        Event(("shows", 1, 1), 1),
    ):
        with pytest.raises(QueryError, match="has no number"):
            numbering.number(event)


def test_a_game_with_too_many_questions_is_refused() -> None:
    with pytest.raises(QueryError, match="1,000,000") as caught:
        Numbering(Game.myst(3, 10, 3, 10))
    assert caught.value.hint
