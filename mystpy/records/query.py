"""A record, or a query file, as the query of a command's FILE."""

from __future__ import annotations

from pathlib import Path

from mystpy.compilation import pattern, replace
from mystpy.errors import QueryError
from mystpy.names.written import safe_text
from mystpy.questions.query import Query, QueryChanges, load_query
from mystpy.records.format.numbered_turns import after_turn
from mystpy.records.format.record import GameRecord
from mystpy.records.format.sections import numbered, record_in, texts_in

_RECORD = pattern(r"(?m)^[ \t]*record[ \t]*=")


def is_record(text: str) -> bool:
    """Return whether a text is a record, or a file of many, by its first keys."""
    return _RECORD.search(text) is not None


def record_named(text: str, name: str, number: int = 1) -> GameRecord:
    """Return the record with a number, from 1 on, in a file's text."""
    return record_in(numbered(texts_in(text, name), number, name), name)


def load_question(
    text: str,
    name: str,
    changes: QueryChanges | None = None,
    *,
    folder: Path | None = None,
    turn: int | None = None,
    record: int | None = None,
) -> Query:
    """Return the query of a text: a query file, a record or a file of many records.

    `record` is the number of one of many, `turn` the number of turns after which the
    query is made. The `changes` are made after that. Raises as `load_query` and
    `read_record`.
    """
    if is_record(text):
        found = query_of_record(record_named(text, name, record or 1), name)
    elif record is not None:
        raise QueryError(f"{name} is no file of records", hint="leave out --record")
    elif turn is None:
        return load_query(text, name, changes, folder=folder)
    else:
        found = load_query(text, name, folder=folder)
    if turn is not None:
        asks = tuple(each._replace(expect=None) for each in found.asks)
        history = after_turn(found.history, turn)
        found = replace(
            found, history=history, asks=asks, legal=None, know=(), poss=None
        )
    if changes is None or not any(changes):
        return found
    if changes.game is not None:
        hint = "--hand and --do change what is given"
        raise QueryError("the game of a record cannot be replaced", hint=hint)
    return replace(found, history=changes.after(found.history))


def query_of_record(record: GameRecord, name: str = "a record") -> Query:
    """Return the game, the hands and the history of a record as a query."""
    source = record.fields.get("source")
    return Query(safe_text(record.title or name), source, record.history)
