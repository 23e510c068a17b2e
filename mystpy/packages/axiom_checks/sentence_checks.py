"""Sentences of theory.toml: made printable, and checked if lines are read by them."""

from __future__ import annotations

from collections.abc import Collection

from mystpy.files.table import Table, TomlFile
from mystpy.packages.package import Symbol, places_in

MAX_NOTES = 10
"""The maximal number of lines for one action."""

_OVERRIDES = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2028\u2029")
_ISOLATES = frozenset("\u2066\u2067\u2068\u2069\ufeff")


def printable(text: str | None) -> str:
    """Return a text in which control characters are written out, as `\\x1b`.

    A terminal would obey them, and a picture could not have them. Tabs and the ends of
    lines stay; so do letters of all languages, but not marks of their direction.
    """
    return "".join(map(_printable, text or ""))


def _printable(letter: str) -> str:
    if letter in "\n\t":
        return letter
    code = ord(letter)
    if code < 32 or 127 <= code < 160:
        return f"\\x{code:02x}"
    hidden = letter in _OVERRIDES or letter in _ISOLATES or 0xD800 <= code < 0xE000
    return f"\\u{code:04x}" if hidden or code in (0xFFFE, 0xFFFF) else letter


def note_templates(
    file: TomlFile, row: Table, symbol: Symbol, private: Collection[int]
) -> tuple[str, ...]:
    """Return the lines for an action: the text under `notes`, or a list of them.

    `private` has the places, from 1, of arguments that a line may leave out. Raises
    QueryError for a line without one of the others, or with one that is not there.
    """
    value = row.get("notes", [])
    lines = [value] if isinstance(value, str) else value
    if not isinstance(lines, list) or not all(isinstance(x, str) for x in lines):
        raise file.fault("notes must be a text or a list of texts", word="notes")
    if len(lines) > MAX_NOTES:
        raise file.fault(f"{symbol.name} has more than {MAX_NOTES} notes")
    for line in lines:
        _require_places(file, symbol, line, private)
    return tuple(map(printable, lines))


def _require_places(
    file: TomlFile, symbol: Symbol, line: str, private: Collection[int]
) -> None:
    named = places_in(line)
    if not any(letter.isalnum() for letter in line):
        raise file.fault(f"a line in notes of {symbol.name} has no words")
    for place in sorted(named):
        if not 1 <= place <= len(symbol.sorts):
            raise file.fault(
                f"notes of {symbol.name} name argument {place}, which it does not have",
                f"its arguments are numbered from 1 to {len(symbol.sorts)}",
                word=line,
            )
    for place in range(1, len(symbol.sorts) + 1):
        if place not in named and place not in private:
            raise file.fault(
                f"a line in notes of {symbol.name} does not say argument {place}",
                f"write {{{place}}} into it; only private ones can be left out",
                word=line,
            )
