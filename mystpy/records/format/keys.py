"""The keys of a game record, version 1, and their values.

records.md describes them, docs/schema/record.schema.json is the same as a schema. A key
that begins with `_` is a user field: it is kept, and has no meaning here.
"""

from __future__ import annotations

VERSION = 1
"""The version of the format that is written, and the newest that is read."""

USER = "_"
"""The beginning of the names of user fields."""

UNKNOWN = "?"
"""The sign for an unknown card in a hand."""

REFEREE, SPECTATOR = "referee", "spectator"
"""The views besides those of players."""

HEADER = ("title", "event", "place", "date", "round", "source", "comment")
TOP = (
    *("record", *HEADER, "view", "history"),
    *("game", "hands", "result", "player", "turn"),
)
PLAYER = ("name", "kind", "version", "rating", "comment")
RESULT = ("end", "winner", "out", "pile", "fault", "comment")
FAULT = ("player", "action", "axiom", "why")
TURN = ("number", "comment", "time", "seconds", "claim", "know")
CLAIM = ("player", "formula", "aloud", "right")
KNOW = ("player", "deals", "yes", "no")

GUESS, LAST, NOBODY = "guess", "last", "nobody"
FAULTY, LIMIT, UNFINISHED = "fault", "limit", "unfinished"
ENDS = (GUESS, LAST, NOBODY, FAULTY, LIMIT, UNFINISHED)
"""How a game ends: a right guess, one player left, nobody left, a violation of the
rules, a limit of time or actions, or not yet."""

RECORD_ENDING = ".record.toml"
"""The end of the name of a file with one record."""

MAX_RECORD_BYTES = 4 * 2**20
"""The most bytes of a record that is read."""
