"""The game of OpenSpiel: its own tests, chances, information states, and CFR."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from mystpy.env import spiel_game
from mystpy.env.spiel import SpielGame, SpielState
from mystpy.errors import GameError, QueryError
from mystpy.game.game import Game
from mystpy.play.dealing import chances, deal_of
from mystpy.play.game_state import Deal, GameState
from mystpy.play.information_state import InformationState
from mystpy.solve.best_response import BestResponse
from mystpy.solve.strategies import one_shot
from tests.engines.situations import GAMES
from tests.env.alike import unlike

TINY = Game.myst(1, 1, 2, 1)
PAIRS = Game.clue(2, {"who": ["a", "b", "c"], "where": ["x", "y", "z"]})


@pytest.mark.parametrize("grid", [False, True])
@pytest.mark.parametrize("game", [*GAMES[:4], Game.clue(3)], ids=repr)
def test_random_games_pass_the_tests_of_the_library(game: Game, grid: bool) -> None:
    found = spiel_game(game, turns=3, grid=grid)
    pyspiel.random_sim_test(found, num_sims=2, serialize=True, verbose=False)
    state, rng = found.new_initial_state(), Random(0)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.move_number() <= game.c + found.max_game_length()
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("game", [TINY, PAIRS, Game.myst(2, 1, 3, 2)], ids=repr)
def test_every_deal_is_dealt_and_is_as_likely_as_the_others(game: Game) -> None:
    def ways(
        dealt: tuple[int, ...], chance: Fraction
    ) -> Iterator[tuple[Deal, Fraction]]:
        if len(dealt) == game.c:
            yield deal_of(game, dealt), chance
            return
        shares = chances(game, dealt)
        assert sum(shares.values()) == 1
        for holder, share in shares.items():
            yield from ways((*dealt, holder), chance * share)

    deals = dict(ways((), Fraction(1)))
    assert set(deals.values()) == {Fraction(1, game.deal_count())}
    assert len(deals) == game.deal_count()
    assert all(GameState(game, deal) for deal in deals)


def states(state: SpielState) -> Iterator[SpielState]:
    """Yield the states of a game in which cards are dealt, and those that follow."""
    if state.table:
        yield state
    for action in [] if state.is_terminal() else state.legal_actions():
        yield from states(state.child(action))


def test_information_states_are_what_players_have_seen() -> None:
    """In the whole tree: one text for what is the same, another for what is not."""
    seen: dict[str, InformationState] = {}
    offered: dict[str, list[int]] = {}
    met: Counter[str] = Counter()
    for state in states(spiel_game(TINY, turns=2).new_initial_state()):
        assert state.table
        for player in (0, 1):
            text = state.information_state_string(player)
            mine = InformationState.at(state.table, player + 1)
            assert seen.setdefault(text, mine) == mine
            if player == state.current_player():
                met[text] += 1
                legal = state.legal_actions()
                assert offered.setdefault(text, legal) == legal
    assert len(set(seen.values())) == len(seen)
    assert max(met.values()) > 1, "some states cannot be told apart"


def at(game: SpielGame, table: GameState) -> SpielState:
    """The state in which a table is."""
    state = game.new_initial_state()
    for card in table.game.cards:
        (holder,) = (k for k, hand in enumerate(table.deal) if card in hand)
        state.apply_action(holder)
    for event in table.done:
        state.apply_action(game.numbering.number(event))
    return state


@pytest.mark.parametrize("game", GAMES[:4], ids=repr)
def test_nothing_leaks_that_was_not_seen(game: Game) -> None:
    found = spiel_game(game, turns=20, grid=True)
    for table, other, player in unlike(game, Random(4), 8):
        views: list[tuple[Any, ...]] = []
        for state in (at(found, table), at(found, other)):
            views.append(
                (
                    state.information_state_string(player - 1),
                    state.information_state_tensor(player - 1),
                    state.observation_string(player - 1),
                    state.observation_tensor(player - 1),
                )
            )
        assert views[0] == views[1]


def test_while_cards_are_dealt_nobody_sees_anything() -> None:
    state = spiel_game(TINY, turns=1).new_initial_state()
    texts = []
    for holder in (1, 2):
        state.apply_action(holder)
        texts.append(state.information_state_string(0))
        assert not np.any(state.information_state_tensor(0))
    assert len(set(texts)) == 1
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "s3 to 0"


def test_the_winner_gets_what_the_others_pay_and_nobody_anything_if_nobody_wins() -> (
    None
):
    found = spiel_game(Game.myst(1, 1, 3, 1), turns=1)
    ended = [s for s in states(found.new_initial_state()) if s.is_terminal()]
    assert {tuple(s.returns()) for s in ended} == {(1.0, -0.5, -0.5), (0.0, 0.0, 0.0)}
    for state in ended:
        assert state.table
        outcome = state.table.outcome
        assert (state.returns()[0] == 1) == (
            outcome is not None and outcome.winner == 1
        )


@pytest.mark.parametrize(
    ("game", "worth"),
    [
        (TINY, 1),
        (Game.myst(2, 1, 2, 1), 2 / 3),
        pytest.param(Game.myst(1, 2, 2, 2), 2 / 3, marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_one_turn_is_worth_what_the_best_strategy_for_it_is(
    game: Game, worth: float
) -> None:
    """Two ways to compute it; whoever guesses wrong at once loses in the other."""
    found = spiel_game(game, turns=1)
    other = pyspiel.UniformRandomPolicy(found)
    best = pyspiel.TabularBestResponse(found, 0, other)
    value = best.value_from_state(found.new_initial_state())
    assert value == pytest.approx(worth)
    asked = range(1, game.q + 1)
    assert worth == pytest.approx(
        float(max(BestResponse(game, 1, one_shot(k)).value() for k in asked))
    )


def cfr(game: Game, steps: tuple[int, ...]) -> list[float]:
    """How exploitable what CFR has found is, after each of some numbers of steps."""
    found = spiel_game(game, turns=2)
    solver = pyspiel.CFRSolver(found)
    values = []
    for number in range(1, max(steps) + 1):
        solver.evaluate_and_update_policy()
        if number in steps:
            values.append(pyspiel.exploitability(found, solver.average_policy()))
    return values


def test_cfr_finds_what_is_ever_less_exploitable() -> None:
    first, last = cfr(TINY, (1, 4))
    assert first > 2 * last > 0


@pytest.mark.slow
def test_cfr_runs_on_the_game_of_the_thesis_with_two_hidden_cards() -> None:
    first, later, last = cfr(Game.myst(2, 1, 2, 1), (1, 3, 6))
    assert first > later > last > 0


def test_the_game_is_registered_under_its_name() -> None:
    found = pyspiel.load_game("mystpy(m=1,n=2,p=3,q=2,turns=4)")
    assert found.num_players() == 3
    assert found.max_game_length() == 4 * found.numbering.longest_turn
    assert found.rules == Game.myst(1, 2, 3, 2)
    named = Game.clue(players=["ann", "bob"], sorts={"who": ["x", "y", "z"]})
    again = pyspiel.load_game(str(spiel_game(named, turns=5)))
    assert (again.rules, again.turns) == (named, 5)


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(GameError, match="m = 0"):
        pyspiel.load_game("mystpy(m=0)")
    with pytest.raises(QueryError, match="not a game object"):
        pyspiel.load_game("mystpy(game=clue)")
    with pytest.raises(QueryError, match="turns = 0"):
        spiel_game(TINY, turns=0)
    public = pyspiel.IIGObservationType(
        perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(QueryError, match="all that he sees"):
        spiel_game(TINY, turns=1).make_py_observer(public)


def test_without_the_library_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(QueryError, match="pyspiel is not installed") as caught:
        spiel_game(TINY, turns=1)
    assert caught.value.hint == "pip install 'mystpy[spiel]'"
