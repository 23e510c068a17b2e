"""Chapter 2, with section 1.3 on knowledge: every sentence that asserts something."""

from __future__ import annotations

from mystpy.theorems import (
    chapter2_frequency,
    chapter2_initial,
    chapter2_invariants,
    chapter2_knowledge,
    chapter2_partition,
    chapter2_printed,
    chapter2_remarks,
    chapter2_s5,
    chapter2_worlds,
    tptp_prover,
)
from mystpy.theorems.bench import Statement

STATEMENTS: tuple[Statement, ...] = (
    *chapter2_s5.STATEMENTS,
    *chapter2_worlds.STATEMENTS,
    *chapter2_partition.STATEMENTS,
    *chapter2_initial.STATEMENTS,
    *chapter2_invariants.STATEMENTS,
    *chapter2_printed.STATEMENTS,
    *chapter2_knowledge.STATEMENTS,
    *chapter2_remarks.STATEMENTS,
    *chapter2_frequency.STATEMENTS,
    *tptp_prover.STATEMENTS,
)
