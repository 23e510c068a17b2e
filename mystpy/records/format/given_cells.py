"""Hands with unknown cards, and cells of the grid, as records have them."""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.records.format import keys

_CELL = "a cell of the grid, such as h(2,s1)"


def cell_read(text: str, game: Game) -> tuple[int, str]:
    """The holder and the card of `h(2,s1)`. Raises QueryError for other formulas."""
    from mystpy.language.atoms import H
    from mystpy.language.read import parse_formula

    found = parse_formula(text, game)
    holder, card = (found.holder, found.card) if isinstance(found, H) else (None, None)
    if not isinstance(holder, int) or not isinstance(card, str):
        raise QueryError(f"{text!r} is no cell of the grid", hint=f"write {_CELL}")
    return holder, card


def hands_read(hands: object, game: Game) -> dict[int, list[str]]:
    """The hands as histories have them: `?` stands for a card that is not known.

    Raises QueryError if a hand with unknown cards has another size than in the game.
    """
    if not isinstance(hands, Mapping):
        raise QueryError("hands must be a table", hint="write [hands]", word="hands")
    found: dict[int, list[str]] = {}
    for who, cards in hands.items():
        holder = game.holder(who)
        if not isinstance(cards, list) or not all(isinstance(x, str) for x in cards):
            hint = f'for example {who} = ["{game.cards[0]}", "?"]'
            raise QueryError(
                f"the hand of {game.owner(holder)} must be a list of cards",
                hint=hint,
                word=str(who),
            )
        if holder in found:
            raise QueryError(f"the hand of {game.owner(holder)} is given twice")
        found[holder] = _hand(cards, holder, game, str(who))
    return {holder: cards for holder, cards in found.items() if cards}


def _hand(cards: list[str], holder: int, game: Game, who: str) -> list[str]:
    known = [card for card in cards if card != keys.UNKNOWN]
    if len(known) == len(cards):
        return cards
    if len(cards) not in game.sizes_of(holder):
        raise QueryError(
            f"{game.owner(holder)} has {game.sizes[holder]} cards, not {len(cards)}",
            hint=f"write {keys.UNKNOWN!r} for each card that is not known",
            word=who,
        )
    return [*known, "..."] if known else []
