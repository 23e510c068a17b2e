"""Statements chosen by chapter, by words, or by the verdicts of a recorded page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from mystpy.conjectures.verdict import Verdict
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.json_text import json_value
from mystpy.files.toml import file_text
from mystpy.theses.bench import statements
from mystpy.theses.page import Row
from mystpy.theses.statement import Statement


def choose_statements(
    chapters: Sequence[str], text: str | None = None
) -> tuple[Statement, ...]:
    """Return the statements of these chapters (default: all) that contain a text.

    The text is searched for in identifiers, places, sentences, formulas and
    formalizations, ignoring capitals. Raises QueryError for an unknown chapter.
    """
    every = tuple(statements().values())
    known = dict.fromkeys(stated.chapter for stated in every)
    for chapter in chapters:
        if chapter not in known:
            hint = did_you_mean(chapter, known) or f"one of {', '.join(known)}"
            raise QueryError(
                f"there is no chapter {chapter!r}", hint=hint, word=chapter
            )
    found = (stated for stated in every if not chapters or stated.chapter in chapters)
    return tuple(stated for stated in found if text is None or says(stated, text))


def says(stated: Statement, text: str) -> bool:
    """Return whether a text is in a statement or in one of its formalizations."""
    words = [stated.id, stated.place, stated.says, stated.formal]
    words += [reading.words for reading in stated.readings]
    parts = (stated.assertion, *stated.readings)
    words += [str(part.formula) for part in parts if part.formula]
    return text.casefold() in "\n".join(words).casefold()


def count_statements(every: Iterable[Statement]) -> dict[str, tuple[int, int]]:
    """Return how many statements, and formulas among them, each chapter has."""
    found: dict[str, tuple[int, int]] = {}
    for stated in every:
        number, formulas = found.get(stated.chapter, (0, 0))
        is_formula = stated.assertion.formula is not None
        found[stated.chapter] = number + 1, formulas + is_formula
    return found


def unchanged_rows(folder: Path) -> dict[str, Row]:
    """Return the rows of a recorded page whose statements and checks are unchanged.

    The other parts of a row are updated.
    """
    from mystpy.theses.fingerprint import slices

    rows = {row["id"]: row for row in _rows(folder / "theorems.json")}
    found: dict[str, Row] = {}
    for stated in statements().values():
        row = rows.get(stated.id)
        if row is not None and row.get("fingerprint") == slices().fingerprint(stated):
            found[stated.id] = {**row, **said_of(stated)}
    return found


def with_fingerprints(rows: Iterable[Row]) -> list[Row]:
    """Return the rows with the fingerprints that `unchanged_rows` compares."""
    from mystpy.theses.fingerprint import slices

    known = statements()
    return [
        {**row, "fingerprint": slices().fingerprint(known[row["id"]])} for row in rows
    ]


def said_of(stated: Statement) -> Row:
    """Return the parts of a statement's row that do not depend on its result."""
    return {
        "place": stated.place,
        "says": stated.says,
        "formal": stated.formal,
        "chapter": stated.chapter,
        "weight": stated.weight,
        "kind": stated.kind,
    }


def recorded_rows(path: Path) -> tuple[dict[str, Row], str]:
    """Return the rows of a page that `--report` wrote, and the day it did."""
    found = {row["id"]: row for row in _rows(path)}
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return found, f"{written:%Y-%m-%d}"


def _rows(path: Path) -> list[Row]:
    """Return the rows of a page by `--report`. Raises QueryError for other files."""
    try:
        rows: list[Row] = json_value(file_text(path))
        if not all(row["id"] and row["verdict"] in list(Verdict) for row in rows):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise QueryError(
            f"{path} is no page of verdicts",
            hint="give the theorems.json that `mystpy theorem --all --report` writes",
        ) from None
    return rows
