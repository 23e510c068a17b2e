"""The bench: statements are settled, and their findings told in words."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping
from string import Template
from typing import cast

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget, Stopped
from mystpy.conjectures.verdict import NO_WITNESS, Finding, Verdict
from mystpy.coq.record import Theorem, proved
from mystpy.errors import EngineMissing, QueryError, did_you_mean
from mystpy.theories import edited_theory
from mystpy.theses.entries import file_of, files, identifiers, statements_of
from mystpy.theses.page import scope_words
from mystpy.theses.statement import Assertion, Statement, Words, joined, sentence


def statements() -> dict[str, Statement]:
    """All statements by identifier: the thesis in its order, the bridge, the paper."""
    found: dict[str, Statement] = {}
    for path in files():
        for stated in statements_of(path):
            assert stated.id not in found, f"{stated.id} is stated twice"
            found[stated.id] = stated
    return found


def statement(name: str) -> Statement:
    """The statement of an identifier, or QueryError with the nearest one."""
    path = file_of(name)
    if path is None:
        hint = did_you_mean(name, identifiers())
        hint = hint or "`mystpy theorem --search TEXT` looks for statements"
        raise QueryError(f"there is no statement {name!r}", hint=hint, word=name)
    return next(stated for stated in statements_of(path) if stated.id == name)


def settle(statement: Statement, budget: Budget) -> tuple[Finding, float]:
    """The finding of a statement, recomputed now, and the seconds it took."""
    return timed(lambda: found(statement, budget), statement.formal, budget)


def timed(
    check: Callable[[], Finding], formal: str, budget: Budget
) -> tuple[Finding, float]:
    """The finding of a check, and the seconds it took.

    A check that the budget stops, and that has nothing to say then, is OPEN.
    """
    start = time.monotonic()
    try:
        finding = check()
    except Stopped:
        finding = Finding.open(
            formal,
            f"the check did not end within {budget.seconds:g} seconds"
            if budget.seconds is not None
            else "the check was stopped",
        )
    return finding, time.monotonic() - start


def found(statement: Statement, budget: Budget) -> Finding:
    """The finding of a statement with those of its readings, in words."""
    theorem = _theorem(statement.id, statement.formal)
    known = replace(budget, proved=theorem is not None)
    main = _settled(statement.id, statement.assertion, known)
    finding = _with_readings(main, statement.assertion, statement, budget)
    return with_proof(finding, theorem)


def by_coq(statement: Statement) -> Finding | None:
    """The finding by a theorem of Coq, without a cross-check; None if there is none."""
    theorem = _theorem(statement.id, statement.formal)
    if theorem is None:
        return None
    return _proved_by(theorem, Finding.open(statement.formal))


def _theorem(id: str, text: str, reading: str | None = None) -> Theorem | None:
    """The theorem of Coq that proves a statement; none does under edited axioms."""
    return proved(id, text, reading) if edited_theory() is None else None


def with_proof(finding: Finding, theorem: Theorem | None) -> Finding:
    """A finding that rests on a checked proof in Coq, if there is one.

    What is FALSE or OPEN by computing stays so: then Coq proves something else.
    """
    if theorem is None or not finding.verdict.good:
        return finding
    scope = scope_words(finding.scope)
    without = f"without Coq: {finding.verdict} by {finding.method}, {scope}"
    note = joined(joined(finding.note, theorem.note), without.rstrip(", "))
    return replace(_proved_by(theorem, finding), note=note, argument=None, argued=None)


def _proved_by(theorem: Theorem, finding: Finding) -> Finding:
    """A finding with the verdict of a theorem of Coq."""
    return replace(
        finding,
        verdict=Verdict.PROVED,
        method=f"Coq: {theorem.name}",
        scope=theorem.scope,
    )


def _with_readings(
    main: Finding, assertion: Assertion, statement: Statement, budget: Budget
) -> Finding:
    """A finding in words, with the readings that are data and those of its check."""
    by_name = dict(main.readings)
    finding = replace(told(main, assertion, statement), readings=())
    for reading in assertion.readings:
        if reading.formula or reading.check or reading.unchecked:
            read = _settled(statement.id, reading, budget)
        elif reading.name in by_name:
            read = by_name.pop(reading.name)
        else:
            continue  # the check came to another end, and has no such finding
        read = _with_readings(read, reading, statement, budget)
        text = reading.text or statement.formal
        read = with_proof(read, _theorem(statement.id, text, reading.words))
        finding = finding.read_as(reading.words, read, instead=reading.instead)
    assert not by_name, f"{statement.id}: no words for {', '.join(by_name)}"
    return finding


def _settled(name: str, assertion: Assertion, budget: Budget) -> Finding:
    """What the check, or the formula, of an assertion finds; OPEN if it has none."""
    formula = assertion.formula
    if assertion.unchecked is not None:
        return Finding.open(note=assertion.unchecked, method="no check")
    if formula is None:
        assert assertion.check is not None, "an assertion has a formula or a check"
        try:
            return cast("Finding", function(assertion.check)(budget))
        except EngineMissing as error:
            return Finding.open(note=str(error))
    conjecture = formula.conjecture(name, full=budget.full)
    if formula.by is not None:
        return cast("Finding", function(formula.by)(conjecture, budget))
    from mystpy.conjectures.settle.settle import settle as settle_conjecture

    return settle_conjecture(conjecture, budget)


def function(name: str) -> Callable[..., object]:
    """The function of a name such as `chapter3.s3_1.pile:swoop`."""
    module, _, check = name.partition(":")
    found = getattr(importlib.import_module(f"mystpy.theses.{module}"), check)
    return cast("Callable[..., object]", found)


def told(finding: Finding, assertion: Assertion, statement: Statement) -> Finding:
    """A finding in the words of its assertion, or of its case.

    An argument in words is told of what holds within bounds. It changes neither the
    verdict nor the scope.
    """
    words = _words(finding, assertion, statement)
    formal = statement.formal if assertion is statement.assertion else ""
    values = finding.values
    finding = replace(
        finding,
        statement=_filled(words.statement, values) or finding.statement or formal,
        note=joined(_filled(words.note, values), finding.note) or None,
    )
    if words.argument is None or finding.for_all_sizes or not finding.verdict.good:
        return finding
    argument = sentence(_filled(words.argument, values))
    return replace(finding, argument=argument, argued=assertion.argued)


def _words(finding: Finding, assertion: Assertion, statement: Statement) -> Words:
    if finding.case is None:
        return assertion.told
    case = assertion.cases.get(
        finding.case, statement.assertion.cases.get(finding.case)
    )
    if case is None and finding.case == NO_WITNESS:
        case = Words()  # what is told otherwise is told of a witness that does
    assert case is not None, f"{statement.id}: no words for the case {finding.case}"
    return replace(case, statement=case.statement or assertion.told.statement)


def _filled(text: str | None, values: Mapping[str, object]) -> str:
    """A text with values for its placeholders."""
    if text is None or "$" not in text:
        return text or ""
    return Template(text).substitute(values)
