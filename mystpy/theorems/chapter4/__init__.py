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
    remarks_algorithm,
    remarks_bluffs,
    remarks_conclusions,
    remarks_counter,
    remarks_early,
    remarks_first,
    remarks_guesses,
    remarks_honest,
    remarks_left_out,
    remarks_proof,
    remarks_shared,
    remarks_sorts,
    shared,
    single_card,
    values,
)

IN_PASSING = (
    *remarks_algorithm.STATEMENTS,
    *remarks_first.STATEMENTS,
    *remarks_counter.STATEMENTS,
    *remarks_early.STATEMENTS,
    *remarks_bluffs.STATEMENTS,
    *remarks_proof.STATEMENTS,
    *remarks_shared.STATEMENTS,
    *remarks_left_out.STATEMENTS,
    *remarks_honest.STATEMENTS,
    *remarks_guesses.STATEMENTS,
    *remarks_conclusions.STATEMENTS,
    *remarks_sorts.STATEMENTS,
)
"""What chapters 4 and 5 say in passing."""

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
    *IN_PASSING,
)
