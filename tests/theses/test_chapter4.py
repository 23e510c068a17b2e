"""Chapters 4 and 5: the verdicts, and that a broken statement gets another one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from mystpy.bits import mask_of
from mystpy.cli import cli
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.event import Event
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import Size, at_once, bounds, leader_value
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    any_card,
    certain,
    hand_of,
    likeliest,
    slow_and_steady,
    uniform,
)
from mystpy.theses.chapter4.s4_1 import chances, extension
from mystpy.theses.chapter4.s4_1.algorithm import AlgorithmGame
from mystpy.theses.chapter4.s4_2 import bluffs_told, first_move
from mystpy.theses.chapter4.s4_3 import left_out
from mystpy.theses.chapter4.sweep import swept
from tests.random_games import random_play

SAMPLE = Budget(scope="sample")


# ---- what is known: the public deals against the engine "worlds"


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(4))
def test_public_deals_say_what_the_worlds_say(seed: int) -> None:
    game = Game.myst(2, 2, 2, 2)
    history, deal = random_play(game, Random(seed), 16, wrong_guesses=0.3)
    players = TwoPlayerGame(game)
    now = players.start()
    for action in history.actions:
        now = players.after(now, action)[0]
    held = History(game, deal, history.actions)
    bit = 1 << players.frame.numbers[tuple(mask_of(hand, game) for hand in deal)]
    worlds = get_engine("worlds")
    for card, place in game.deck.items():
        fact = players.held(0, place)
        cases = {
            f"K(1, h(0,{card}))": now.known((1,), fact),
            f"K(2, h(0,{card}))": now.known((2,), fact),
            f"C([1,2], h(0,{card}))": now.common((1, 2), fact),
        }
        for text, where in cases.items():
            value = worlds.value(held, parse_formula(text, game)).value.value
            assert value == ("true" if where & bit else "false"), text


def test_renamed_situations_are_met_once() -> None:
    players = TwoPlayerGame(Game.myst(1, 1, 2, 3))
    steps = list(players.steps(guesses=False))
    assert {step.kind for step in steps} == {"shows"}
    assert len(steps) == 4


# ---- statements that are broken on purpose


def test_a_check_that_looks_at_nothing_is_open() -> None:
    learns = bluffs_told.learns_by_bluff
    result = swept(SAMPLE, 3, learns, fits=lambda game: False)
    assert result.verdict is Verdict.OPEN


def own_first(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Always name the first own card, and others at random."""
    first = min(hand_of(seen))
    return uniform(q for q in seen.game.questions() if first in q)


def test_questions_that_favour_a_card_of_the_poser_tell_of_it() -> None:
    broken = chances.even(
        SAMPLE,
        5,
        own_first,
        AlgorithmGame,
    )
    assert broken.verdict is Verdict.FALSE


def test_with_fewer_questions_the_bound_does_not_hold() -> None:
    one_less = extension.compared(
        SAMPLE,
        extension.smaller,
        lambda needed, game: needed < extension.last(game),
    )
    assert one_less.verdict is Verdict.FALSE


def test_the_odds_of_lemma_4_2_are_those_of_the_engine() -> None:
    game = Game.myst(1, 2, 2, 4)
    said = ["asks(1,{s1,s2,s3,s4})", "yes(2)", "shows(2,1,s3)"]
    history = History.make(game, {1: ["s1", "s2"]}, said)
    shares = get_engine("worlds").weighted_odds(history, 1)
    likely = chances.posterior(game, frozenset(game.cards[:4]), "s3")
    for hand, chance in likely.items():
        (pile,) = set(game.cards[2:]) - hand
        assert shares[0][pile] == chance


# ---- values of strategies


def test_a_guess_without_a_useful_question_is_right_in_one_of_three() -> None:
    plan = GameStrategy((lambda seen: uniform([hand_of(seen)]),), (likeliest,))
    assert BestResponse(Game.myst(2, 1, 2, 1), 1, plan).value() == Fraction(1, 3)


def test_a_player_who_knows_the_pile_wins() -> None:
    game = Game.myst(1, 1, 2, 3)
    plan = GameStrategy((lambda seen: uniform(game.questions()),), (certain,))
    assert BestResponse(game, 1, plan).value() == 1
    assert BestResponse(game, 2, plan).value() == 0


@pytest.mark.parametrize("size", [(1, 1, 1), (2, 1, 1), (2, 1, 2), (1, 2, 2)])
def test_asking_once_and_guessing_wins_as_often_as_it_is_counted(
    size: Size,
) -> None:
    found = bounds(size)
    assert found.lower == found.upper == at_once(size)


def test_theorem_4_1_fails_with_one_card_in_the_pile_and_two_each() -> None:
    steady = slow_and_steady(any_card)
    assert leader_value((1, 2, 4), 1, steady) == Fraction(1, 3)
    assert bounds((1, 2, 4)).lower == Fraction(2, 3)


def test_a_wrong_count_of_guesses_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_move, "at_once", lambda size: Fraction(1, 2))
    assert first_move.enough(SAMPLE).verdict is Verdict.FALSE


def test_a_round_of_own_cards_changes_nothing() -> None:
    first, *later = extension.rounds((1, 1, 1), 3)
    for state in later:
        assert (state.system_state, state.full) == (first.system_state, first.full)


class AnyGuess(left_out.SincereGuessGame):
    """The same walk where a guess tells only that the pile is another one."""

    def done(self, state: EpistemicState, event: Event) -> list[EpistemicState]:
        return TwoPlayerGame.done(self, state, event)


def test_guesses_that_may_be_insincere_break_theorem_4_3() -> None:
    broken = left_out.sincere_in_common(SAMPLE, AnyGuess)
    assert broken.verdict is Verdict.FALSE
    assert broken.counterexample is not None


def test_where_g_is_at_least_one_half_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = first_move.enough(SAMPLE)
    assert right.verdict is Verdict.PROVED
    monkeypatch.setattr(first_move, "half_is_said", lambda size: size[1] == 1)
    assert first_move.enough(SAMPLE).verdict is Verdict.FALSE


def test_what_has_values_only_is_said_to_have_nothing_to_replay(
    tmp_path: Path,
) -> None:
    words = ["theorem", "bound-4.1-upper", "--sample", "--save", str(tmp_path)]
    result = CliRunner().invoke(cli, words)
    said = " ".join(result.stderr.split())
    assert (
        "nothing to replay: the counterexample of bound-4.1-upper-reading-1 has values"
        ", and no history"
    ) in said
    assert [path.stem for path in tmp_path.iterdir()] == ["bound-4.1-upper-reading-3"]
