"""Cards and sets of cards: plain strings, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from mystpy.game.names import natural_key

Card = str
Deck = Mapping[str, int]
"""Cards in deck order: each card with its place."""


def sort_cards(cards: Iterable[str], deck: Deck | None = None) -> list[str]:
    """Cards ascending in the deck's order, or in natural order without a deck."""
    if deck is None:
        return sorted(cards, key=natural_key)
    return sorted(cards, key=lambda x: (deck.get(x, len(deck)), natural_key(x)))


def show_set(cards: Iterable[str], deck: Deck | None = None) -> str:
    """A set of cards as users write it: `{s1,s4}`."""
    return "{" + ",".join(sort_cards(cards, deck)) + "}"


def set_term(cards: Iterable[str], deck: Deck | None = None) -> str:
    """A set of cards as a term of both logic languages: `set(s1,s4)`."""
    return "set(" + ",".join(sort_cards(cards, deck)) + ")"


def card_latex(card: str) -> str:
    r"""A card in the thesis's notation: `s_3`, or `\text{plum}`."""
    if re.fullmatch(r"s[0-9]+", card, re.ASCII):
        return f"s_{card[1:]}" if len(card) == 2 else f"s_{{{card[1:]}}}"
    escaped = card.replace("_", r"\_")
    return rf"\text{{{escaped}}}"


def set_latex(cards: Iterable[str], deck: Deck | None = None) -> str:
    r"""A set of cards in the thesis's notation: `\{s_1, s_4\}`."""
    return r"\{" + ", ".join(map(card_latex, sort_cards(cards, deck))) + r"\}"
