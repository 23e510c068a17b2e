"""Kinds of players: each plays whole games, and depends only on its observations."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.player import play_on
from mystpy.players.registry import KINDS, Option, kind
from mystpy.protocol.contest.abbreviations import contest_game
from tests.protocol.fake_endpoint import fake_endpoint, plays

OPTIONS: dict[str, dict[str, Option]] = {
    "strong-f": {"rollouts": 100},
    "pimc": {"iterations": 60},
    "ismcts": {"iterations": 60},
    "mo-ismcts": {"iterations": 60},
    "cfr": {"iterations": 20, "deals": 3},
    "program": {"command": f"{sys.executable} tests/protocol/stranger.py"},
    "chat": {"model": "tiny"},
    "contest": {"command": f"{sys.executable} tests/protocol/contestant.py {{x}} %%"},
}
"""The options of the kinds that need some."""


@pytest.fixture(autouse=True)
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make a fake endpoint on loopback that of the environment."""
    with fake_endpoint(plays) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield


GAMES = (Game.myst(1, 2, 3, 2), Game.clue(3))

_CLUE = Game.clue(2, {sort: [f"{sort}{i}" for i in range(3)] for sort in "ab"})


def played(name: str, game: Game) -> Game:
    """Return a game, or a similar game of two for kinds that play no other."""
    if name == "contest":
        return contest_game(3)
    if name != "equilibrium":
        return game
    return _CLUE if game.sorts else Game.myst(3, 1, 2, 1)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.alike(2)
def test_each_kind_plays_legally(name: str, game: Game) -> None:
    game = played(name, game)
    table = GameState(game, random_deal(game, Random(3)))
    everybody = range(1, game.p + 1)
    sit = partial(kind(name).sit, **OPTIONS.get(name, {}))
    players = [sit(game, i) for i in everybody]
    play_on(table, players, [Random(i) for i in everybody], most=150)
    assert table.done
    assert WorldsEngine().judge(table.history()).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        pytest.param(name, seat, marks=[pytest.mark.slow] * ((k + seat) % 2))
        for k, name in enumerate(KINDS)
        if name != "contest"  # its programs play Speed Clue, of three to six
        for seat in (1, 2)
    ],
)
@pytest.mark.alike(2)
def test_the_solution_is_played_against_each_kind(name: str, seat: int) -> None:
    """Other players ask idle questions and guess wrong, and the strategy continues."""
    game = Game.myst(3, 1, 2, 1)
    other = kind(name).sit(game, 3 - seat, **OPTIONS.get(name, {}))
    players = [kind("equilibrium").sit(game, seat), other]
    table = GameState(game, random_deal(game, Random(seat)))
    play_on(table, players[:: 3 - 2 * seat], [Random(1), Random(2)], most=150)
    assert table.done
    assert WorldsEngine().judge(table.history()).verdict is Verdict.LEGAL


def test_a_kind_that_is_not_there_is_told_the_nearest() -> None:
    with pytest.raises(QueryError, match="no kind of player 'randon'") as caught:
        kind("randon")
    assert "random" in str(caught.value.hint)
