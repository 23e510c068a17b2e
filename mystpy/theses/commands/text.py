"""Statements and what was found of them, as text."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping

from mystpy.compilation import replace
from mystpy.conjectures.conjecture import NO_GUESSES
from mystpy.conjectures.scopes.words import scope_words
from mystpy.conjectures.verdict import Result
from mystpy.coq.record import assumed
from mystpy.theses.errata import inline, part_lines
from mystpy.theses.page import (
    BY_COQ,
    bases_and_domain,
    by_argument,
    verdict_words,
)
from mystpy.theses.report import SettledStatement, result_object
from mystpy.theses.statement import Assertion, Formula, Statement


def summary(counts: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """A line for each chapter, and how to go on from there."""
    for chapter, (number, formulas) in counts.items():
        name = f"chapter {chapter}" if chapter.isdigit() else chapter.replace("_", " ")
        heading = f"{number:3} statements, {formulas} of them formulas of situations"
        yield f"{name:16} {heading}"
    total = sum(number for number, _ in counts.values())
    yield f"{'':16} {total:3} in all"
    yield ""
    yield "`mystpy theorem ID` settles a statement, `--all` all of them; `--chapter`"
    yield "and `--search` list some, `--verdict` settles those and prints what is so."


def statement_lines(statements: Iterable[Statement]) -> Iterator[str]:
    """A line for each statement: identifier, place, what it says."""
    rows = [(s.id, s.place, s.says) for s in statements]
    wide = [max((len(row[k]) for row in rows), default=0) for k in (0, 1)]
    for id, place, says in rows:
        yield f"{id:{wide[0]}}  {place:{wide[1]}}  {says}"


def formal(statement: Statement) -> Iterator[str]:
    """The lines that show a statement formally: its formulas, as they are."""
    yield f"{statement.id}  {statement.place}"
    yield f"  {statement.says}"
    yield f"  {statement.formal}"
    yield f"  speaks of: {statement.assertion.speaks_of}"
    yield from _pasted(statement.assertion, "  ")
    for reading in statement.readings:
        yield f"  read as: {reading.words}"
        if reading.formula is not None:
            yield f"    {reading.formula}"
            yield from _pasted(reading, "    ")


def _pasted(assertion: Assertion, indent: str) -> Iterator[str]:
    """The command that settles a formula that is written out."""
    formula = assertion.formula
    if formula is not None and formula.by is None:
        yield f"{indent}{shlex.join(command_words(formula))}"


def command_words(formula: Formula) -> list[str]:
    """The words of the command that settles a formula: `mystpy theorem --say ...`."""
    words = ["mystpy", "theorem", "--say", formula.text]
    if formula.form != "always":
        words += ["--form", formula.form]
    if formula.depth is not None:
        words += ["--depth", str(formula.depth)]
    if not formula.guesses:
        words += ["--moves", NO_GUESSES]
    return [*words, "--games", inline(formula.games)]


def formal_object(statement: Statement) -> dict[str, object]:
    """A statement as a JSON object, with the formulas that it and its readings are."""
    found: dict[str, object] = {
        "id": statement.id,
        "place": statement.place,
        "says": statement.says,
        "formal": statement.formal,
        "chapter": statement.chapter,
        "speaks_of": dict(statement.assertion.speaks_of.given),
    }
    found |= _formula_object(statement.assertion)
    if statement.readings:
        found["readings"] = [
            {"reading": reading.words} | _formula_object(reading)
            for reading in statement.readings
        ]
    return found


def _formula_object(assertion: Assertion) -> dict[str, object]:
    formula = assertion.formula
    if formula is None:
        return {}
    return {"form": formula.form, "formula": formula.text, "games": formula.games}


def verdict_lines(found: SettledStatement) -> Iterator[str]:
    """The lines of a verdict."""
    verdict = verdict_words(result_object(found.result))
    yield f"{found.id}  {found.place}  {verdict}  {found.seconds:.1f} s"
    if found.says != found.formal:
        yield f"  {found.says}"
    yield from _result(found.result, "  ")
    yield from _readings(found)


def proved_by_coq(stated: Statement, result: Result) -> Iterator[str]:
    """The lines of a verdict of Coq, before the cross-check is computed."""
    yield f"{stated.id}  {stated.place}  {verdict_words(result_object(result))}"
    if stated.says != stated.formal:
        yield f"  {stated.says}"
    yield from _result(result, "  ")


def cross_check(found: SettledStatement) -> Iterator[str]:
    """The lines of the cross-check of a statement that Coq proves."""
    result, seconds = found.result, f"{found.seconds:.1f} s"
    if result.statement.split() != found.formal.split():
        yield f"  checked: {result.statement}"
    if result.method.startswith(BY_COQ):
        yield f"  cross-check ({seconds}): {result.note}"
        yield from _queries(result, "  ")
    else:
        yield f"  cross-check ({seconds}): {result.verdict}, so this is the verdict:"
        yield from _result(replace(result, statement=""), "  ")
    yield from _readings(found)


def _readings(found: SettledStatement) -> Iterator[str]:
    for words, read in found.result.readings:
        yield f"  {verdict_words(result_object(read))}, read as: {words}"
        yield from _result(read, "    ")


def _result(result: Result, indent: str) -> Iterator[str]:
    if result.statement:
        yield f"{indent}{result.statement}"
    if result.method.startswith(BY_COQ):
        yield f"{indent}by {result.method}; {scope_words(result.scope)}"
        name = result.method.removeprefix(BY_COQ).strip()
        yield f"{indent}assumptions: {assumed(name)}"
    elif result.instances or result.method != "none":
        looked = f"{result.instances} instance{'s' * (result.instances != 1)}"
        words = [result.method, scope_words(result.scope), looked]
        yield f"{indent}by {'; '.join(filter(None, words))}"
    for line in bases_and_domain(result_object(result)):
        yield f"{indent}{line[0].lower()}{line[1:].rstrip('.')}"
    if result.note:
        yield f"{indent}{result.note}"
    if result.argument is not None:
        yield f"{indent}{by_argument(result_object(result))}"
    yield from _queries(result, indent)


def _queries(result: Result, indent: str) -> Iterator[str]:
    for name, query in (
        ("counterexample", result.counterexample),
        ("example", result.example),
    ):
        if query is not None:
            yield f"{indent}{name}:"
            yield from _query(query, indent + "  ")


def _query(query: Mapping[str, object], indent: str) -> Iterator[str]:
    taken = query.get("taken", [])
    for key, value in query.items():
        if key == "taken":
            continue
        if key == "parts":
            yield from (f"{indent}{line}" for line in part_lines(query))
            continue
        if key == "history" and isinstance(value, list) and isinstance(taken, list):
            before = value[: len(value) - len(taken)]
            yield f"{indent}history: {' '.join(map(str, before)) or 'init0'}"
            if taken:
                yield f"{indent}then: {' '.join(map(str, taken))}"
        elif key == "hands" and isinstance(value, Mapping):
            hands = (f"{k}={','.join(map(str, cards))}" for k, cards in value.items())
            yield f"{indent}hands: {' '.join(hands)}"
        else:
            plain = value if isinstance(value, str) else json.dumps(value, default=str)
            yield f"{indent}{key}: {plain}"
