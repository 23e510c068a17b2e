"""Faults of cards or answers in notes, in the words of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mystpy.errors import one_of
from mystpy.game.game import Game
from mystpy.history.sentences import name_of


def set_fault(game: Game, cards: Sequence[str], *, guess: bool) -> str | None:
    """Why these cards are no suggestion, or no accusation; None if they are one."""
    fault = game.guess_fault(cards) if guess else game.question_fault(cards)
    if fault is None or game.rules != "clue":
        return fault
    double = next((card for card in cards if list(cards).count(card) > 1), None)
    if double is not None:
        return f"{game.shown_as(double)} is named twice"
    wanted = one_of([f"one {game.shown_as(name)}" for name, _ in game.sorts], "and")
    found = []
    for name, sort in game.sorts:
        held = [game.shown_as(card) for card in cards if card in sort]
        if not held:
            found.append(f"no {game.shown_as(name)}")
        elif len(held) > 1:
            found.append(f"{one_of(held, 'and')} as {game.shown_as(name)}")
    what = "an accusation" if guess else "a suggestion"
    return f"{what} has {wanted}; this one has {one_of(found, 'and')}"


def answer_fault(
    game: Game, player: int, asker: int, answered: Sequence[int], shower: int | None
) -> str:
    """Why a player does not answer here, after those who have answered.

    `answered` are those whose answers are written down, `shower` the one who showed.
    """
    who = name_of(player, game)
    if player == asker:
        return f"{who} asked, and does not answer"
    if player in answered:
        return f"{who} has answered already"
    if shower is not None:
        return f"{name_of(shower, game)} has shown a card, so {who} is not asked"
    return f"{who} comes before {name_of(answered[-1], game)} in the order of seats"


def note_name(player: int, game: Game) -> str:
    """Return a player's name as in notes: in quotes, if it has several words."""
    name = game.shown_holders[player]
    whole = re.fullmatch(r"\w[\w'’-]*", name) or name[0].isupper()
    return name if whole else f'"{name}"'
