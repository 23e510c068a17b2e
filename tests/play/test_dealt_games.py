"""Play with all cards on the table: pushing, popping, and playing at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from mystpy.bits import cards_of
from mystpy.engines.base import Verdict
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
)
from mystpy.history.history import History
from mystpy.play.dealing import random_deal, random_set
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event, action_of
from tests.random_games import count_ahead, count_histories, patterns, random_play

GAME = Game.myst(1, 1, 3, 2)
DEAL = (["s1"], ["s2"], ["s3"], ["s4"])
CLUE = Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]})


def asks(i: int, *cards: str) -> Asks:
    return Asks(i, frozenset(cards))


def guess(i: int, *cards: str) -> Guess:
    return Guess(i, frozenset(cards))


def do(play: GameState, action: Action) -> None:
    play.do(Event.of(action, play.game))


def actions_of(play: GameState) -> Iterator[Action]:
    """Yield every action that may be done now."""
    return (action_of(event, play.game) for event in play.events())


def every_action(game: Game) -> Iterator[Action]:
    """Yield every action of section 2.4, possible or not."""
    players = range(1, game.p + 1)
    for i in players:
        yield from (Asks(i, cards) for cards in game.questions())
        yield from (Guess(i, cards) for cards in game.guesses())
        yield from (No(i), Yes(i), NoGuess(i), EndTurn(i))
        yield from (Shows(i, j, x) for j in players for x in (*game.cards, None))


def test_a_turn_is_played_and_taken_back() -> None:
    play = GameState(GAME, DEAL)
    turn: list[Action] = [
        asks(1, "s1", "s4"),
        No(2),
        Yes(3),
        Shows(3, 1, "s4"),
        NoGuess(1),
        EndTurn(1),
    ]
    for action in turn:
        do(play, action)
    assert len(play.done) == 6
    assert play.state.turn == (2,)
    assert play.state.phases == ("askphase",)
    assert cards_of(play.question_mask, GAME) == frozenset({"s1", "s4"})
    assert play.history() == History.make(GAME, dict(enumerate(DEAL)), turn)
    assert [action_of(play.undo(), GAME) for _ in turn] == turn[::-1]
    assert play.state == GameState(GAME, DEAL).state
    assert play.state.turn == (1,)
    with pytest.raises(IndexError):
        play.undo()


def test_what_may_be_done_is_listed_as_patterns_and_one_by_one() -> None:
    play = GameState(GAME, DEAL)
    assert patterns(play) == (Asks(1, frozenset()),)
    assert set(actions_of(play)) == {Asks(1, q) for q in GAME.questions()}
    do(play, asks(1, "s3", "s4"))
    assert patterns(play) == tuple(actions_of(play)) == (Yes(2),)
    do(play, Yes(2))
    assert patterns(play) == (Shows(2, 1, "s3"),)
    do(play, Shows(2, 1, "s3"))
    assert patterns(play) == (Guess(1, frozenset()), NoGuess(1))
    assert len(tuple(actions_of(play))) == 5


def test_each_card_that_may_be_shown_is_listed() -> None:
    play = GameState(Game.myst(1, 2, 2, 3), (["s1"], ["s2", "s3"], ["s4", "s5"]))
    do(play, asks(1, "s1", "s4", "s5"))
    do(play, Yes(2))
    assert patterns(play) == (Shows(2, 1, "s4"), Shows(2, 1, "s5"))


@pytest.mark.parametrize("game", [GAME, CLUE], ids=["myst", "clue"])
def test_what_is_listed_is_just_what_can_be_pushed(game: Game) -> None:
    """Every action of section 2.4 is tried in every situation of a random game."""
    history, deal = random_play(game, Random(3), 60, wrong_guesses=0.3)
    play = GameState(game, deal)
    for action in (*history.actions, None):
        listed = set(actions_of(play))
        for tried in every_action(game):
            assert play.allows(Event.of(tried, game)) == (tried in listed), tried
        if action is not None:
            do(play, action)
    assert play.history().actions == history.actions


def test_an_action_that_is_not_possible_is_refused_with_its_axiom() -> None:
    play = GameState(GAME, DEAL)
    do(play, asks(1, "s3", "s4"))
    with pytest.raises(IllegalActionError) as caught:
        do(play, No(2))
    assert caught.value.step == 1
    assert caught.value.axiom == "2.16"
    assert caught.value.action == "no(2)"
    assert caught.value.failed == ("Q and S_2 are disjoint: player 2 holds s3",)
    assert len(play.done) == 1
    assert patterns(play) == (Yes(2),)


@pytest.mark.parametrize(
    "event",
    [
        Event(("asks", 1), 0b1),
        Event(("asks", 1), 0b1 | 1 << 9),
        Event(("asks", 4), 0b11),
        Event(("shows", 2, 1), 1 << 9),
    ],
    ids=str,
)
def test_an_action_of_another_game_is_refused(event: Event) -> None:
    play = GameState(GAME, DEAL)
    with pytest.raises(QueryError):
        play.do(event)
    assert len(play.done) == 0


def test_hands_that_are_no_deal_are_refused() -> None:
    with pytest.raises(QueryError):
        GameState(GAME, (["s1"], ["s2"], ["s3"], ["s3"]))
    with pytest.raises(QueryError):
        GameState(GAME, (["s1"], ["s2"], ["s3"]))


def test_a_right_guess_ends_the_game() -> None:
    play = GameState(GAME, DEAL)
    for action in (asks(1, "s1", "s2"), No(2), No(3), guess(1, "s1")):
        do(play, action)
    assert play.over
    assert patterns(play) == ()


def test_a_wrong_guess_does_not() -> None:
    play = GameState(GAME, DEAL)
    for action in (asks(1, "s1", "s2"), No(2), No(3), guess(1, "s3")):
        do(play, action)
    assert not play.over
    assert play.state.still_in == (2, 3)
    assert patterns(play) == (EndTurn(1),)


def test_the_game_ends_when_everybody_has_guessed_wrong() -> None:
    play = GameState(Game.myst(1, 1, 2, 1), (["s1"], ["s2"], ["s3"]))
    for i, j in ((1, 2), (2, 1)):
        for action in (asks(i, "s1"), No(j), guess(i, "s2")):
            do(play, action)
        if not play.over:
            do(play, EndTurn(i))
    assert play.over
    assert play.state.still_in == ()


def test_who_is_out_is_passed_over() -> None:
    play = GameState(Game.myst(1, 1, 2, 1), (["s1"], ["s2"], ["s3"]))
    for action in (asks(1, "s1"), No(2), guess(1, "s2"), EndTurn(1)):
        do(play, action)
    turn: list[Action] = [asks(2, "s1"), No(1), NoGuess(2), EndTurn(2)]
    for answered in turn:
        do(play, answered)
    assert play.state.turn == (1,)
    assert play.state.phases == ("endphase",)
    assert patterns(play) == (EndTurn(1),)


@pytest.mark.parametrize("game", [GAME, CLUE, Game.clue(4)], ids=["3", "clue", "clue4"])
def test_random_games_are_legal_and_have_all_kinds_of_actions(game: Game) -> None:
    kinds: Counter[type] = Counter()
    engine = WorldsEngine()
    rng = Random(1)
    for _ in range(40):
        history, deal = random_play(game, rng, 40, wrong_guesses=0.2, right_guesses=0.1)
        kinds.update(map(type, history.actions))
        full = History(game, deal, history.actions)
        assert engine.judge(full).verdict is Verdict.LEGAL
    assert set(kinds) == {Asks, No, Yes, Shows, Guess, NoGuess, EndTurn}


def test_a_random_game_is_the_same_for_the_same_seed() -> None:
    games = [random_play(GAME, Random(5), 50) for _ in range(2)]
    assert games[0] == games[1]
    assert random_play(GAME, Random(6), 50) != games[0]


def test_a_random_game_is_as_long_as_asked_for_unless_it_ends() -> None:
    history, deal = random_play(GAME, Random(2), 100, wrong_guesses=0, right_guesses=0)
    assert len(history) == 100
    history, deal = random_play(GAME, Random(2), 100, wrong_guesses=1, right_guesses=0)
    assert len(history) < 100
    play = GameState(GAME, deal)
    for action in history.actions:
        do(play, action)
    assert play.over


def test_random_deals_reach_all_deals_and_respect_the_sorts() -> None:
    rng = Random(0)
    assert len({random_deal(GAME, rng) for _ in range(600)}) == GAME.deal_count()
    clue = {random_deal(CLUE, rng) for _ in range(200)}
    assert len(clue) == CLUE.deal_count()
    assert all(CLUE.guess_fault(deal[0]) is None for deal in clue)
    sets = {random_set(CLUE, rng, 2) for _ in range(100)}
    assert sets == set(CLUE.questions())


def test_counting_goes_on_from_where_one_is() -> None:
    play = GameState(GAME, DEAL)
    do(play, asks(1, "s1", "s2"))
    assert count_ahead(play, 3) == [1, 1, 1, 5]
    assert len(play.done) == 1
    assert count_histories(GAME, DEAL, 1) == [1, 6]
