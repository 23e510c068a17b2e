"""Statements that are formulas: broken on purpose, they come out false."""

from __future__ import annotations

from dataclasses import replace

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Verdict
from mystpy.theses.bench import statement

SAMPLE = Budget(scope="sample", processes=1)


def test_with_larger_questions_nothing_is_sure_to_tell() -> None:
    formula = statement("remark-4.2-guaranteed").assertion.formula
    assert formula is not None
    games = {"p": 2, "c": "..5", "where": "q = m+n+2"}
    larger = replace(formula, sample=games).conjecture("guaranteed", full=False)
    assert settle(larger, SAMPLE).verdict is Verdict.FALSE


def test_a_guess_that_is_left_out_refutes_nothing() -> None:
    parts = statement("theorem-4.3").readings
    formula = next(part.formula for part in parts if part.name == "guesses")
    assert formula is not None
    said = formula.conjecture("guesses", full=False)
    assert settle(said, SAMPLE).verdict is Verdict.FALSE
    assert settle(replace(said, guesses=False), SAMPLE).verdict.good
