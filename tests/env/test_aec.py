"""The environment of PettingZoo: its own tests, masks, rewards, and what leaks."""

from __future__ import annotations

import sys
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from mystpy.bits import mask_of
from mystpy.env import zoo_env
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import Deal, GameState
from mystpy.situations.event import Event
from tests.env.alike import GAMES, unlike

TINY = Game.myst(1, 1, 2, 1)
DEAL: Deal = tuple(frozenset([x]) for x in TINY.cards)
OURS = [
    # Where there is a mask an observation is a Dict, as in the library's own games.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
]


@pytest.mark.filterwarnings(*OURS)
@pytest.mark.parametrize("grid", [False, True])
@pytest.mark.parametrize("game", [*GAMES[:4], Game.clue(3)], ids=repr)
def test_the_tests_of_the_library_pass(
    game: Game, grid: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(zoo_env(game, turns=20, grid=grid), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: zoo_env(game, turns=20, grid=grid), num_cycles=20)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_mask_has_what_the_table_offers(game: Game) -> None:
    env, rng = zoo_env(game, turns=12), Random(5)
    for seed in range(2):
        env.reset(seed=seed)
        table = GameState(game, env.episode.table.deal)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                assert not observation["action_mask"].any()
                env.step(None)
                continue
            numbers = np.flatnonzero(observation["action_mask"])
            player = env.possible_agents.index(agent) + 1
            found = [env.numbering.event(player, int(k)) for k in numbers]
            assert set(found) == set(table.events())
            assert len(found) == len(set(found))
            others = (other for other in env.agents if other != agent)
            assert not any(env.observe(x)["action_mask"].any() for x in others)
            event = rng.choice(found)
            env.step(env.numbering.number(event))
            table.do(event)
        assert table.outcome is not None or not env.episode.turns


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_nothing_leaks_that_was_not_seen(game: Game) -> None:
    env = zoo_env(game, grid=True)
    for table, other, player in unlike(game, Random(3), 10):
        agent = env.possible_agents[player - 1]
        found = []
        for each in (table, other):
            env.reset(seed=0, options={"deal": each.deal})
            for event in each.done:
                env.step(env.numbering.number(event))
            found.append(env.observe(agent))
        first, second = found
        assert np.array_equal(first["observation"], second["observation"])
        assert np.array_equal(first["action_mask"], second["action_mask"])


@pytest.mark.parametrize("game", GAMES[:5], ids=repr)
def test_the_grid_is_carried_on_as_it_would_be_found_anew(game: Game) -> None:
    env, rng = zoo_env(game, turns=8, grid=True), Random(6)
    env.reset(seed=6)
    while not env.episode.over:
        agents = [agent for agent in env.agents if rng.random() < 0.5]
        for agent in (env.agent_selection, *agents):
            player = env.possible_agents.index(agent) + 1
            anew, parts = env.features.blank(np.int8)
            env.features.write(env.episode.table, player, parts)
            assert np.array_equal(env.observe(agent)["observation"], anew)
        env.step(rng.choice(env.episode.legal))


def test_the_winner_gets_what_the_others_pay() -> None:
    env = zoo_env(TINY)
    env.reset(options={"deal": DEAL})
    for event in (Event(("asks", 1), 0b001), Event(("no", 2))):
        env.step(env.numbering.number(event))
    assert set(env.rewards.values()) == {0.0}
    env.step(env.numbering.number(Event(("guess", 1), mask_of(DEAL[0], TINY))))
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.render() == "asks(1,{s1}) no(2) guess(1,{s1})"


def test_a_game_without_end_is_cut_off() -> None:
    env = zoo_env(TINY, turns=3)
    env.reset(options={"deal": DEAL})
    while not any(env.truncations.values()):
        turn = env.episode.player
        kinds = {env.numbering.event(turn, k).key[0]: k for k in env.episode.legal}
        env.step(kinds.get("noguess", min(kinds.values())))
    assert env.render().count("endturn") == 3
    assert set(env.rewards.values()) == {0.0}
    assert not any(env.terminations.values())


def test_deals_are_those_of_the_seed() -> None:
    env = zoo_env(Game.clue(4))
    drawn = []
    for seed in (1, None, 1, None, 2):
        env.reset(seed=seed)
        drawn.append(env.episode.table.deal)
    assert drawn[:2] == drawn[2:4]
    assert len(set(drawn)) == 3


def test_what_is_not_possible_is_refused_with_its_axiom() -> None:
    env = zoo_env(TINY)
    env.reset(options={"deal": DEAL})
    with pytest.raises(IllegalActionError) as caught:
        env.step(env.numbering.number(Event(("endturn", 1))))
    assert caught.value.axiom
    with pytest.raises(QueryError, match="there is no action"):
        env.step(10_000)
    with pytest.raises(QueryError, match="turns = 0"):
        zoo_env(TINY, turns=0)


def test_without_the_library_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(QueryError, match="pettingzoo is not installed") as caught:
        zoo_env(TINY)
    assert caught.value.hint == "pip install 'mystpy[zoo]'"
