"""Cards as they are printed: words that name no card are left out.

`Prof. Plum, Rope, Dining Room` are plum, rope and the dining room in any deck that has
cards of these names. Among the words between two commas, those that name no card are
left out if the others name one. Without commas they are left out if the rest is a whole
question. A possible misspelt card, player or answer is never left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.printed.meaning import (
    NoteWord,
    card_meant,
    cards_called,
    cards_of,
    names_of_several_words,
    player_meant,
)
from mystpy.names.lookup import card_named, only_card

_WORD = pattern(r'"[^"]*"|\w+')
_LIKE_A_CARD, _LIKE_A_PLAYER = 0.75, 0.6
"""The similarity from which a word may be a misspelt card or player (difflib)."""


def cards_printed(
    game: Game,
    said: Sequence[NoteWord],
    text: str,
    is_answer: Callable[[NoteWord], bool],
) -> list[str] | None:
    """The cards of a question in which words that name no card are left out.

    None if something else may be meant, such as an answer; `text` is where the words
    are from.
    """
    options = [cards_called(game, token.word) for token in said]
    others = [token for token, cards in zip(said, options, strict=True) if not cards]
    if any(is_answer(token) for token in others):
        return None
    if any(
        not cards and place and options[place - 1] and _is_cut(game, said[place - 1])
        for place, cards in enumerate(options)
        if not place or _together(said[place - 1], said[place], text)
    ):
        return None  # a title cut short, as in Miss Peacock, says nothing
    parts = _parts(said, options, text)
    each = [only_card(part) for part in parts]
    cards = [card for card in each if card is not None]
    found = cards_of(game, [[card] for card in cards]) if None not in each else None
    if found is None:
        if any(_is_near(token.word, game.shown_holders[1:]) for token in others):
            return None
        kept = [cards for cards in options if cards]
        found = cards_of(game, kept) or cards_of(game, _merged(kept))
    open_cards = set(game.cards).difference(found or ())
    near = any(_is_near(x.word, open_cards, _LIKE_A_CARD) for x in others)
    return None if near else found


def without_titles(
    game: Game,
    token: NoteWord,
    rest: list[NoteWord],
    text: str,
    is_answer: Callable[[NoteWord], bool],
) -> NoteWord:
    """Return the word of a shown card, without the words around it that name no card.

    `rest` has the words after it, the next one last; those left out are removed from
    it.
    """
    while (
        not cards_called(game, token.word)
        and not is_answer(token)
        and rest
        and _together(token, rest[-1], text)
        and cards_called(game, rest[-1].word)
    ):
        token = rest.pop()
    last = token
    while (
        rest
        and _together(last, rest[-1], text)
        and not cards_called(game, rest[-1].word)
        and not is_answer(rest[-1])
        and not _means_player(game, rest[-1].word)
    ):
        last = rest.pop()
    return token


def cards_listed(game: Game, text: str, *, short: bool = False) -> list[str] | None:
    """The cards of a list that a person has typed, with commas or without.

    If `short`, names may be cut short. None if a bracket is not closed. Raises
    QueryError for words that name no card where no other one does, and for those that
    may be several.
    """
    text = text.strip()
    if text[:1] in "{[" and text[:1] + text[-1:] not in ("{}", "[]"):
        return None
    found = list[str]()
    for part in text.strip(" {}[]").replace(";", ",").split(","):
        words = [(match[0], match.start()) for match in _WORD.finditer(part)]
        words = names_of_several_words(game).joined(part, words)
        said = [NoteWord(word.strip('"'), at) for word, at in words]
        options = [_called(game, token.word, short=short) for token in said]
        cards = [only_card([kept]) for kept in _merged(list(filter(None, options)))]
        for token, named in zip(said, options, strict=True):
            unread = not named and (
                not cards or _is_near(token.word, game.cards, _LIKE_A_CARD)
            )
            if unread or (len(named) > 1 and None in cards):
                card_meant(game, token.word) if short else game.card(token.word)
        found += [card for card in cards if card is not None]
    return found


def _called(game: Game, word: str, *, short: bool) -> tuple[str, ...]:
    if short:
        return cards_called(game, word)
    card = card_named(word, game.deck, game.shown)
    return () if card is None else (card,)


def _parts(
    said: Sequence[NoteWord], options: Sequence[Collection[str]], text: str
) -> list[list[Collection[str]]]:
    """The cards that words may mean, those between two commas together."""
    parts: list[list[Collection[str]]] = []
    for place, cards in enumerate(options):
        if place and _together(said[place - 1], said[place], text):
            parts[-1].append(cards)
        else:
            parts.append([cards])
    return parts


def _merged(options: Sequence[Collection[str]]) -> list[Collection[str]]:
    """Words side by side that have a card in common are of one name."""
    found: list[Collection[str]] = []
    for cards in options:
        both = set(found[-1]).intersection(cards) if found else set()
        found[-1:] = [both] if both else [*found[-1:], cards]
    return found


def _is_cut(game: Game, token: NoteWord) -> bool:
    """Whether a word means a card only as a part of its name."""
    return card_named(token.word, game.deck, game.shown) is None


def _together(first: NoteWord, second: NoteWord, text: str) -> bool:
    """Whether no comma is between two words."""
    between = text[first.at + len(first.word) : second.at]
    return not any(sign in between for sign in ",;\n") and second.word[:1].isalpha()


def _means_player(game: Game, word: str) -> bool:
    try:
        return player_meant(game, word) > 0
    except QueryError:
        return _is_near(word, game.shown_holders[1:])


def _is_near(word: str, names: Collection[str], cutoff: float = _LIKE_A_PLAYER) -> bool:
    import difflib  # only needed for words that name no card

    listed = [name.lower() for name in names]
    return bool(difflib.get_close_matches(word.lower(), listed, 1, cutoff))
