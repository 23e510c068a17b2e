"""The player in turn, as in table notes, checked against the axioms in whole games."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, EndTurn, Guess, NoGuess
from mystpy.history.table.turn_state import TurnState, respondents
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event
from mystpy.situations.public_steps import incp
from tests.random_games import patterns, play_through, random_play

ANSWERS = {"ansphase", "showphase"}
GAMES = (
    Game.myst(1, 1, 2, 1),
    Game.myst(2, 1, 4, 2),
    Game.clue(3),
    Game.clue(5, board=True),
)


def played(game: Game, number: int) -> GameState:
    """The end of a random game in which several players guess wrong."""
    history, deal = random_play(
        game, Random(number), 150, wrong_guesses=0.3, right_guesses=0
    )
    return play_through(game, deal, history.actions)


def asks_after(play: GameState, actions: list[Action]) -> set[int]:
    """Return the players that may ask after some actions, all of them possible."""
    for action in actions:
        play.do(Event.of(action, play.game))
    found = {a.player for a in patterns(play) if isinstance(a, Asks)}
    for _ in actions:
        play.undo()
    return found


def next_poser(play: GameState) -> int | None:
    """Return the next asker if nobody guesses; None while answers are missing."""
    done = 0
    while not any(isinstance(a, Asks) for a in patterns(play)):
        ends = [a for a in patterns(play) if isinstance(a, NoGuess | EndTurn)]
        if not ends:
            break
        play.do(Event.of(ends[0], play.game))
        done += 1
    found = {a.player for a in patterns(play) if isinstance(a, Asks)}
    for _ in range(done):
        play.undo()
    return found.pop() if found else None


def agrees(course: TurnState, play: GameState) -> None:
    """Compare what is restated with what is possible."""
    state, possible = play.state, patterns(play)
    answering = {a.player for a in possible if ANSWERS.intersection(state.phases)}
    assert answering == {course.awaited} - {None}
    guesses = {a.player for a in possible if isinstance(a, Guess)}
    poser = next_poser(play)
    for player in range(1, play.game.p + 1):
        assert course.may_guess(player) is (player in guesses)
        if course.turn is not None:
            reached(course, play, player, poser)


def reached(course: TurnState, play: GameState, player: int, poser: int | None) -> None:
    """Go on to a player's turn, if it can come."""
    try:
        ahead = course.until(player)
    except QueryError:
        assert player != poser
    else:
        assert player == poser
        assert asks_after(play, ahead) == {player}
    try:
        passing = course.passing_until(player)
    except QueryError:
        assert course.awaited is not None or player not in play.state.still_in
        return
    assert player in play.state.still_in
    assert course.awaited is None
    if play.game.board or player == poser:
        assert asks_after(play, passing) == {player}


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("number", range(4))
def test_the_course_of_a_game_is_what_the_axioms_make_it(
    game: Game, number: int
) -> None:
    whole = played(game, number)
    actions = whole.history().actions
    play, course = GameState(game, whole.deal), TurnState(game)
    for action in actions:
        if not play.over:
            agrees(course, play)
        play.do(Event.of(action, play.game))
        course.follow(action)
    assert course.turn is not None


@pytest.mark.parametrize("p", [2, 3, 6])
def test_who_answers_is_who_comes_next(p: int) -> None:
    after = incp(p)
    for poser in range(1, p + 1):
        found = [poser, *respondents(poser, p)]
        assert found[1:] == [after[i] for i in found[:-1]]
        assert after[found[-1]] == poser
