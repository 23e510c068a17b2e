"""Tables of a model file: what stands under a key, or an error that names it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from mystpy.errors import MystError, ParseError, did_you_mean
from mystpy.files.toml import toml_table
from mystpy.kripke.faults import ModelError

Table = Mapping[str, Any]
Found = TypeVar("Found")


class Source:
    """The text of a model file, and how its faults are told."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name

    def table(self) -> dict[str, Any]:
        """What the text says. Raises ParseError if it is not TOML."""
        return toml_table(self.text, self.name)

    def fault(self, message: str, hint: str | None = None) -> ModelError:
        """An error that names the file."""
        return ModelError(f"{self.name}: {message}", hint=hint)

    def named(self, error: MystError) -> MystError:
        """An error told with the file's name, and its place where that is known."""
        if isinstance(error, ParseError):
            return self._placed(error)
        if str(error).startswith(f"{self.name}:"):
            return error
        word = getattr(error, "word", None)
        return ModelError(f"{self._line(word)}: {error}", hint=error.hint)

    def told(self, make: Callable[[], Found]) -> Found:
        """What is made, or its error with the file's name."""
        try:
            return make()
        except MystError as error:
            raise self.named(error) from None

    def _placed(self, error: ParseError) -> ParseError:
        found = self.text.find(error.text) if error.text.strip() else -1
        once = found >= 0 and self.text.find(error.text, found + 1) < 0
        return ParseError(
            error.message,
            text=self.text if once else error.text,
            position=found + error.position if once else error.position,
            expected=error.expected,
            hint=error.hint,
            source=self.name
            if once
            else f"{self.name}, in {error.text.strip()[:40]!r}",
        )

    def _line(self, word: str | None) -> str:
        """The file's name, and the line of the word if it stands on one only."""
        if not word:
            return self.name
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        lines = [i for i, x in enumerate(self.text.split("\n"), 1) if found.search(x)]
        return f"{self.name}:{lines[0]}" if len(lines) == 1 else self.name

    def only(self, table: object, keys: Sequence[str], where: str) -> None:
        """Refuse keys that are not among these."""
        if not isinstance(table, Mapping):
            raise self.fault(f"{where} must be a table", f"keys: {', '.join(keys)}")
        for key in table:
            if key not in keys:
                near = did_you_mean(key, keys) or f"the keys are {', '.join(keys)}"
                raise self.fault(f"{where} has no key {key!r}", near)

    def string(self, table: Table, key: str) -> str | None:
        """The text under a key; a number is taken as its text, None if absent."""
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if value is not None and not isinstance(value, str):
            raise self.fault(f"{key} must be a text, not {value!r}")
        return value

    def needed(self, table: Table, key: str, where: str) -> str:
        """The text under a key that must be there."""
        value = self.string(table, key)
        if value is None:
            raise self.fault(f"{where} has no {key!r}")
        return value

    def number(self, table: Table, key: str) -> int | None:
        """The whole number under a key, None if absent."""
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fault(f"{key} must be a whole number, not {value!r}")
        return value

    def strings(self, value: object, what: str) -> list[str]:
        """A list of texts; numbers are taken as their texts."""
        if isinstance(value, list) and all(isinstance(x, str | int) for x in value):
            return [str(x) for x in value]
        raise self.fault(f"{what} must be a list of texts, not {value!r}")

    def lists(self, value: object, what: str) -> list[list[str]]:
        """A list of lists of texts."""
        if not isinstance(value, list):
            raise self.fault(f"{what} must be a list of lists, not {value!r}")
        return [self.strings(part, what) for part in value]

    def rows(self, table: Table, key: str) -> list[Table]:
        """The tables of `[[key]]`."""
        rows = table.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            raise self.fault(f"{key} must be a list of tables", f"write [[{key}]]")
        return rows

    def one_of(self, value: object, known: Iterable[str], key: str) -> str:
        """A word that must be among these."""
        words = list(known)
        if value in words:
            return str(value)
        hint = did_you_mean(str(value), words) or f"one of {', '.join(words)}"
        raise self.fault(f"{key} cannot be {value!r}", hint)
