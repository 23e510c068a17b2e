"""The words of the syntax, names of cards and players, and how cards are written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from mystpy.axiom_folder.signature import ACTIONS, DEAL, PHASES
from mystpy.compilation import pattern
from mystpy.errors import GameError

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

RESERVED = frozenset(
    {
        *("init0", "do", "set", "unseen"),
        *SHAPES.keys() - ONLY_GENERALIZED,
        *("true", "false", "truth", "falsity", "not", "and", "or"),
        *("forall", "exists", "in", "cards", "players", "holders", "pile"),
        *(*PHASES, DEAL.written),
    }
)
"""Words of the syntax, which no card and no player may be called.

The actions of generalized Clue are not among them: its cards have names of their own.
"""

_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)
"""Letters that have no accent to be left out."""

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


def plain(name: str) -> str:
    """A name as it is written here: `Mrs White` is `mrs_white`, `José` is `jose`.

    Neither logic language has names that begin with a digit, so digits at the beginning
    go to the end of the name: `2c` is `c2`. What is a name already, or has other signs
    than letters, digits, spaces, hyphens, apostrophes and full stops, is returned as it
    is.
    """
    if not isinstance(name, str) or _NAME.fullmatch(name):
        return name
    composed = unicodedata.normalize("NFC", name)
    if not all(sign.isalnum() or sign in " _-'’." for sign in composed):
        return name
    letters = unicodedata.normalize("NFKD", composed.casefold().translate(_LETTERS))
    words = re.findall("[a-z0-9]+", re.sub("[^a-z0-9 _.-]", "", letters))
    found = re.sub("^([0-9]+)(_?)(.+)", r"\3\2\1", "_".join(words))
    return found if _NAME.fullmatch(found) else name


FULL_NAMES = {
    "scarlet": "scarlett",
    "miss_scarlet": "scarlett",
    "miss_scarlett": "scarlett",
    "colonel_mustard": "mustard",
    "professor_plum": "plum",
    "mr_green": "green",
    "mrs_peacock": "peacock",
    "mrs_white": "white",
    "lead_pipe": "pipe",
    "dining_room": "dining",
    "billiard_room": "billiard",
}
"""What section 1.1 of the thesis calls cards of Clue that the deck names otherwise."""


def card_named(name: str, deck: Collection[str]) -> str | None:
    """The card of a deck that has this name, written in any way, or None.

    What the deck has itself comes first, then how `plain` writes it, then FULL_NAMES.
    """
    if name in deck:
        return name
    written = plain(name)
    return next((x for x in (written, FULL_NAMES.get(written)) if x in deck), None)


def given_names(what: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that cards or players are given, as `plain` writes them.

    Capitals, spaces, hyphens and digits that come first are written in another way
    there, but no letter becomes another one or is left out: then a card would have a
    name that nobody gave it.
    Raises GameError for such a letter, and for two names that are written alike.
    """
    written: dict[str, str] = {}
    listed = tuple(names)
    for name in listed:
        found = plain(name)
        if found != name and (signs := _changed(name)):
            raise GameError(
                f"the {what} {name!r} has {' and '.join(map(repr, signs))}: names have "
                "the letters a to z, digits and _",
                hint=f"write {found}, or another name",
            )
        if (other := written.setdefault(found, name)) != name:
            raise GameError(
                f"the {what}s {other!r} and {name!r} are both written {found}",
                hint="give one of them another name",
            )
    return tuple(map(plain, listed))


def _changed(name: str) -> list[str]:
    """The letters, digits and accents of a name that `plain` would not keep."""
    signs = dict.fromkeys(unicodedata.normalize("NFC", name))
    marks = (x for x in signs if x.isalnum() or unicodedata.category(x)[0] == "M")
    return [sign for sign in marks if not sign.isascii()]


def matching_names(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that a word may mean: itself, or else those that begin so.

    If there is none, those of which a part behind `_` begins so. Capitals and accents
    do not count.
    """
    listed = tuple(names)
    if word in listed:
        return (word,)
    begun = plain(word)
    if begun in listed:
        return (begun,)
    if not begun:
        return ()
    found = tuple(name for name in listed if name.startswith(begun))
    return found or tuple(name for name in listed if f"_{begun}" in name)


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
