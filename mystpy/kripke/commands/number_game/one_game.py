"""One game of What is my number? as a puzzle, step by step."""

from __future__ import annotations

from mystpy.errors import QueryError
from mystpy.kripke.my_number.board import Magic, board
from mystpy.kripke.my_number.experiment import SEED, deals
from mystpy.kripke.my_number.game_file import (
    NumberGame,
    game_file,
    read_boards,
    read_deck,
)
from mystpy.kripke.puzzles.puzzle_file import Puzzle, read_puzzle


def text_of(
    boards: str,
    deck: str | None = None,
    epistemagic: str | None = None,
    seed: int | None = None,
) -> str:
    """Return the puzzle file of a game: with this deck, or with one that is shuffled.

    The shuffled deck is that of the report for these boards and this seed.
    """
    truth = read_boards(boards)
    if deck is not None and seed is not None:
        raise QueryError("--seed shuffles the deck, and --deck gives it: leave out one")
    if deck is None:
        decks = deals(SEED if seed is None else seed)[1]
        questions = decks[board().states.index(truth)]
    else:
        questions = read_deck(deck)
    magic = Magic(epistemagic or Magic.STEADY)
    return game_file(NumberGame(truth, questions, magic))


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle of a text that `text_of` has made."""
    return read_puzzle(text, "my-number")
