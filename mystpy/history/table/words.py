"""The words of table notes, and the names in them, which may be cut short."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from itertools import product

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.game.names import card_named, matching_names

WORD = pattern(r'"[^"\n]*"|\w+|->|=>|[?+-]|[^\w\s,.;]')
JOINED = pattern(r"\w+(?:['-]\w+)+")
ARROW = pattern(r"->|=>|→|\||;")
EVERYBODY = pattern(
    r"\s*(nobody|no[ \t]*-?[ \t]*one|all|everybody|everyone)\b(.*)",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
PASSES = frozenset("passes pass passed no denies none nothing - p pa pas".split())
SHOWS = frozenset("shows show showed yes + s sh sho".split())
ALL_DO = ("passes", "pass", "passed")
NOBODY_DOES = ("shows", "show", "showed", "answers", "answer", "answered")
UNSEEN = frozenset("? _ unseen something card".split())
ARTICLE = frozenset("a the".split())
TO = frozenset({"to"})
LINK = frozenset("and then but -> => → |".split())
FILLER = frozenset("a the and with in to".split())
VERDICT = frozenset("right wrong".split())
NO_QUESTION = frozenset("- – — passes pass passed".split())
"""What replaces the cards where a turn passes without a question."""

END = "the end of the line"
_MOST_READINGS = 10_000


class NoteWord(NamedTuple):
    """A word without its quotes, and where it is in the text."""

    word: str
    at: int


def words_of(text: str, at: int) -> list[NoteWord]:
    """The words of a part of the text that begins at this position."""
    return [NoteWord(m[0].strip('"'), at + m.start()) for m in WORD.finditer(text)]


def player_meant(game: Game, word: str) -> int:
    """The player whom a word means, by number, name or the beginning of a name.

    Raises QueryError for a word that means nobody, or several.
    """
    found = matching_names(word, game.players) if game.named else ()
    if len(found) > 1:
        raise _ambiguous(word, found)
    return game.player(found[0] if found else word)


def card_meant(game: Game, word: str, likely: Collection[str] = ()) -> str:
    """The card that a word means, by its name or a part of it.

    If it is among the `likely` ones, others do not count. Raises QueryError for a word
    that means no card, or several.
    """
    found = (word,) if word in game.deck else matching_names(word, likely)
    found = found or matching_names(word, game.cards)
    if len(found) > 1:
        raise _ambiguous(word, found)
    return game.card(found[0] if found else word)


def cards_meant(game: Game, words: Sequence[str]) -> list[str] | None:
    """The cards of a question that these words mean, if they make one in one way.

    In Clue a word that may be a weapon or a room is the one of which there is no other.
    """
    options = [_cards_called(game, word) for word in words]
    ways = math.prod(map(len, options))
    if not 0 < ways <= _MOST_READINGS:
        return None
    found = [way for way in product(*options) if not game.question_fault(way)]
    return list(found[0]) if len(found) == 1 else None


def _cards_called(game: Game, word: str) -> tuple[str, ...]:
    """The cards that have this name or a part of it: see FULL_NAMES for other names."""
    found = card_named(word, game.cards)
    return matching_names(word, game.cards) if found is None else (found,)


def _ambiguous(word: str, found: Sequence[str]) -> QueryError:
    return QueryError(
        f"{word} may be {' or '.join(found[:4])}",
        hint="write more of the name",
        word=word,
    )
