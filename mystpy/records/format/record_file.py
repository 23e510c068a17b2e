"""The text of one record with its place in a file, for messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mystpy.errors import MystError, ParseError, QueryError
from mystpy.files.table import TomlFile
from mystpy.files.toml import toml_table

_TWICE = "a key may be in a table once: leave one of them out"
_FORM = "a text is in quotes, a list in [ ], and a table begins with a line [name]"


class RecordFile(TomlFile):
    """The text of a record, which begins on some line of its file.

    Faults name the file and the line; those of the n-th row under a key name its line.
    """

    __slots__ = ("first_line",)
    first_line: int

    @classmethod
    def at(cls, text: str, name: str | None, first_line: int = 1) -> RecordFile:
        """Return the text of a record that begins on this line."""
        made = cls(text, name, QueryError, "record")
        object.__setattr__(made, "first_line", first_line)
        return made

    def table(self) -> dict[str, Any]:
        """Return the table of the text.

        Raises ParseError if it is not TOML, and QueryError if it is nested too deeply
        or has numbers or keys that are too long; each with the line.
        """
        try:
            return toml_table(self.text, None)
        except ParseError as error:
            twice = "overwrite" in error.message or "twice" in error.message
            error.hint = error.hint or (_TWICE if twice else _FORM)
            raise error.within(self.text, 0, self.called, self.first_line) from None
        except QueryError as error:
            line = self.first_line + _longest(self.text)
            message = f"{self.called}:{line}: {error}"
            raise QueryError(message, hint="leave it out, or make it simpler") from None

    def place(self, word: str | None = None) -> str:
        """Return the file's name, and the line of the word if it is on only one."""
        found = TomlFile.place(self, word)
        name, _, line = found.rpartition(":")
        if not name or not line.isdigit() or found == self.called:
            return f"{self.called}:{self.first_line}" if self.first_line > 1 else found
        return f"{name}:{int(line) + self.first_line - 1}"

    def line_of(self, text: object) -> int:
        """Return the line on which a text of the file begins."""
        return TomlFile.line_of(self, text) + self.first_line - 1

    def row_fault(
        self, key: str, index: int, message: str, hint: str | None = None
    ) -> QueryError:
        """Return an error with the line of a row, by its index from 0 under a key."""
        header = re.compile(rf"^[ \t]*\[\[\s*{re.escape(key)}\s*\]\]", re.MULTILINE)
        found = [x.start() for x in header.finditer(self.text)]
        place = self.place()
        if index < len(found):
            line = self.text.count("\n", 0, found[index]) + self.first_line
            place = f"{self.called}:{line}"
        return QueryError(f"{place}: {message}", hint=hint)

    def history_error(self, error: MystError, written: str) -> MystError:
        """Return an error of the history, at its place in the file."""
        if not isinstance(error, ParseError):
            return self.named(error)
        start = self.text.find(written) if written.strip() else -1
        if start < 0 or len(error.text) != len(written):
            return error.within(error.text, 0, f"{self.called}, in the history")
        return error.within(written, 0, self.called, self.line_of(written))


def keys_in(table: Mapping[str, Any], known: tuple[str, ...]) -> list[str]:
    """Return the keys of a table that are neither known nor user fields."""
    return [key for key in table if key not in known and not key.startswith("_")]


def _longest(text: str) -> int:
    """Return the line, from 0, with the most brackets, digits and dots."""
    lines = text.split("\n")
    sizes = [len(re.sub(r"[^\[{.0-9]", "", line)) for line in lines]
    return sizes.index(max(sizes))
