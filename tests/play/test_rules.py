"""Finished games of each rule set, legal in both languages, and who won them."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.engines.prolog.engine import PrologEngine
from mystpy.errors import IllegalActionError, MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Opens
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Knows, Not
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameOutcome, GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.questions.why import why
from mystpy.situations.event import Event
from tests.sampling import by_day

SORTS = {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}
RULES = {
    "myst": Game.myst(1, 1, 3, 2),
    "cards": Game.general(["sun", "moon", "star", "sky"], {0: 1, 1: 2, 2: 1}, q=1),
    "clue": Game.clue(3, SORTS),
    "board": Game.clue(3, SORTS, board=True),
    "speed": Game.clue(3, SORTS, speed=True),
    "generalized": Game.generalized_clue(1, 1, 3),
}


def finished(game: Game, rng: Random) -> GameState:
    """Return a table at which a game was played at random until it was over."""
    table = GameState(game, random_deal(game, rng))
    while legal_actions := table.legal_actions():
        event = any_of(rng.choice(legal_actions), game, rng)
        if event.key[0] == "guess" and rng.random() < 0.1:
            event = Event(event.key, table.hands[0])
        table.do(event)
    assert table.over
    return table


def assert_legal(table: GameState) -> None:
    """Hold a game to the axioms in both languages, whole and without its last action.

    By the definition of executable situations in Prolog, step by step, and by clingo.
    """
    history = table.history()
    prolog = get_engine("prolog")
    assert isinstance(prolog, PrologEngine)
    assert prolog.executable(history)
    for engine in (prolog, get_engine("asp")):
        assert engine.judge(history).verdict is Verdict.LEGAL
        assert engine.state(history).game_over
        assert not engine.state(history.prefix(len(history) - 1)).game_over
        assert not engine.possible(history)


@pytest.mark.parametrize("rules", RULES)
def test_finished_games_are_legal_in_both_languages(rules: str) -> None:
    for seed in range(by_day(20 // len(RULES) + 1, 4)):
        assert_legal(finished(RULES[rules], Random(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(20))
def test_very_many_finished_games_are_legal(rules: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        assert_legal(finished(RULES[rules], rng))


def guessing_wrong(table: GameState) -> None:
    """Let everybody guess wrong, until the game is over."""
    wrong = 1 << table.game.deck["ann"] | 1 << table.game.deck["axe"]
    assert table.hands[0] != wrong
    while legal_actions := table.legal_actions():
        keys = {legal.key[0]: legal for legal in legal_actions}
        legal = keys.get("guess") or legal_actions[0]
        event = any_of(legal, table.game, Random(1))
        table.do(Event(event.key, wrong) if "guess" in keys else event)


@pytest.mark.parametrize(
    ("speed", "outcome"), [(True, GameOutcome(3, (3,))), (False, GameOutcome(None, ()))]
)
def test_the_last_one_in_wins_in_speed_clue_only(
    speed: bool, outcome: GameOutcome
) -> None:
    game = Game.clue(3, SORTS, speed=speed)
    deal = tuple(map(frozenset, (["bob", "cap"], ["ann"], ["axe"], ["bow"])))
    table = GameState(game, deal)
    guessing_wrong(table)
    assert table.outcome == outcome


def test_in_speed_clue_a_wrong_accuser_answers_on() -> None:
    game = Game.clue(3, SORTS, speed=True)
    deal = tuple(map(frozenset, (["bob", "cap"], ["ann"], ["axe"], ["bow"])))
    table = GameState(game, deal)
    asked = 1 << game.deck["ann"] | 1 << game.deck["axe"]
    for event in (
        Event(("asks", 1), asked),
        Event(("yes", 2)),
        Event(("shows", 2, 1), 2**2),
    ):
        table.do(event)
    table.do(Event(("guess", 1), asked))
    table.do(Event(("endturn", 1)))
    assert 1 not in table.state.still_in
    for event in (Event(("asks", 2), asked), Event(("no", 3))):
        table.do(event)
    assert [legal.key for legal in table.legal_actions()] == [("yes", 1)]


def event(kind: str, *players: int, cards: int = 0) -> Event:
    return Event((kind, *players), cards)  # type: ignore[arg-type]


def generalized() -> GameState:
    """Return a table of three players with one card each; the pile is s4."""
    game = Game.generalized_clue(1, 1, 3)
    return GameState(game, tuple(map(frozenset, (["s4"], ["s1"], ["s2"], ["s3"]))))


def test_a_list_of_any_length_is_put_to_one_player_who_is_in() -> None:
    table = generalized()
    keys = [legal.key for legal in table.legal_actions()]
    assert keys == [("asks", 1, 2), ("asks", 1, 3), ("guess", 1)]
    for cards in (0b0100, 0b1111):
        table.do(event("asks", 1, 3, cards=cards))
        assert [legal.key for legal in table.legal_actions()] == [("yes", 3)]
        table.undo()
    for step in leaving(1, 0b0001):
        table.do(step)
    assert [legal.key for legal in table.legal_actions()] == [
        ("asks", 2, 3),
        ("guess", 2),
    ]


def leaving(player: int, hand: int, *, right: bool = False) -> list[Event]:
    """Return what is done when a player guesses, and leaves."""
    guess = event("guess", player, cards=0b1000 if right else 0b0010)
    result_event = event("right" if right else "wrong", player)
    opens = event("opens", player, cards=hand)
    return [guess, result_event, opens, event("endturn", player)]


def test_only_who_guessed_learns_the_result_and_everybody_sees_the_hand() -> None:
    table = generalized()
    for step in leaving(1, 0b0001):
        table.do(step)
    mine, other = InformationState.at(table, 1), InformationState.at(table, 2)
    assert event("wrong", 1) in mine.events
    assert event("told", 1) in other.events
    assert event("wrong", 1) not in other.events
    assert not mine.won
    assert not other.won
    assert not BeliefState.of(mine).may[0] & 0b0010
    assert BeliefState.of(other._replace(hand=0b0100)).may[0] & 0b0010
    assert BeliefState.of(other).sure[1] == 0b0001


def test_all_leave_and_the_first_right_guess_wins() -> None:
    table = generalized()
    for player, hand in ((1, 0b0001), (2, 0b0010), (3, 0b0100)):
        assert table.outcome is None
        for step in leaving(player, hand, right=player > 1)[: 4 - (player == 3)]:
            table.do(step)
    assert table.over
    assert table.outcome == GameOutcome(2, (), (2, 3))
    assert table.history().actions[-1] == Opens(3, frozenset({"s3"}))


@pytest.mark.parametrize(
    ("step", "axiom"),
    [
        (event("asks", 1, 1, cards=1), "G14"),
        (event("asks", 2, 1, cards=1), "G14"),
        (event("guess", 2, cards=1), "G18"),
        (event("right", 1), "G19"),
        (event("opens", 1, cards=1), "G22"),
    ],
)
def test_what_generalized_clue_does_not_allow(step: Event, axiom: str) -> None:
    with pytest.raises(IllegalActionError) as caught:
        generalized().do(step)
    assert caught.value.axiom == axiom
    table = generalized()
    table.do(event("guess", 1, cards=1))
    with pytest.raises(QueryError, match="told is for views"):
        table.do(event("told", 1))


def test_what_is_not_carried_is_refused() -> None:
    game = Game.generalized_clue(1, 1, 3)
    history = History.make(game, {1: ["s1"]}, "guess(1,{s4}) told(1)")
    with pytest.raises(QueryError, match="only who guessed was told"):
        why(history, Not(Knows(1, H(1, "s4"))), get_engine("asp"))
    with pytest.raises(QueryError, match="more than cards"):
        get_engine("sat").nested_cells(history, (1, 2))
    cells = [get_engine(x).nested_cells(history, (1, 2)) for x in ("asp", "worlds")]
    assert cells[0] == cells[1]
    with pytest.raises(MystError, match="one player, or a guess"):
        history.then("noguess(1)")
    with pytest.raises(MystError, match="no opens in this game"):
        History.make(Game.myst(1, 1, 2, 1), {}, "opens(1,{s1})")
