"""Chapter 4 of the thesis, two players: its statements in their order."""

from __future__ import annotations

from mystpy.theorems.chapter4 import (
    algorithm,
    bluffing,
    chances,
    existence,
    extension,
    first_move,
    knowledge,
    largest,
    recurrence_statements,
    remarks,
    shared,
    single_card,
    values,
)

STATEMENTS = (
    *remarks.STATEMENTS,
    *knowledge.STATEMENTS,
    *largest.STATEMENTS,
    *algorithm.STATEMENTS,
    *chances.STATEMENTS,
    *extension.STATEMENTS,
    *values.STATEMENTS,
    *bluffing.STATEMENTS,
    *first_move.STATEMENTS,
    *single_card.STATEMENTS,
    *existence.STATEMENTS,
    *shared.STATEMENTS,
    *recurrence_statements.STATEMENTS,
)
