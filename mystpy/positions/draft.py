"""A question before it has a number, and what its difficulty is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.history.turns import split_turns

LEVELS = 5
"""Difficulty is a number from 1 to this."""


class Draft(NamedTuple):
    """A question without its number: kind, level, and what `PositionQuestion` has."""

    level: int
    needs: dict[str, int]
    ask: dict[str, Any]
    answer: Any
    text: str


def level_of(number: int) -> int:
    """A level from 1 to `LEVELS` that is this number where it can be."""
    return max(1, min(LEVELS, number))


def unknown_cells(history: History, reader: int) -> Iterator[tuple[int, str]]:
    """Each holder but the reader with each card that the reader does not hold."""
    game: Game = history.game
    own = history.hands[reader] or frozenset()
    for holder in game.holders:
        if holder != reader:
            yield from ((holder, card) for card in game.cards if card not in own)


def mentions(history: History, card: str) -> int:
    """The number of turns in which a card was asked for."""
    turns = split_turns(history.actions)
    return sum(card in getattr(turn[0], "cards", ()) for turn in turns)
