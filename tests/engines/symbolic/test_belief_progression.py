"""A position that is progressed equals that of the whole history."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mystpy.engines import get_engine
from mystpy.engines.symbolic.belief_progression import KEPT, BeliefProgression
from mystpy.engines.symbolic.engine import SymbolicEngine
from mystpy.engines.symbolic.grid.grid import view
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.history.actions import Guess
from mystpy.history.given_hands import Hands
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.play.game_state import Deal
from mystpy.questions.why import why
from mystpy.views import given_cards, seen_by
from tests.engines.situations import GAMES
from tests.engines.symbolic.views import seeds
from tests.random_games import random_play


def dealt(game: Game, deal: Deal, rng: Random) -> Hands:
    """Return some of the hands."""
    return tuple(deal[k] if rng.random() < 0.4 else None for k in game.holders)


def check(position: BeliefProgression, history: History) -> None:
    """Compare everything with the results for the whole history."""
    assert position.history == history
    assert position.given == given_cards(history)
    assert position.constraint_sets == constraint_sets(history)
    for constraints in position.constraint_sets:
        for player in (None, *history.game.holders[1:]):
            assert position.view(constraints, player) == view(
                constraints, given_cards(history), player
            )


@pytest.mark.parametrize("seed", seeds(20, 200))
def test_games_are_followed_looked_back_on_and_played_otherwise(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(GAMES)
    for _ in range(3):
        played, deal = random_play(game, rng, 25, wrong_guesses=0.3, right_guesses=0.1)
        history = History(game, dealt(game, deal, rng), played.actions)
        if rng.random() < 0.5:
            history = seen_by(history, rng.choice(game.holders[1:]))
        step = 0
        while step < len(history):
            step = min(len(history), step + rng.randint(1, 3))
            check(BeliefProgression.of(history.prefix(step)), history.prefix(step))
            if rng.random() < 0.3:
                step -= rng.randint(0, step)
                check(BeliefProgression.of(history.prefix(step)), history.prefix(step))
        assert len(BeliefProgression._late) <= KEPT


@pytest.mark.parametrize("seed", seeds(5, 50))
def test_a_position_goes_on_by_actions(seed: int) -> None:
    rng = Random(seed)
    history, _ = random_play(rng.choice(GAMES), rng, 25, wrong_guesses=0.3)
    position = BeliefProgression.of(history.prefix(0))
    for action in history.actions:
        before, position = position, position.then(action)
        assert len(before.history) == len(position.history) - 1
    check(position, history)
    assert (
        BeliefProgression.of(history.prefix(0)).then(*history.actions).constraint_sets
        == position.constraint_sets
    )


def test_a_guess_leaves_two_laws_and_the_next_action_one() -> None:
    game = Game.myst(m=1, n=1, p=2, q=1)
    asked = "asks(1,{s2}) no(2) guess(1,{s1})"
    for text, outcomes in (
        (asked, ["wrong", "right"]),
        (f"{asked} endturn(1)", ["none"]),
    ):
        history = History.make(game, {}, text)
        check(BeliefProgression.of(history), history)
        assert [
            constraints.outcome
            for constraints in BeliefProgression.of(history).constraint_sets
        ] == outcomes
    assert isinstance(history.actions[-2], Guess)


@pytest.mark.parametrize(
    ("done", "next_one"),
    [("", "no(2)"), ("asks(1,{s2}) no(2)", "no(2)"), ("asks(1,{s2})", "asks(2,{s1})")],
)
def test_what_can_never_be_done_leaves_no_law_then_or_later(
    done: str, next_one: str
) -> None:
    history = History.make(Game.myst(m=1, n=1, p=2, q=1), {}, done)
    assert BeliefProgression.of(history).constraint_sets
    for _ in range(2):
        history = history.then(next_one)
        with pytest.raises(NoWorldFits):
            constraint_sets(history)
        with pytest.raises(NoWorldFits):
            _ = BeliefProgression.of(history).constraint_sets


def test_a_card_that_was_not_asked_for_cannot_have_been_shown() -> None:
    game = Game.myst(m=1, n=1, p=3, q=2)
    shown = "asks(1,{s1,s2}) yes(2) shows(2,1,%s)"
    assert BeliefProgression.of(History.make(game, {}, shown % "s2")).constraint_sets
    with pytest.raises(NoWorldFits):
        _ = BeliefProgression.of(History.make(game, {}, shown % "s3")).constraint_sets


def test_equal_actions_read_anew_are_the_same_position() -> None:
    game = Game.clue(3)
    texts = "asks(1,{plum,rope,hall}) no(2)", "yes(3)"
    one, other = (History.make(game, {}, list(texts)) for _ in range(2))
    assert BeliefProgression.of(one) is BeliefProgression.of(other)
    with_a_hand = History.make(game, {1: game.cards[:6]}, list(texts))
    assert BeliefProgression.of(with_a_hand).given != BeliefProgression.of(one).given


def test_why_enters_the_law_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.clue(3)
    hand = ["plum", "white", "candlestick", "kitchen", "ballroom", "conservatory"]
    text = "asks(1,{scarlett,rope,hall}) no(2) no(3) noguess(1) endturn(1)"
    history = History.make(game, {1: hand}, text)
    read: list[PublicConstraints] = []
    made = PublicConstraints.__init__

    def init(self: PublicConstraints, *args: Any) -> None:
        made(self, *args)
        read.append(self)

    monkeypatch.setattr(PublicConstraints, "__init__", init)
    monkeypatch.setattr(BeliefProgression, "_late", ())
    formula = parse_formula("K(1,h(0,rope))", game)
    assert why(history, formula, get_engine("asp")).because
    assert len(read) == 1


@pytest.mark.parametrize("seed", seeds(5, 60))
def test_grids_of_all_seats_are_those_of_an_engine_that_saw_nothing_before(
    seed: int,
) -> None:
    rng = Random(seed)
    game = rng.choice([*GAMES, Game.clue(3)])
    played, deal = random_play(game, rng, 16, wrong_guesses=0.3)
    engine = SymbolicEngine()
    for step in range(len(played) + 1):
        history = History(game, deal, played.actions[:step])
        player = rng.choice(game.holders[1:])
        whole = seen_by(history, player) if rng.random() < 0.7 else history
        assert engine.cells(whole, player) == SymbolicEngine().cells(whole, player)
        assert engine.cells(whole, None) == SymbolicEngine().cells(whole, None)
        position = BeliefProgression.of(whole)
        for constraints in (
            position.constraint_sets if len(position.constraint_sets) == 1 else ()
        ):
            same = position.view(constraints, player) is position.view(
                constraints, None
            )
            assert same == (seen_by(whole, player) == whole)
