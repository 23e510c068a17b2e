"""MYST and Clue in TextArena, whose interface is a fake where it is not there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from tests.env import fakes

ADAPTER = "mystpy.env.textarena_game"
KINDS = ["fake", *(["installed"] if find_spec("textarena") else [])]


@pytest.fixture(params=KINDS)
def arena(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModuleType]:
    """Return the adapter, loaded with a fake of TextArena, or with itself."""
    if request.param == "fake":
        monkeypatch.setitem(sys.modules, "textarena", fakes.textarena())
    sys.modules.pop(ADAPTER, None)
    yield import_module(ADAPTER)
    sys.modules.pop(ADAPTER, None)


def offered(seen: list[Any]) -> list[str]:
    """Return the replies that the last message gives as examples."""
    return [x for x in seen[-1][1].splitlines() if x.startswith("Action:")]


def test_a_player_is_told_the_rules_the_hand_and_what_to_write(
    arena: ModuleType,
) -> None:
    env = arena.ta.make("Clue-v0")
    env.reset(num_players=3, seed=1)
    player, seen = env.get_observation()
    assert player == 0
    assert "You are player 1." in seen[0][1]
    assert "Your hand: " in seen[0][1]
    assert offered(seen) == ["Action: ask scarlett, knife, kitchen"]


def test_the_same_seed_deals_the_same(arena: ModuleType) -> None:
    deals = []
    for seed in (1, 1, 2):
        env = arena.ta.make("Clue-v0")
        env.reset(num_players=4, seed=seed)
        deals.append(env.table.deal)
    assert deals[0] == deals[1] != deals[2]


@pytest.mark.parametrize("seed", range(3))
def test_games_are_played_to_their_end(arena: ModuleType, seed: int) -> None:
    env = arena.ta.make("Myst-v0")
    env.reset(num_players=2, seed=seed)
    rng, done = Random(seed), False
    pile = ", ".join(sorted(env.table.deal[0]))
    for _ in range(500):
        _, seen = env.get_observation()
        choices = offered(seen)
        if any("guess" in one for one in choices) and rng.random() < 0.3:
            choices = [f"I know it.\nAction: guess {pile}"]
        done, _ = env.step(rng.choice(choices))
        if done:
            break
    rewards, info = env.close()
    assert done
    assert sorted(rewards.values()) == [-1, 1]
    assert "has won" in info[0]["reason"]
    assert env.table.won


def test_nobody_sees_a_card_that_is_shown_to_another_player(arena: ModuleType) -> None:
    game = Game.clue(3, {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "net"]})
    env = arena.MystArenaGame(game)
    env.reset(num_players=3, seed=4)
    held = next(iter(env.table.deal[2]))
    asked = ", ".join(
        held if held in cards else cards[0] for _, cards in env.game.sorts
    )
    env.get_observation()
    env.step(f"Action: ask {asked}")
    while len(env.table.done) < 3:  # whoever has to choose a card shows one
        _, seen = env.get_observation()
        env.step(offered(seen)[0])
    shows = [event for event in env.table.done if event.key[0] == "shows"]
    assert len(shows) == 1
    _, by, to = shows[0].key
    third = next(i for i in (1, 2, 3) if i not in (by, to))
    told = [message for _, message, _ in env.state.observations[third - 1]]
    assert any("a card that you have not seen" in message for message in told)


def test_a_reply_that_cannot_be_read_is_asked_for_again_and_then_loses(
    arena: ModuleType,
) -> None:
    env = arena.MystArenaGame({"rules": "myst", "m": 1, "n": 1, "p": 3, "q": 1})
    env.reset(num_players=3, seed=1)
    env.get_observation()
    assert env.step("I pass")[0] is False
    player, seen = env.get_observation()
    assert player == 0
    assert "begins with 'Action:'" in seen[-1][1]
    assert env.step("Action: ask the moon")[0] is True
    rewards, info = env.close()
    assert rewards == {0: -1, 1: 1, 2: 1}
    assert info[0]["invalid_move"]


def test_a_game_that_takes_too_long_is_a_draw(arena: ModuleType) -> None:
    env = arena.MystArenaGame(Game.myst(1, 2, 2, 2), most=6)
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        _, seen = env.get_observation()
        quiet = [one for one in offered(seen) if "guess" not in one or "no" in one]
        done, _ = env.step(quiet[0])
    assert set(env.close()[0].values()) == {0}


def test_another_number_of_players_is_refused(arena: ModuleType) -> None:
    env = arena.MystArenaGame(Game.myst(1, 2, 2, 2))
    with pytest.raises(QueryError, match="a game of 2 players, not of 3"):
        env.reset(num_players=3)


def test_games_may_be_registered_twice(arena: ModuleType) -> None:
    arena.register()
    assert arena.ta.make("Myst-v0")
