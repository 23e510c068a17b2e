"""Chapter 5 of the thesis, conclusions: its statements in their order."""

from __future__ import annotations

from mystpy.theses.chapter5 import conclusions, largest_questions, sorts

IN_PASSING = (*conclusions.STATEMENTS, *sorts.STATEMENTS)

STATEMENTS = (
    *IN_PASSING,
    *largest_questions.STATEMENTS,
)
