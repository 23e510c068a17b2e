"""The table of notations: how others write formulas, and how mystpy does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mystpy.compilation import NamedTuple

TABLE = Path(__file__).with_name("notations.toml")
"""The table, which says at its top what its keys mean."""


class NotationRow(NamedTuple):
    """A row of the table: a notation of others, with an example.

    `ours` are the templates of what to write; several are several meanings, of which
    `when` says when each is meant.
    """

    theirs: str
    tools: tuple[str, ...]
    example: str
    becomes: tuple[str, ...]
    kind: str = ""
    words: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    read: bool = False
    model: bool = False


@cache
def notation_rows() -> tuple[NotationRow, ...]:
    """Return the rows in the order of the table."""
    import tomllib  # for errors only, as the whole module

    table = tomllib.loads(TABLE.read_text("utf-8"))
    return tuple(_row(each) for each in table["row"])


def _row(table: dict[str, Any]) -> NotationRow:
    listed: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in table.items()
    }
    return NotationRow(**listed)


@cache
def rows_of(kind: str) -> Mapping[str, NotationRow]:
    """Return the rows of a kind by the words that others write."""
    return {
        word: row for row in notation_rows() if row.kind == kind for word in row.words
    }
