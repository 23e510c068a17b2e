"""What was written down, and whether who wrote it can have seen it."""

from __future__ import annotations

from mystpy.history.history import History
from mystpy.history.scan import is_table


def require_notes_as_seen(history: History, written: object, until: int) -> None:
    """Raise QueryError for a card in notes that the one who wrote them did not see.

    `written` tells so many actions; only if it is a text of table notes it counts, and
    only if one hand alone is given: then its player is the writer. Actions may be given
    by somebody who saw more.
    """
    if isinstance(written, str) and is_table(written):
        from mystpy.questions.written.writer import (  # most histories are actions
            require_written_as_seen,
            writer_of,
        )

        writer = writer_of(history)
        if writer is not None:
            require_written_as_seen(history.prefix(until), writer, whole=False)
