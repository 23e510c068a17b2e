"""Actions and sets of cards: what can be done, and how it is written.

The seven actions of section 2.4 are values here. Cards are plain strings, players
are the integers 1..p, and holder 0 is the mystery pile. `str(action)` is the text
that users write; `action_term` is the form that both logic languages read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from mystpy.scanning import (
    SHAPES,
    RawAction,
    argument_span,
    is_term,
    scan_history,
    split_set,
)

__all__ = [
    "FUNCTORS",
    "RESERVED",
    "SHAPES",
    "Action",
    "Asks",
    "Card",
    "Deck",
    "EndTurn",
    "Guess",
    "No",
    "NoGuess",
    "RawAction",
    "Shows",
    "Yes",
    "action_args",
    "action_latex",
    "action_term",
    "argument_span",
    "card_latex",
    "is_term",
    "name_fault",
    "natural_key",
    "scan_history",
    "set_latex",
    "set_term",
    "show_action",
    "show_set",
    "sort_cards",
    "split_set",
]

Card = str
Deck = Mapping[str, int]
"""Cards in deck order: each card with its place."""

RESERVED = frozenset(
    {
        *("init0", "do", "set", "unseen", *SHAPES),
        *("true", "false", "truth", "falsity", "not", "and", "or"),
        *("forall", "exists", "in", "cards", "players", "holders", "pile", "h"),
        *("askphase", "ansphase", "showphase", "guessphase", "endphase"),
    }
)
"""Words of the syntax, which no card and no player may be called."""

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asks:
    """asks(i, Q): player i asks question Q."""

    player: int
    cards: frozenset[str]

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class No:
    """no(j): player j says no to the question."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class Yes:
    """yes(j): player j says yes to the question."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class Shows:
    """shows(j, i, x): player j shows card x to player i; x is None if not seen."""

    player: int
    to: int
    card: str | None

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class Guess:
    """guess(i, M): player i guesses that the pile is M."""

    player: int
    cards: frozenset[str]

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class NoGuess:
    """noguess(i): player i makes no guess."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """endturn(i): player i hands the turn on."""

    player: int

    def __str__(self) -> str:
        return show_action(self)


Action = Asks | No | Yes | Shows | Guess | NoGuess | EndTurn

FUNCTORS: dict[str, type[Action]] = {
    "asks": Asks,
    "no": No,
    "yes": Yes,
    "shows": Shows,
    "guess": Guess,
    "noguess": NoGuess,
    "endturn": EndTurn,
}
_NAMES: dict[type[Action], str] = {kind: name for name, kind in FUNCTORS.items()}


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
    """A sorting key that reads digits as numbers: s2 stands before s10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple(
        (True, int(part), part) if part[0] in "0123456789" else (False, 0, part)
        for part in parts
    )


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


def show_action(action: Action, deck: Deck | None = None) -> str:
    """An action as users write it: `asks(1,{s1,s4})`, `shows(3,1,_)`."""
    match action:
        case Asks(player, cards):
            return f"asks({player},{show_set(cards, deck)})"
        case Guess(player, cards):
            return f"guess({player},{show_set(cards, deck)})"
        case Shows(player, to, card):
            return f"shows({player},{to},{'_' if card is None else card})"
    return f"{_NAMES[type(action)]}({action.player})"


def action_term(action: Action, deck: Deck | None = None) -> str:
    """An action as a term of both logic languages: `asks(1,set(s1,s4))`.

    A card not seen is `unseen`, since `_` does not stand in a clingo fact.
    """
    match action:
        case Asks(player, cards):
            return f"asks({player},{set_term(cards, deck)})"
        case Guess(player, cards):
            return f"guess({player},{set_term(cards, deck)})"
        case Shows(player, to, card):
            return f"shows({player},{to},{'unseen' if card is None else card})"
    return f"{_NAMES[type(action)]}({action.player})"


def action_latex(action: Action, deck: Deck | None = None) -> str:
    r"""An action in the thesis's notation: `asks(1, \{s_1, s_4\})`."""
    match action:
        case Asks(player, cards):
            return f"asks({player}, {set_latex(cards, deck)})"
        case Guess(player, cards):
            return f"guess({player}, {set_latex(cards, deck)})"
        case Shows(player, to, card):
            shown = r"\_" if card is None else card_latex(card)
            return f"shows({player}, {to}, {shown})"
    return f"{_NAMES[type(action)]}({action.player})"


def action_args(action: Action) -> tuple[str, tuple[object, ...]]:
    """An action's name and its arguments, in the order of section 2.4."""
    match action:
        case Asks(player, cards) | Guess(player, cards):
            return _NAMES[type(action)], (player, cards)
        case Shows(player, to, card):
            return "shows", (player, to, card)
    return _NAMES[type(action)], (action.player,)


def card_latex(card: str) -> str:
    r"""A card in the thesis's notation: `s_3`, or `\text{plum}`."""
    if re.fullmatch(r"s[0-9]+", card, re.ASCII):
        return f"s_{card[1:]}" if len(card) == 2 else f"s_{{{card[1:]}}}"
    escaped = card.replace("_", r"\_")
    return rf"\text{{{escaped}}}"


def set_latex(cards: Iterable[str], deck: Deck | None = None) -> str:
    r"""A set of cards in the thesis's notation: `\{s_1, s_4\}`."""
    return r"\{" + ", ".join(map(card_latex, sort_cards(cards, deck))) + r"\}"
