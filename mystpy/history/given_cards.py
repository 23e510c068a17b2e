"""The cards of a hand as people give them: a list of names, or a text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.scan import split_set


def given_cards(cards: object, game: Game, holder: int) -> Collection[str]:
    """The cards of a hand as they are given, each still to be checked.

    Raises QueryError for a value that is no list of cards.
    """
    words = _split(cards, game) if isinstance(cards, str) else cards
    if not isinstance(words, Iterable) or isinstance(words, Mapping):
        fault = f"the hand of {game.owner(holder)} must be a list of cards"
        raise QueryError(f"{fault}, not {cards!r}", hint='for example ["s1", "s2"]')
    return list(words)


def with_identifiers(text: str, game: Game) -> str:
    """A text of actions in which names as they were written are identifiers.

    They are names in quotes, and those with letters besides a to z. The text after a
    name keeps its place, if the identifier is no longer. Comments are left as they are.
    """
    if text.isascii() and '"' not in text:
        return text
    from mystpy.names.quoted import name_spans  # seldom needed

    parts, end = list[str](), 0
    for span in name_spans(text, game.deck, game.players, game.shown):
        in_comment = "#" in text[text.rfind("\n", 0, span.start) + 1 : span.start]
        if span.identifier is not None and not in_comment:
            parts += [text[end : span.start], span.identifier]
            parts.append(" " * (span.end - span.start - len(span.identifier)))
            end = span.end
    return "".join([*parts, text[end:]])


def _split(cards: str, game: Game) -> Collection[str] | None:
    if (words := split_set(cards)) is None:
        from mystpy.history.printed.cards import cards_listed  # seldom needed

        return cards_listed(game, cards)
    return words
