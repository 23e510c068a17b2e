"""States drawn from an information set: uniform, consistent, and used by ISMCTS."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from mystpy.env import spiel_game
from mystpy.env.resampling import draw_game_state, holders_of, rng_from
from mystpy.env.spiel import SpielGame, SpielState
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from tests.engines.situations import GAMES

SMALL = (
    Game.myst(2, 1, 2, 1),
    Game.myst(1, 1, 3, 2),
    Game.clue(2, {"who": ["a", "b", "c"], "where": ["x", "y", "z"]}),
    Game.generalized_clue(1, 1, 3, 2),
)


def some_game(game: Game, rng: Random, actions: int) -> GameState:
    """Return a game played at random for `actions` actions, or until it was over."""
    table = GameState(game, random_deal(game, rng))
    for _ in range(actions):
        possible = list(table.events())
        if not possible:
            break
        table.do(rng.choice(possible))
    return table


def fitting_deals(seen: InformationState) -> set[tuple[int, ...]]:
    """Return the consistent deals, by playing each of them: a second method."""
    game, found = seen.game, set()
    for holders in product(range(game.p + 1), repeat=game.c):
        if any(holders.count(k) != size for k, size in enumerate(game.sizes)):
            continue
        deal = [
            {x for x, k in zip(game.cards, holders, strict=True) if k == h}
            for h in range(game.p + 1)
        ]
        if game.guess_fault(deal[0]):
            continue
        start = GameState(game, deal)
        if start.hands[seen.player] == seen.hand and _may_be(start, seen):
            found.add(holders)
    return found


def _may_be(table: GameState, seen: InformationState) -> bool:
    """Return whether some actions in a game give the player these observations."""
    if InformationState.at(table, seen.player) == seen:
        return True
    number = len(table.done)
    if number == len(seen.events):
        return False
    for event in table.events():
        twin = table.copy()
        twin.do(event)
        now = InformationState.at(twin, seen.player)
        same = now.events[-1] == seen.events[number]
        if same and _may_be(twin, seen):
            return True
    return False


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_deal_that_fits_is_drawn_and_all_equally_often(game: Game) -> None:
    """Each number of draws is within five standard deviations of the mean."""
    rng = Random(7)
    for _ in range(4):
        table = some_game(game, rng, 9)
        for player in range(1, game.p + 1):
            seen = InformationState.at(table, player)
            fitting = fitting_deals(seen)
            draws = 60 * len(fitting)
            counts = Counter(
                tuple(holders_of(draw_game_state(seen, rng))) for _ in range(draws)
            )
            assert set(counts) == fitting
            assert tuple(holders_of(table)) in fitting
            deviation = (60 * (1 - 1 / len(fitting))) ** 0.5
            assert all(abs(n - 60) <= 5 * deviation + 1e-9 for n in counts.values())


@pytest.mark.parametrize("game", [*GAMES[:4], Game.clue(3)], ids=repr)
def test_a_drawn_state_is_the_same_to_the_player(game: Game) -> None:
    found, rng = spiel_game(game, turns=4), Random(11)
    for _ in range(3):
        state = found.new_initial_state()
        for _ in range(game.c + rng.randrange(12)):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        for player in range(game.p):
            drawn = state.resample_from_infostate(player, rng.random)
            text = state.information_state_string(player)
            assert drawn.information_state_string(player) == text
            assert drawn.current_player() == state.current_player()
            assert drawn.move_number() == state.move_number()
            if state.current_player() == player:
                assert drawn.legal_actions() == state.legal_actions()


def test_while_cards_are_dealt_all_of_them_are_drawn_anew() -> None:
    found, rng = spiel_game(Game.myst(1, 1, 2, 1), turns=1), Random(3)
    state = found.new_initial_state()
    state.apply_action(1)
    drawn = Counter(
        str(state.resample_from_infostate(0, rng.random)) for _ in range(300)
    )
    assert set(drawn) == {"0", "1", "2"}
    assert min(drawn.values()) > 60


def test_the_same_numbers_draw_the_same_state() -> None:
    found, rng = spiel_game(Game.clue(3), turns=3), Random(5)
    state = found.new_initial_state()
    while state.move_number() < 24:
        state.apply_action(rng.choice(state.legal_actions()))
    drawn = [str(state.resample_from_infostate(0, Random(k).random)) for k in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    values = iter([0.0, 1 - 2**-53])
    assert rng_from(lambda: next(values)).random() == Random(2**53 - 1).random()


def ismcts_bot(game: SpielGame, seed: int, simulations: int) -> ismcts.ISMCTSBot:
    """Return the bot of OpenSpiel with random rollouts."""
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=rng)
    # The sampler of OpenSpiel takes its seed from the clock.
    bot.set_resampler(lambda at, player: at.resample_from_infostate(player, rng.rand))
    return bot


def returns(game: SpielGame, seed: int, simulations: int, seat: int) -> list[float]:
    """Return the payoff of the bot in a seat, with random players in the others."""
    rng, bot = Random(seed), ismcts_bot(game, seed, simulations)
    state: SpielState = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == seat:
            state.apply_action(bot.step(state))
        elif state.is_chance_node():
            holders, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(holders, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    found: list[float] = state.returns()
    return found


def test_the_ismcts_of_the_library_plays_and_wins_against_a_random_player() -> None:
    """Over 400 games two random players get 0.08 a game in these seats."""
    game = spiel_game(Game.myst(2, 1, 2, 1), turns=6)
    total = sum(returns(game, seed, 60, seed % 2)[seed % 2] for seed in range(16))
    assert total >= 5
    assert len({tuple(returns(game, 4, 60, 0)) for _ in range(6)}) == 1


def test_the_ismcts_of_the_library_plays_clue() -> None:
    game = spiel_game(Game.clue(3), turns=3)
    assert sum(returns(game, 1, 8, 0)) == pytest.approx(0)
