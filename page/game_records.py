"""Records of games at the table: which there are in a file, opened, and saved.

Nothing is decided here: records are read, seen and written as by `mystpy record`.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import table

from mystpy.records.format.record import GameRecord
from mystpy.records.format.sections import record_in, texts_in
from mystpy.records.format.writer import record_text
from mystpy.records.importers.own_files import record_of_notebook
from mystpy.records.notebook_lines import notebook_lines
from mystpy.records.query import record_named

Object = dict[str, Any]

NAME = "the file"
MOST_LISTED = 200
"""So many records of a file are listed."""


def record_choices(text: str) -> Object:
    """The records of a file, each with the players whose notes it can become."""
    found = list(islice(texts_in(text, NAME), MOST_LISTED + 1))
    rows = [_choice(record_in(each, NAME), each.number) for each in found[:MOST_LISTED]]
    return {"records": rows, "more": len(found) > MOST_LISTED}


def _choice(record: GameRecord, number: int | None) -> Object:
    game = record.game
    hands = record.history.hands
    return {
        "number": number or 1,
        "title": record.title,
        "turns": record.turns,
        "players": [
            {"player": k, "name": game.shown_holders[k]}
            for k in range(1, game.p + 1)
            if hands[k] is not None
        ],
    }


def record_open(text: str, number: int, owner: int) -> Object:
    """Open a record as the notes of a player: with what the player has seen.

    After a right accusation, which all have heard, the pile is given, too.
    """
    found = notebook_lines(record_named(text, NAME, number), owner)
    return table.begin_lines(found.start, found.owner, list(found.lines))


def record_save() -> Object:
    """The game at the table as a record of what its owner saw."""
    return {"toml": record_text(record_of_notebook(table.TABLE.notebook))}


ANSWERS = {each.__name__: each for each in (record_choices, record_open, record_save)}
