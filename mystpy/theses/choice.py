"""Statements chosen by chapter, by words, or by the verdicts of a recorded page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from mystpy.conjectures.verdict import Verdict
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.toml import file_text
from mystpy.theses.bench import statements
from mystpy.theses.statement import Statement


def chosen(chapters: Sequence[str], text: str | None = None) -> tuple[Statement, ...]:
    """The statements of some chapters, of all if none is named, that say a text.

    The text is looked for in identifiers, places, sentences, formulas and readings,
    whatever its capitals. Raises QueryError for a chapter that there is not.
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
    """Whether a text stands in a statement or in one of its readings."""
    words = [stated.id, stated.place, stated.says, stated.formal]
    words += [reading.words for reading in stated.readings]
    parts = (stated.assertion, *stated.readings)
    words += [str(part.formula) for part in parts if part.formula]
    return text.casefold() in "\n".join(words).casefold()


def counted(every: Iterable[Statement]) -> dict[str, tuple[int, int]]:
    """How many statements each chapter has, and how many of them are formulas."""
    found: dict[str, tuple[int, int]] = {}
    for stated in every:
        number, formulas = found.get(stated.chapter, (0, 0))
        is_formula = stated.assertion.formula is not None
        found[stated.chapter] = number + 1, formulas + is_formula
    return found


def recorded(path: Path) -> tuple[dict[str, Verdict], str]:
    """The verdicts of a page that `--report` wrote, and the day on which it did."""
    try:
        rows = json.loads(file_text(path))
        found = {row["id"]: Verdict(row["verdict"]) for row in rows}
    except (ValueError, KeyError, TypeError):
        raise QueryError(
            f"{path} is no page of verdicts",
            hint="give the theorems.json that `mystpy theorem --all --report` writes",
        ) from None
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return found, f"{written:%Y-%m-%d}"
