"""A game of What is my number? on the page: all lines of the person, played again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mystpy.kripke.my_number.board import Magic
from mystpy.kripke.my_number.seat import SeatConversation


def number_game(player: int, seed: int, lines: list[str]) -> dict[str, Any]:
    """Return the messages to the person, line after line, and whether the game is over.

    Raises ModelError for the last line if it says nothing.
    """
    game = SeatConversation.drawn(player, Magic.STEADY, seed)
    said = list(game.opening)
    for line in lines:
        said += game.answer(line)
    return {"said": said, "over": game.is_over}


ANSWERS: dict[str, Callable[..., Any]] = {number_game.__name__: number_game}
