"""Statements and what was found of them, as text."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping

from mystpy.compilation import replace
from mystpy.conjectures.conjecture import NO_GUESSES
from mystpy.conjectures.verdict import Finding
from mystpy.theses.counterexample import inline
from mystpy.theses.page import BY_COQ, by_argument, scope_words, verdict_words
from mystpy.theses.report import Settled, finding_object
from mystpy.theses.statement import Assertion, Formula, Statement


def summary(counts: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """A line for each chapter, and how to go on from there."""
    for chapter, (number, formulas) in counts.items():
        name = f"chapter {chapter}" if chapter.isdigit() else chapter.replace("_", " ")
        told = f"{number:3} statements, {formulas} of them formulas of situations"
        yield f"{name:16} {told}"
    total = sum(number for number, _ in counts.values())
    yield f"{'':16} {total:3} in all"
    yield ""
    yield "`mystpy theorem ID` settles a statement, `--all` all of them; `--chapter`"
    yield "and `--search` list some, `--verdict` settles those and prints what is so."


def listed(statements: Iterable[Statement]) -> Iterator[str]:
    """A line for each statement: identifier, place, what it says."""
    rows = [(s.id, s.place, s.says) for s in statements]
    wide = [max((len(row[k]) for row in rows), default=0) for k in (0, 1)]
    for id, place, says in rows:
        yield f"{id:{wide[0]}}  {place:{wide[1]}}  {says}"


def formal(statement: Statement) -> Iterator[str]:
    """The lines that show a statement formally: its formulas, as they stand."""
    yield f"{statement.id}  {statement.place}"
    yield f"  {statement.says}"
    yield f"  {statement.formal}"
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
        yield f"{indent}{shlex.join(said(formula))}"


def said(formula: Formula) -> list[str]:
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


def settled(found: Settled) -> Iterator[str]:
    """The lines of a verdict."""
    verdict = verdict_words(finding_object(found.finding))
    yield f"{found.id}  {found.place}  {verdict}  {found.seconds:.1f} s"
    if found.says != found.formal:
        yield f"  {found.says}"
    yield from _finding(found.finding, "  ")
    yield from _readings(found)


def proved_by_coq(stated: Statement, finding: Finding) -> Iterator[str]:
    """The lines of a verdict of Coq, before the cross-check is computed."""
    yield f"{stated.id}  {stated.place}  {verdict_words(finding_object(finding))}"
    if stated.says != stated.formal:
        yield f"  {stated.says}"
    yield from _finding(finding, "  ")


def cross_check(found: Settled) -> Iterator[str]:
    """The lines of the cross-check of a statement that Coq proves."""
    finding, seconds = found.finding, f"{found.seconds:.1f} s"
    if finding.statement.split() != found.formal.split():
        yield f"  checked: {finding.statement}"
    if finding.method.startswith(BY_COQ):
        yield f"  cross-check ({seconds}): {finding.note}"
        yield from _queries(finding, "  ")
    else:
        yield f"  cross-check ({seconds}): {finding.verdict}, so this is the verdict:"
        yield from _finding(replace(finding, statement=""), "  ")
    yield from _readings(found)


def _readings(found: Settled) -> Iterator[str]:
    for words, read in found.finding.readings:
        yield f"  {verdict_words(finding_object(read))}, read as: {words}"
        yield from _finding(read, "    ")


def _finding(finding: Finding, indent: str) -> Iterator[str]:
    if finding.statement:
        yield f"{indent}{finding.statement}"
    if finding.method.startswith(BY_COQ):
        yield f"{indent}by {finding.method}; {scope_words(finding.scope)}"
        yield f"{indent}assumptions: none"
    elif finding.instances or finding.method != "none":
        looked = f"{finding.instances} instance{'s' * (finding.instances != 1)}"
        words = [finding.method, scope_words(finding.scope), looked]
        yield f"{indent}by {'; '.join(filter(None, words))}"
    if finding.note:
        yield f"{indent}{finding.note}"
    if finding.argument is not None:
        yield f"{indent}{by_argument(finding_object(finding))}"
    yield from _queries(finding, indent)


def _queries(finding: Finding, indent: str) -> Iterator[str]:
    for name, query in (
        ("counterexample", finding.counterexample),
        ("example", finding.example),
    ):
        if query is not None:
            yield f"{indent}{name}:"
            yield from _query(query, indent + "  ")


def _query(query: Mapping[str, object], indent: str) -> Iterator[str]:
    taken = query.get("taken", [])
    for key, value in query.items():
        if key == "taken":
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
