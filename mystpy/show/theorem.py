"""Statements and what was found of them, as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from mystpy.conjectures.verdict import Finding
from mystpy.theses.page import scope_words
from mystpy.theses.report import Settled
from mystpy.theses.statement import Statement


def listed(statements: Iterable[Statement]) -> Iterator[str]:
    """Yield a line for each statement: identifier, place, what it says."""
    rows = [(s.id, s.place, s.says) for s in statements]
    wide = [max((len(row[k]) for row in rows), default=0) for k in (0, 1)]
    for id, place, says in rows:
        yield f"{id:{wide[0]}}  {place:{wide[1]}}  {says}"


def formal(statement: Statement) -> Iterator[str]:
    """Yield the lines that show the formal statement beside its number."""
    yield f"{statement.id}  {statement.place}"
    yield f"  {statement.says}"
    yield f"  {' '.join(statement.formal.split())}"


def settled(found: Settled) -> Iterator[str]:
    """Yield the lines of a verdict."""
    yield f"{found.id}  {found.place}  {found.finding.verdict}  {found.seconds:.1f} s"
    if found.says != found.formal:
        yield f"  {found.says}"
    yield from _finding(found.finding, "  ")
    for words, read in found.finding.readings:
        yield f"  {read.verdict}, read as: {words}"
        yield from _finding(read, "    ")


def _finding(finding: Finding, indent: str) -> Iterator[str]:
    yield f"{indent}{finding.statement}"
    if finding.instances or finding.method != "none":
        looked = f"{finding.instances} instance{'s' * (finding.instances != 1)}"
        words = [finding.method, scope_words(finding.scope), looked]
        yield f"{indent}by {'; '.join(filter(None, words))}"
    if finding.note:
        yield f"{indent}{finding.note}"
    for name, query in (
        ("counterexample", finding.counterexample),
        ("example", finding.example),
    ):
        if query is not None:
            yield f"{indent}{name}:"
            yield from _query(query, indent + "  ")


def _query(query: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in query.items():
        if key == "history" and isinstance(value, list):
            yield f"{indent}history: {' '.join(map(str, value)) or 'init0'}"
        elif key == "hands" and isinstance(value, Mapping):
            hands = (f"{k}={','.join(map(str, cards))}" for k, cards in value.items())
            yield f"{indent}hands: {' '.join(hands)}"
        else:
            plain = value if isinstance(value, str) else json.dumps(value, default=str)
            yield f"{indent}{key}: {plain}"
