"""A check that the author of written notes can have seen what they say."""

from __future__ import annotations

from typing import Any

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.history.scan import is_table


def require_notes_as_seen(history: History, written: object, until: int) -> None:
    """Raise QueryError for a card in notes that the one who wrote them did not see.

    `written` is the number of actions in the notes. If the history names its writer,
    they are checked against the writer's view, as those of a notebook are. Otherwise
    only a text of table notes is checked, and only if exactly one hand is given: then
    its player is the writer. Actions may be given by somebody who saw more.
    """
    named = history.writer is not None
    if named or (isinstance(written, str) and is_table(written)):
        from mystpy.questions.written.writer import (  # most histories are actions
            require_written_as_seen,
            writer_of,
        )

        writer = writer_of(history)
        if writer is not None:
            require_written_as_seen(history.prefix(until), writer, whole=named)


def with_writer(history: History, name: Any) -> History:
    """Return the history as notes of a player; None: the writer is not known.

    Raises GameError if there is no such player, QueryError if the hand is not given.
    """
    if name is None:
        return history
    game = history.game
    writer = game.player(name)
    if history.hands[writer] is None:
        from mystpy.history.sentences import name_of  # not needed by most commands

        called = game.players[writer - 1]
        raise QueryError(
            f"the notes of {name_of(writer, game)} need the whole hand",
            hint=f"give it: {called} = [...] under [hands], or --hand {called}=...",
        )
    return replace(history, writer=writer)
