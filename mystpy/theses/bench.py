"""The bench: it settles statements, and puts their results into words."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import cast

from mystpy.compilation import NamedTuple, replace
from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.scopes.judging import proved_within, refuted_within
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.coq.record import Theorem, proving_theorem
from mystpy.errors import (
    AxiomError,
    EngineMissing,
    IllegalActionError,
    MystError,
    QueryError,
)
from mystpy.theories import SHIPPED, edited_theory, theory_in
from mystpy.theses.basis.notes import join_notes
from mystpy.theses.basis.rendering import proved_by, render_result, with_proof
from mystpy.theses.basis.trust_base import Place, rests_on
from mystpy.theses.statement import (
    Assertion,
    Statement,
    files,
    find_statement,
    identifiers,
    statements_of,
)


def statements() -> dict[str, Statement]:
    """Return all statements by identifier: the thesis in its order, bridge, paper."""
    found: dict[str, Statement] = {}
    for path in files():
        for stated in statements_of(path):
            assert stated.id not in found, f"{stated.id} is stated twice"
            found[stated.id] = stated
    return found


def statement(name: str) -> Statement:
    """Return the statement of an identifier; QueryError with the nearest one."""
    found = find_statement(name)
    if found is None:
        from mystpy.names.numbered import statement_hint  # for errors only

        hint = statement_hint(name, list(identifiers()))
        raise QueryError(f"there is no statement {name!r}", hint=hint, word=name)
    return found


def settle(statement: Statement, budget: Budget) -> tuple[Result, float]:
    """Return the result of a statement, computed now, and the seconds it took.

    A statement that Coq proves is PROVED if the time was up before there was another
    result.
    """
    result, seconds = timed_check(
        lambda: settle_statement(statement, budget), statement.formal, budget
    )
    theorem, left = _theorem(statement.id, statement.formal), budget.left()
    is_up = left is not None and left <= 0 and result.verdict is Verdict.OPEN
    if theorem is not None and is_up:
        text = f"the cross-check did not end within {budget.seconds:g} seconds"
        noted = replace(result, note=join_notes(theorem.note, text))
        domain = statement.assertion.speaks_of
        result = proved_within(proved_by(theorem, noted), domain)
    return result.as_answer() if statement.asked else result, seconds


def timed_check(
    check: Callable[[], Result], formal: str, budget: Budget
) -> tuple[Result, float]:
    """Return the result of a check, and the seconds it took.

    A check that the budget stops before it has a result is OPEN.
    """
    start = time.monotonic()
    try:
        result = check()
    except CheckStopped:
        result = Result.open(
            formal,
            f"the check did not end within {budget.seconds:g} seconds"
            if budget.seconds is not None
            else "the check was stopped",
        )
    return result, time.monotonic() - start


def settle_statement(statement: Statement, budget: Budget) -> Result:
    """Return the result of a statement with those of its formalizations, in words."""
    theorem = _theorem(statement.id, statement.formal)
    known = replace(budget, proved=theorem is not None)
    main = _settled(statement.id, statement.assertion, known)
    domain = statement.assertion.speaks_of
    result = _with_readings(main, statement.assertion, statement, budget)
    result = proved_within(with_proof(result, theorem, domain), domain)
    result = _with_bases(result, statement.assertion)
    return result.as_answer() if statement.asked else result


def by_coq(statement: Statement) -> Result | None:
    """Return the result by a theorem of Coq, without a cross-check, or None."""
    theorem = _theorem(statement.id, statement.formal)
    if theorem is None:
        return None
    proved = proved_by(theorem, Result.open(statement.formal))
    result = proved_within(proved, statement.assertion.speaks_of)
    return result.as_answer() if statement.asked else result


def _theorem(id: str, text: str, reading: str | None = None) -> Theorem | None:
    """Return the theorem of Coq that proves a statement; None for edited axioms."""
    return proving_theorem(id, text, reading) if edited_theory() is None else None


def _with_readings(
    main: Result, assertion: Assertion, statement: Statement, budget: Budget
) -> Result:
    """Return a result in words, with the formalizations of data and of its check."""
    by_name = dict(main.readings)
    result = replace(render_result(main, assertion, statement), readings=())
    result = _with_parts(refuted_within(result, assertion.speaks_of))
    for reading in assertion.readings:
        if reading.formula or reading.check or reading.unchecked:
            read = _settled(statement.id, reading, budget)
        elif reading.name in by_name:
            read = by_name.pop(reading.name)
        else:
            continue  # the check ended otherwise, and has no such result
        read = _with_readings(read, reading, statement, budget)
        text = reading.text or statement.formal
        theorem = _theorem(statement.id, text, reading.words)
        read = with_proof(read, theorem, reading.speaks_of)
        read = proved_within(read, reading.speaks_of)
        settled = reading if reading.formula or reading.check else statement.assertion
        read = _with_bases(read, settled)
        result = result.read_as(reading.words, read, instead=reading.instead)
    assert not by_name, f"{statement.id}: no words for {', '.join(by_name)}"
    return result


def _with_parts(result: Result) -> Result:
    """Return a result whose counterexample has the value of each part."""
    query = result.counterexample
    if query is None or "formula" not in query or "parts" in query:
        return result
    from mystpy.conjectures.replay.instance import explained  # slow to load

    return replace(result, counterexample=explained(query))


def _with_bases(result: Result, assertion: Assertion) -> Result:
    """Return a result with its trust base, by its method and its check's code."""
    formula = assertion.formula
    check = assertion.check or (formula and formula.by)

    def imported() -> set[Place]:
        from mystpy.theses.fingerprint import slices  # reads the checks: not at start

        module, _, name = str(check).partition(":")
        return slices().imported((f"mystpy.theses.{module}", name))

    return replace(result, rests_on=rests_on(result, imported if check else None))


def _settled(name: str, assertion: Assertion, budget: Budget) -> Result:
    """Return the result of an assertion's check or formula; OPEN without one."""
    formula = assertion.formula
    if assertion.unchecked is not None:
        return Result.open(note=assertion.unchecked, method="no check")
    if formula is None:
        assert assertion.check is not None, "an assertion has a formula or a check"
        return _checked(name, assertion.check, budget)
    conjecture = formula.conjecture(name, full=budget.full)
    if formula.by is not None:
        return cast("Result", function(formula.by)(conjecture, budget))
    from mystpy.conjectures.settle import settle as settle_conjecture

    return settle_conjecture(conjecture, budget)


def _checked(name: str, check: str, budget: Budget) -> Result:
    """Return the result of a check; OPEN without the engine that it needs.

    Raises AxiomError if the check assumes something that edited axioms do not imply:
    for example that a question is answered, if they let nobody answer.
    """
    try:
        return cast("Result", function(check)(budget))
    except EngineMissing as error:
        return Result.open(note=str(error))
    except (*_TAKEN_FOR_GRANTED, QueryError, IllegalActionError) as error:
        if edited_theory() is None:
            raise
        what = str(error) if isinstance(error, MystError) else type(error).__name__
        raise AxiomError(
            f"the check of {name} takes for granted what these axioms do not say"
            f" ({what})"
        ) from error


_TAKEN_FOR_GRANTED = (
    ArithmeticError,
    AssertionError,
    LookupError,
    RuntimeError,
    StopIteration,
    ValueError,
)
"""Errors of a check that finds no case, or another case than it was written for."""


def function(name: str) -> Callable[..., object]:
    """Return the function of a name such as `chapter3.s3_1.pile:swoop`."""
    module, _, check = name.partition(":")
    found = getattr(importlib.import_module(f"mystpy.theses.{module}"), check)
    return cast("Callable[..., object]", found)


class ComparedResult(NamedTuple):
    """The result of a statement, and that under the shipped axioms.

    `here` is None if no method supports the axioms in force; `refused` gives the
    reason. `only_shipped` is true if Coq proves it for the shipped axioms, and other
    methods had to settle it here. `stopped` is true if the time was up before both were
    found.
    """

    here: Result | None
    shipped: Result
    seconds: float
    only_shipped: bool
    refused: str = ""
    stopped: bool = False

    @property
    def changed(self) -> bool:
        """Return whether the verdict, or that of a formalization, differs."""
        return not self.undecided and _truths(self.here) != _truths(self.shipped)

    @property
    def undecided(self) -> bool:
        """Return whether it is open here, but not under the shipped axioms."""
        if self.here is None or self.stopped:
            return True
        is_open = self.here.verdict is Verdict.OPEN
        return is_open and self.shipped.verdict is not Verdict.OPEN


def compare_axioms(stated: Statement, budget: Budget) -> ComparedResult:
    """Settle a statement under the axioms in force and under the shipped ones.

    Results of finished work are kept separately. A proof in Coq is not checked again.
    """
    with theory_in(SHIPPED):
        proof = by_coq(stated)
    here, refused, seconds = None, "", 0.0
    try:
        here, seconds = settle(stated, replace(budget, results={}))
    except AxiomError as error:
        refused = str(error)
    if proof is not None and (here is None or not stated.readings):
        return ComparedResult(here, proof, seconds, only_shipped=True, refused=refused)
    with theory_in(SHIPPED):
        shipped, _ = settle(stated, replace(budget, results={}))
    left = budget.left()
    stopped = left is not None and left <= 0
    return ComparedResult(here, shipped, seconds, proof is not None, refused, stopped)


def _truths(result: Result | None) -> list[object]:
    """Return the truth of the statement and its formalizations, by the verdicts."""
    if result is None:
        return []
    verdicts = [result.truth, *(read.verdict for _, read in result.readings)]
    return [Verdict.HOLDS if each.good else each for each in verdicts]
