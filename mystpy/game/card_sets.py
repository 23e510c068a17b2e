"""Sets of cards that may be asked for or guessed: in Clue one of each sort."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import combinations, product

from mystpy.game.checks import GameValues
from mystpy.game.names import show_set


def set_fault(
    game: GameValues, what: str, cards: Collection[str], size: int
) -> str | None:
    """Why these cards are no set of a size with one card of each sort, or None."""
    fault = repeat_or_size(what, cards, size)
    if fault is None and game.sorts:
        for name, sort in game.sorts:
            held = [card for card in cards if card in sort]
            if len(held) != 1:
                listed = show_set(held, game.deck) if held else "none"
                return f"{what} has one card of each sort; of {name}: {listed}"
    return fault


def card_sets(game: GameValues, size: int) -> Iterator[frozenset[str]]:
    """The sets of cards of a size, or those with one card of each sort."""
    if game.sorts:
        chosen: Iterator[tuple[str, ...]] = product(*(s for _, s in game.sorts))
    else:
        chosen = combinations(game.cards, size)
    return map(frozenset, chosen)


def card_set_count(game: GameValues, size: int) -> int:
    """How many sets of cards `card_sets` has."""
    if game.sorts:
        return math.prod(len(sort) for _, sort in game.sorts)
    return math.comb(len(game.cards), size)


def repeat_or_size(what: str, cards: Collection[str], size: int) -> str | None:
    """Why these are not `size` different cards, or None if they are."""
    if len(cards) == len(set(cards)) == size:
        return None
    seen: set[str] = set()
    for card in cards:
        if card in seen:
            return f"{what} names {card} twice"
        seen.add(card)
    plural = "card" if size == 1 else "cards"
    return f"{what} has {size} {plural}, this one has {len(cards)}"
