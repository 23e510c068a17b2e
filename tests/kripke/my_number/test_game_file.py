"""One game as a puzzle: the engine of puzzles against the list of all worlds."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import PLAYERS, QUESTIONS, Magic, board
from mystpy.kripke.my_number.experiment import Simulation
from mystpy.kripke.my_number.game_file import (
    GameMoment,
    NumberGame,
    game_file,
    question_expression,
    read_boards,
    read_deck,
)
from mystpy.kripke.my_number.play_condition import Choice, PlayCondition
from mystpy.kripke.puzzles.expressions import compute
from mystpy.kripke.puzzles.puzzle_file import read_puzzle
from mystpy.kripke.puzzles.solution import solve


def game_of(random: Random, magic: Magic) -> NumberGame:
    deck = list(range(len(QUESTIONS)))
    random.shuffle(deck)
    return NumberGame(random.choice(board().states), tuple(deck), magic)


def left_after(moments: list[GameMoment], magic: Magic) -> list[int]:
    """Return how many worlds are left after each step of the puzzle's solution."""
    if magic is not Magic.ONCE:
        return [moment.worlds for moment in moments]
    found = []
    for place, moment in enumerate(moments):
        found.append(moment.worlds)
        after = moments[place + 1 : place + 2]
        # A pass of which nobody learns anything is a step, too.
        if not (moment.passes or moment.winners or (after and after[0].passes)):
            found.append(moment.worlds)
    return found


@pytest.mark.parametrize("magic", list(Magic))
def test_a_game_is_the_same_in_both_engines(magic: Magic) -> None:
    random = Random(f"{magic}")
    for _ in range(6):
        game = game_of(random, magic)
        moments = list(game.moments())
        solution = solve(read_puzzle(game_file(game), "a game"))
        assert solution.worlds == 7560
        found = [step.after for step in solution.steps]
        assert found == left_after(moments, magic)
        winners = [str(winner) for winner in moments[-1].winners]
        assert solution.answers[0].value == winners
        assert solution.answers[0].right


@pytest.mark.parametrize("magic", list(Magic))
def test_its_end_is_that_of_the_experiment(magic: Magic) -> None:
    random = Random(f"end {magic}")
    table = Simulation(board(), PlayCondition(magic, Choice.STANDARD))
    for _ in range(20):
        game = game_of(random, magic)
        *_, last = game.moments()
        ending = table.play(board().states.index(game.truth), game.deck)
        assert (last.turn + 1, last.winners) == (ending.turns, ending.winners)


def test_questions_are_the_same_as_expressions() -> None:
    columns = {
        f"{name}({p + 1})": np.array([state[p][place] for state in board().states])
        for (place, name), p in product(enumerate(("low", "high")), PLAYERS)
    }
    for question, mover in product(range(len(QUESTIONS)), PLAYERS):
        found = compute(question_expression(question, mover), columns, {})
        assert (found == board().answers[mover, question]).all(), (question, mover)


def test_boards_and_decks_are_read() -> None:
    assert read_boards("62,39 58") == ((2, 6), (3, 9), (5, 8))
    assert read_deck("2, 9 14") == (1, 8, 13)
    for text in ("", "26 39", "26 39 52", "20 39 58"):
        with pytest.raises(ModelError, match="not three boards"):
            read_boards(text)
    for text in ("", "0", "19", "2,2", "two"):
        with pytest.raises(ModelError, match="not questions"):
            read_deck(text)
