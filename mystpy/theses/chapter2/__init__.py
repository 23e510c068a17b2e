"""Chapter 2, with section 1.3 on knowledge: every sentence that asserts something."""

from __future__ import annotations

from mystpy.theses.bench import Statement
from mystpy.theses.chapter2 import (
    s1_3_s5,
    s1_4_worlds,
    s2_06_initial,
    s2_06_partition,
    s2_07_invariants,
    s2_07_turns,
    s2_08_prover,
    s2_09_printed,
    s2_10_frequency,
    s2_10_knowledge,
)

STATEMENTS: tuple[Statement, ...] = (
    *s1_3_s5.STATEMENTS,
    *s1_4_worlds.STATEMENTS,
    *s2_06_partition.STATEMENTS,
    *s2_06_initial.STATEMENTS,
    *s2_07_invariants.STATEMENTS,
    *s2_09_printed.STATEMENTS,
    *s2_10_knowledge.STATEMENTS,
    *s2_07_turns.STATEMENTS,
    *s2_10_frequency.STATEMENTS,
    *s2_08_prover.STATEMENTS,
)
