"""Results in the words of their statements, and as theorems of Coq prove them."""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

from mystpy.compilation import replace
from mystpy.conjectures.scopes.domain import Domain
from mystpy.conjectures.scopes.judging import proved_within
from mystpy.conjectures.scopes.words import scope_words
from mystpy.conjectures.verdict import NO_WITNESS, Result, Verdict
from mystpy.coq.record import Theorem
from mystpy.theories import edited_theory
from mystpy.theses.basis.notes import join_notes, sentence
from mystpy.theses.basis.trust_base import by_kernel
from mystpy.theses.statement import Assertion, ResultText, Statement


def with_proof(result: Result, theorem: Theorem | None, domain: Domain) -> Result:
    """Return a result that rests on a checked proof in Coq, if there is one.

    A result that is FALSE or OPEN by computation does not change: then Coq proves
    something else. Apart from Coq's proof, the note gives the result for the `domain`
    of the sentence.
    """
    if theorem is None or not result.verdict.good:
        return result
    scope = scope_words(result.scope)
    verdict = proved_within(result, domain).verdict
    without = f"without Coq: {verdict} by {result.method}, {scope}"
    note = join_notes(join_notes(result.note, theorem.note), without.rstrip(", "))
    return replace(proved_by(theorem, result), note=note, argument=None, argued=None)


def proved_by(theorem: Theorem, result: Result) -> Result:
    """Return a result as a theorem of Coq proves it."""
    return replace(
        result,
        verdict=Verdict.PROVED,
        method=f"Coq: {theorem.name}",
        scope=theorem.scope,
        rests_on=by_kernel(theorem),
    )


def render_result(result: Result, assertion: Assertion, statement: Statement) -> Result:
    """Return a result in the words of its assertion, or of its case.

    An argument in words is added if something holds within bounds. It changes neither
    the verdict nor the scope.
    """
    words = _words(result, assertion, statement)
    formal = statement.formal if assertion is statement.assertion else ""
    values = result.values
    result = replace(
        result,
        statement=_filled(words.statement, values) or result.statement or formal,
        note=join_notes(_filled(words.note, values), result.note) or None,
    )
    if words.argument is None or result.for_all_sizes or not result.verdict.good:
        return result
    argument = sentence(_filled(words.argument, values))
    return replace(result, argument=argument, argued=assertion.argued)


def _words(result: Result, assertion: Assertion, statement: Statement) -> ResultText:
    if result.case is None:
        return assertion.result_text
    case = assertion.cases.get(result.case, statement.assertion.cases.get(result.case))
    if case is None and result.case == NO_WITNESS:
        case = ResultText()  # the other words are for a witness that does
    assert case is not None, f"{statement.id}: no words for the case {result.case}"
    return replace(case, statement=case.statement or assertion.result_text.statement)


def _filled(text: str | None, values: Mapping[str, object]) -> str:
    if text is None or "$" not in text:
        return text or ""
    try:
        return Template(text).substitute(values)
    except KeyError:  # under edited axioms a check can end without some values
        if edited_theory() is None:
            raise
        return ""
