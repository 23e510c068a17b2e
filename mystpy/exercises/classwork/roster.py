"""The names of a class: from a list with one on each line, or a platform's gradebook.

A gradebook is a CSV file of Moodle, Canvas or ILIAS, known by its column titles.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from mystpy.compilation import pattern
from mystpy.errors import QueryError

_WHOLE = (
    *("full name", "student", "vollständiger name", "name"),
    *("nom complet", "nombre completo"),
)
_FIRST = ("first name", "firstname", "vorname", "prénom", "nombre")
_LAST = (
    *("last name", "surname", "lastname", "nachname"),
    *("nom", "nom de famille", "apellido(s)", "apellidos"),
)
_NO_STUDENTS = ("points possible", "student, test", "test student")
"""The words that Canvas writes in the column of students for other rows."""
_SEPARATOR = pattern("sep=.?")
"""The line that names the delimiter to a spreadsheet; a tab at its end is stripped."""
_TABLE = 3
"""A file whose first and last lines have so many cells is a table, not a list."""


def names_of_class(text: str) -> list[str]:
    """The names in the text of a file, in its order; comments begin with #.

    Raises QueryError for a table that cannot be read, or has no column of names.
    """
    lines = [line for line in text.splitlines() if line.strip(" \t,;")]
    if lines and _SEPARATOR.fullmatch(lines[0].strip()):
        del lines[0]
    delimiter = _delimiter(lines[0]) if lines else ","
    try:
        rows = list(csv.reader(lines, delimiter=delimiter))
    except csv.Error as error:
        raise QueryError(
            f"it cannot be read as a table (CSV): {error}",
            hint="export it again, or write one name on each line",
        ) from None
    columns = _columns(rows[0]) if rows else ()
    if columns:
        return list(_named(rows[1:], columns))
    if rows and len(rows[0]) >= _TABLE and len(rows[0]) == len(rows[-1]):
        titles = ", ".join(map(repr, (*_WHOLE[:2], _FIRST[0], _LAST[0])))
        raise QueryError(
            "it is a table, but no column is known to have names",
            hint=f"call the columns of names {titles}, or write one name on each line",
        )
    stripped = (line.strip() for line in lines)
    return [line for line in stripped if not line.startswith("#")]


def _delimiter(head: str) -> str:
    return max(",;\t", key=head.count)


def _columns(head: Sequence[str]) -> tuple[int, ...]:
    """The columns of names: of whole names, or of first and last ones."""
    titles = [title.strip().casefold() for title in head]
    if len(titles) < 2:
        return ()

    def place(known: Sequence[str]) -> int | None:
        return next((k for k, title in enumerate(titles) if title in known), None)

    first, last, whole = place(_FIRST), place(_LAST), place(_WHOLE)
    if first is not None and last is not None:
        return first, last
    return () if whole is None else (whole,)


def _named(rows: Sequence[Sequence[str]], columns: tuple[int, ...]) -> Iterator[str]:
    for row in rows:
        parts = [row[k].strip() for k in columns if k < len(row)]
        name = " ".join(filter(None, parts))
        if not name or name.casefold() in _NO_STUDENTS:
            continue
        last, comma, first = name.partition(",")
        yield f"{first.strip()} {last.strip()}".strip() if comma else name
