"""The parts of the pages: each source, the questions of the sources, our statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mystpy.theses.statement import OWN, QUESTION

YES, NO = "yes", "no"
"""The answers to a question, as the pages have them."""

THESIS = "The thesis"
GAMES = "Knowledge games"
OTHERS = "Other reports"
QUESTIONS = "Questions that the sources ask"
OURS = "Our own statements"

_CHAPTERS = {
    "knowledge_games": GAMES,
    "clue_player": "A Clue player",
    "clue_models": "Clue agents with Kripke models",
    "whats_my_number": "What's my number",
}
"""The part for each chapter that has no number; one that is not here is in OTHERS."""

PARTS = (THESIS, *_CHAPTERS.values(), OTHERS, QUESTIONS, OURS)
"""The parts of a page, in their order."""


def part_of(row: Mapping[str, Any]) -> str:
    """The part of the pages that the row of a statement belongs to."""
    kind = row.get("kind")
    if kind in (QUESTION, OWN):
        return QUESTIONS if kind == QUESTION else OURS
    return part_of_chapter(str(row.get("chapter", "")))


def part_of_chapter(chapter: str) -> str:
    """The part of the pages for the sentences of a chapter."""
    return THESIS if chapter.isdigit() else _CHAPTERS.get(chapter, OTHERS)
