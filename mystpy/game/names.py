"""The words of the syntax, names of cards and players, and how cards are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from mystpy.axiom_folder.signature import ACTIONS, DEAL, PHASES
from mystpy.compilation import pattern

_OF_LENGTH = {(row.name, len(row.sorts)): row.sorts for row in ACTIONS.values()}
_SHORTEST = {name: min(n for x, n in _OF_LENGTH if x == name) for name, _ in _OF_LENGTH}
SHAPES = {name: _OF_LENGTH[name, length] for name, length in _SHORTEST.items()}
"""The actions with the sorts of their arguments, the shorter ones if there are two."""


def shape(name: str, arguments: int) -> tuple[str, ...]:
    """The sorts of so many arguments of an action; a question may be put to one."""
    return _OF_LENGTH.get((name, arguments), SHAPES[name])


ONLY_GENERALIZED = frozenset(
    row.name for label, row in ACTIONS.items() if label.startswith("G")
) - {row.name for label, row in ACTIONS.items() if not label.startswith("G")}
"""The actions of generalized Clue that no other game has."""

OF_EVENTS = frozenset(
    row.name for label, row in ACTIONS.items() if label.startswith("E")
)
"""The actions besides questions, which only games with events have."""

RESERVED = frozenset(
    {
        *("init0", "do", "set", "unseen"),
        *SHAPES.keys() - ONLY_GENERALIZED - OF_EVENTS,
        *("true", "false", "truth", "falsity", "not", "and", "or"),
        *("forall", "exists", "in", "cards", "players", "holders", "pile"),
        *(*PHASES, DEAL.written),
    }
)
"""Words of the syntax, which no card and no player may be called.

The actions of generalized Clue and events are not among them, so that games that were
made before there were any keep their names.
"""

NOT_NAMES = RESERVED - {"pile", "table"}
"""Words that people may be called all the same: their identifier is another."""

_NAME = pattern(r"[a-z][A-Za-z0-9_]*", re.ASCII)


def name_fault(name: str) -> str | None:
    """Why a card or a player cannot be called this, or None if it can.

    The rule keeps quotes, line breaks and the marks of both logic languages out
    of the texts that the engines read.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return (
            f"{name!r} is not a name: a small letter first, then letters, digits or _"
        )
    if name in RESERVED:
        return f"{name!r} is a word of the syntax and cannot be a name"
    return None


@lru_cache(maxsize=4096)
def natural_key(name: str) -> tuple[tuple[bool, int, str], ...]:
    """A sorting key that reads digits as numbers: s2 comes before s10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple(
        (True, int(part), part) if part[0] in "0123456789" else (False, 0, part)
        for part in parts
    )


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
