"""Names in quotes, and in letters besides a to z, as words of a formula."""

from __future__ import annotations

from mystpy.errors import did_you_mean
from mystpy.game.game import Game
from mystpy.language.reading.tokens import Cursor, Token
from mystpy.names.quoted import name_spans


def tokens_with_names(cursor: Cursor, game: Game) -> list[Token]:
    """The words of a formula, each name as it was written as one: its identifier.

    Raises ParseError for a name in quotes that is no card's and no player's.
    """
    found = list(cursor.tokens)
    for span in name_spans(cursor.text, game.deck, game.players, game.shown):
        if span.identifier is None:
            cursor.fail(
                f"no card and no player is called {span.name[:40]!r}",
                span.start,
                hint=did_you_mean(span.name, (*game.shown_holders, *game.cards)),
            )
        within = [span.start <= token.start < span.end for token in found]
        if any(within):
            first = within.index(True)
            token = Token(span.identifier, span.start)
            found[first : first + sum(within)] = [token]
    return found
