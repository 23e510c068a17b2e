"""Tables of TOML files: their kinds, the values of keys, errors with their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

from mystpy.compilation import dataclass, pattern, replace
from mystpy.errors import GameError, MystError, ParseError, QueryError, did_you_mean
from mystpy.files.toml import toml_table

QUERY, MODEL = "a query file", "a model file"
PACKAGE_QUERY = "a package query file"
PUZZLE, CONJECTURES = "a puzzle file", "a file of conjectures"
TOURNAMENT, EXERCISE = "a tournament file", "an exercise"
WORKSHEET = "a worksheet"
RECORD = "a record of a game"

READERS = {
    QUERY: "mystpy ask, know, legal, poss, why and draw read it",
    PACKAGE_QUERY: "mystpy ask, know, legal, poss, why, show, model and draw read it",
    MODEL: "mystpy check, why, update, plan, bisimilar, product, model, draw read it",
    PUZZLE: "mystpy puzzle and draw read it",
    CONJECTURES: "mystpy theorem --file reads it",
    TOURNAMENT: "mystpy tournament and play read it",
    EXERCISE: "mystpy exercise reads it",
    WORKSHEET: "mystpy worksheet reads it, and grade with --worksheet",
    RECORD: "mystpy record reads it, and all commands that read query files",
}
"""Each kind of file, and the commands that read it."""

SMCDEL_ENDING = ".smcdel.txt"
_SMCDEL_BEGINNING = pattern(r"(?:\s|--[^\n]*(?:\n|$))*VARS\b")

_OF_MODELS = {"deal", "agents", "worlds", "atoms", "relations", "valuation", "point"}


def kind_of(table: Mapping[str, object]) -> str | None:
    """Return the kind of the file with this table; None if its keys are ambiguous."""
    if "record" in table or (table and all(map(str.isdecimal, table))):
        return RECORD
    if "worksheet" in table:
        return WORKSHEET
    if "exercise" in table:
        return EXERCISE
    if "conjecture" in table:
        return CONJECTURES
    if "player" in table:
        return TOURNAMENT
    if isinstance(table.get("worlds"), dict):
        return PUZZLE
    if {"game", "history"} & set(table):
        return QUERY
    if isinstance(table.get("theory"), str):
        return PACKAGE_QUERY
    return MODEL if {*_OF_MODELS, "step", "check"} & set(table) else None


def kind_of_text(text: str) -> str | None:
    """Return the kind of the file with this text; if it is no TOML, a query file.

    None if its keys are ambiguous.
    """
    from mystpy.files.toml import toml_table  # not needed by those who have the table

    try:
        return kind_of(toml_table(text, None))
    except MystError:
        return QUERY


def is_task(name: str) -> bool:
    """Return whether the file name is that of a planning task: a list, or grounded."""
    return name.endswith(".json")


def is_smcdel(text: str, name: str) -> bool:
    """Return whether a file is one of SMCDEL, by its name or its beginning."""
    if name.endswith((SMCDEL_ENDING, ".smcdel")):
        return True
    return bool(_SMCDEL_BEGINNING.match(text))


def is_efg(text: str) -> bool:
    """Return whether a text begins as a file of Gambit's format .efg does."""
    return text.lstrip("\ufeff \t\r\n").startswith("EFG ")


Table = Mapping[str, Any]
Found = TypeVar("Found")
Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The text of a file, with errors that give its name and the line.

    Errors are about a file of this `kind`. Without a name, messages call it `what`.
    `part`, such as the name of one of its tables, follows the place.
    """

    text: str
    name: str | None = None
    kind: type[QueryError] = QueryError
    what: str = "query"
    part: str = ""

    def table(self) -> dict[str, Any]:
        """Return the table of the text. Raises ParseError if it is not TOML."""
        return toml_table(self.text, self.name)

    def of(self, part: str) -> TomlFile:
        """Return the same file, whose errors are reported as those of a part."""
        return replace(self, part=part)

    @property
    def called(self) -> str:
        """Return the file's name, with that of the part."""
        name = self.name or self.what
        return f"{name}: {self.part}" if self.part else name

    def place(self, word: str | None = None) -> str:
        """Return the file's name, with the line of the word if only one line has it.

        Otherwise the line on which it is the key, if there is exactly one.
        """
        name = self.name or self.what
        part = f": {self.part}" if self.part else ""
        if not word:
            return name + part
        anywhere = rf"(?<!\w){re.escape(word)}(?!\w)"
        for wanted in (anywhere, rf"""^\s*["']?{re.escape(word)}["']?\s*="""):
            found = re.compile(wanted)
            rows = enumerate(self.text.split("\n"), 1)
            lines = [number for number, row in rows if found.search(row)]
            if len(lines) == 1:
                return f"{name}:{lines[0]}{part}"
        return name + part

    def line_of(self, text: object) -> int:
        """Return the line on which a text begins that occurs in the file, else 1."""
        start = self.text.find(text) if isinstance(text, str) and text else -1
        return self.text.count("\n", 0, max(start, 0)) + 1

    def fault(
        self, message: str, hint: str | None = None, *, word: str | None = None
    ) -> QueryError:
        """Return an error that names the file, and the line of the wrong word."""
        return self.kind(f"{self.place(word)}: {message}", hint=hint, word=word)

    def named(self, error: MystError) -> MystError:
        """Return an error with the file's name, and its place if that is known."""
        if isinstance(error, ParseError):
            return self._placed(error)
        if str(error).startswith(f"{self.name or self.what}:"):
            return error
        kept = isinstance(error, (GameError, self.kind))
        kind = type(error) if kept else self.kind
        place = self.place(getattr(error, "word", None))
        return kind(f"{place}: {error}", hint=error.hint)

    def with_location(
        self, make: Callable[Given, Found], *args: Given.args, **rest: Given.kwargs
    ) -> Found:
        """Return the result of a call; add the file's name to its error."""
        try:
            return make(*args, **rest)
        except MystError as error:
            raise self.named(error) from None

    def _placed(self, error: ParseError) -> ParseError:
        """Return the error with its place in the file, if that can be found."""
        if not self.text:  # the tables were given, not read
            return error
        start = self.text.find(error.text) if error.text.strip() else -1
        once = start >= 0 and self.text.find(error.text, start + 1) < 0
        elsewhere = f"{self.called}, in {error.text.strip()[:40]!r}"
        if once:
            return error.within(self.text, start, self.name)
        return error.within(error.text, 0, elsewhere)

    def only(
        self, table: object, keys: Iterable[str], where: str, needed: Sequence[str] = ()
    ) -> None:
        """Reject values that are no table, unknown keys, and missing keys."""
        known = tuple(keys)
        if not isinstance(table, Mapping):
            raise self.fault(f"{where} must be a table", f"keys: {', '.join(known)}")
        kind = kind_of(table)
        if where in READERS and kind not in (where, None):
            raise self.fault(f"this is {kind}, not {where}", READERS[str(kind)])
        for key in table:
            if key not in known:
                near = did_you_mean(key, known) or f"the keys are {', '.join(known)}"
                raise self.fault(f"{where} has no key {key!r}", near, word=key)
        for key in needed:
            if key not in table:
                raise self.fault(f"{where} has no {key!r}")

    def string(self, table: Table, key: str) -> str | None:
        """Return the text of a key; None if it is absent."""
        value = table.get(key)
        if value is not None and not isinstance(value, str):
            raise self.fault(f"{key} must be a text, not {value!r}")
        return value

    def word(self, table: Table, key: str) -> str | None:
        """Return the text of a key, or a whole number as text; None if it is absent."""
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self.string(table, key)

    def needed(self, table: Table, key: str, where: str) -> str:
        """Return the word of a key that must be present."""
        value = self.word(table, key)
        if value is None:
            raise self.fault(f"{where} has no {key!r}")
        return value

    def number(
        self, table: Table, key: str, what: str = "a whole number"
    ) -> int | None:
        """Return the whole number of a key; None if it is absent."""
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.fault(f"{key} must be {what}, not {value!r}")
        return value

    def flag(self, table: Table, key: str) -> bool:
        """Return whether a key is true; false if it is absent."""
        value = table.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(f"{key} must be true or false, not {value!r}", word=key)
        return value

    def strings(self, table: Table, key: str) -> tuple[str, ...]:
        """Return the texts listed under a key; none if it is absent."""
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            raise self.fault(f"{key} must be a list of texts, not {value!r}")
        return tuple(value)

    def words(self, value: object, what: str) -> list[str]:
        """Return a list of texts; numbers are converted to texts."""
        if isinstance(value, list) and all(isinstance(x, str | int) for x in value):
            return [str(x) for x in value]
        raise self.fault(f"{what} must be a list of texts, not {value!r}")

    def lists(self, value: object, what: str) -> list[list[str]]:
        """Return a list of lists of words."""
        if not isinstance(value, list):
            raise self.fault(f"{what} must be a list of lists, not {value!r}")
        return [self.words(part, what) for part in value]

    def inner(self, table: Table, key: str) -> Table:
        """Return the table under a key; an empty one if it is absent."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(f"{key} must be a table", f"write [{key}]", word=key)
        return value

    def rows(self, table: Table, key: str) -> list[Table]:
        """Return the tables of `[[key]]`."""
        rows = table.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            raise self.fault(f"{key} must be a list of tables", f"write [[{key}]]")
        return rows

    def choice(self, value: object, known: Iterable[str], key: str) -> str:
        """Return a word that must be among these."""
        words = list(known)
        if value in words:
            return str(value)
        hint = did_you_mean(str(value), words) or f"one of {', '.join(words)}"
        raise self.fault(f"{key} cannot be {value!r}", hint)
