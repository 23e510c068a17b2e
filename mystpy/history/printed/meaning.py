"""Which card or player of a game a word means, by its name or a part of it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import product

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.names.lookup import card_named, matching_names
from mystpy.names.printed import PrintedNames

_MOST_READINGS = 10_000


class NoteWord(NamedTuple):
    """A word without its quotes, and where it is in the text."""

    word: str
    at: int


def player_meant(game: Game, word: str) -> int:
    """The player whom a word means, by number, name or the beginning of a name.

    Raises QueryError for a word that means nobody, or several.
    """
    found = matching_names(word, game.players, game.shown) if game.named else ()
    if len(found) > 1:
        raise _ambiguous(word, [game.shown_as(name) for name in found])
    return game.player(found[0] if found else word)


def quoted_player(line: str, game: Game) -> str:
    """A line that begins with a player's name of several small words, that in quotes.

    A name that begins with a capital is read as it is.
    """
    for name in game.shown_holders[1 : game.p + 1]:
        begun, rest = line[: len(name)], line[len(name) :]
        several = " " in name and not line[:1].isupper()
        if several and begun.casefold() == name.casefold() and not rest[:1].isalnum():
            return f'"{begun}"{rest}'
    return line


def card_meant(game: Game, word: str, likely: Collection[str] = ()) -> str:
    """The card that a word means, by its name or a part of it.

    If it is among the `likely` ones, others do not count. Raises QueryError for a word
    that means no card, or several.
    """
    found = (word,) if word in game.deck else matching_names(word, likely, game.shown)
    found = found or cards_called(game, word)
    if len(found) > 1:
        raise _ambiguous(word, [game.shown_as(name) for name in found])
    return game.card(found[0] if found else word)


def cards_meant(game: Game, words: Sequence[str]) -> list[str] | None:
    """The cards of a question that these words mean, if they make one in one way.

    In Clue a word that may be a weapon or a room is the one of which there is no other.
    """
    return cards_of(game, [cards_called(game, word) for word in words])


def cards_of(game: Game, options: Sequence[Collection[str]]) -> list[str] | None:
    """The cards of a question, one of each of these, if they make one in one way."""
    ways = math.prod(map(len, options))
    if not 0 < ways <= _MOST_READINGS:
        return None
    found = [way for way in product(*options) if not game.question_fault(way)]
    return list(found[0]) if len(found) == 1 else None


def cards_called(game: Game, word: str) -> tuple[str, ...]:
    """The cards that have this name or a part of it: see FULL_NAMES for other names."""
    found = card_named(word, game.deck, game.shown)
    if found is not None:
        return (found,)
    return matching_names(word, game.cards, game.shown)


def names_of_several_words(game: Game) -> PrintedNames:
    """The names of a game that are more than one word in notes."""
    return PrintedNames((*game.cards, *game.players), game.shown, game.deck)


def _ambiguous(word: str, found: Sequence[str]) -> QueryError:
    return QueryError(
        f"{word} may be {' or '.join(found[:4])}",
        hint="write more of the name",
        word=word,
    )
