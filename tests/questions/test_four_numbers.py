"""The four numbers of section 4.3, against lists of worlds."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.play.information_state import InformationState
from mystpy.questions.four_numbers import four_numbers
from tests.play.test_game_state import played

WORLDS = get_engine("worlds")
AUTO = get_engine("auto")
GAMES = (Game.myst(2, 2, 2, 2), Game.myst(1, 2, 2, 2), Game.myst(2, 1, 2, 1))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_sets_are_those_of_the_worlds_that_players_consider(
    game: Game, seed: int
) -> None:
    for table in list(played(game, Random(seed), 25))[-4:]:
        if table.over:
            continue
        history = table.history()
        found = four_numbers(history, AUTO)
        assert found == four_numbers(history, WORLDS)
        known = []
        for player in (1, 2):
            seen = InformationState.at(table, player).history()
            piles = [world.hands[0] for world in WORLDS.worlds(seen)]
            known.append(frozenset.intersection(*piles))
        assert found.known == tuple(known)
        one, two = known
        shown = [
            {event.cards for event in table.done if event.key[:2] == ("shows", k)}
            for k in (1, 2)
        ]
        assert [len(x) for x in found.shown] == [len(x) for x in shown]
        n = game.sizes[1]
        hidden = n - len(shown[0]), n - len(shown[1])
        assert found.numbers == (*hidden, len(one - two), len(two - one))
        assert found.common <= one & two


@pytest.mark.parametrize(
    ("game", "hands", "done", "message"),
    [
        (Game.myst(1, 1, 3, 2), {}, "", "of two players, not of 3"),
        (
            Game.myst(1, 2, 2, 2),
            {1: ["s1", "s2"], 2: ["s3", "s4"]},
            "asks(1,{s3,s4}) yes(2) shows(2,1,_)",
            "which card was shown at step 2",
        ),
        (
            Game.myst(2, 1, 2, 2),
            {2: ["s4"]},
            "asks(1,{s1,s2}) no(2)",
            "what player 1 knows of the pile depends",
        ),
    ],
)
def test_what_is_not_given_is_asked_for(
    game: Game, hands: dict[int, list[str]], done: str, message: str
) -> None:
    with pytest.raises(QueryError, match=message):
        four_numbers(History.make(game, hands, done), AUTO)
