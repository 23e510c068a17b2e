"""The record of Coq's checks: current, closed, and its effect on verdicts."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from mystpy.conjectures.scopes.domain import Domain
from mystpy.conjectures.scopes.judging import proved_within
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.coq import record as module
from mystpy.coq.formulas import coq_files
from mystpy.coq.record import (
    CLOSED,
    LATER,
    assumed,
    checked_later,
    later_files,
    later_print,
    named_theorems,
    premise,
    proving_theorem,
    record,
    sources_print,
    theorems,
)
from mystpy.files.toml import file_text
from mystpy.theses.basis.rendering import with_proof
from mystpy.theses.bench import statement
from mystpy.theses.commands.text import verdict_lines
from mystpy.theses.report import SettledStatement

PROOF = re.compile(
    r"^(?:Lemma|Theorem) (\w+).*?^(?:Proof|.* Proof\.).*?Qed\.$", re.M | re.S
)
TEXTS = {path.stem: path.read_text("utf-8") for path in coq_files()}
HOLDS = Result(Verdict.HOLDS, "F", "exhaustive", {"c": 8}, 145)


def test_what_was_checked_is_what_stands_there() -> None:
    assert record()["sources"] == sources_print(), "run `make proofs`"
    for row in theorems():
        stated = statement(row.id)
        if row.reading is None:
            text = stated.formal
        else:
            read = next(each for each in stated.readings if each.words == row.reading)
            text = read.text or stated.formal
        found = proving_theorem(row.id, text, row.reading)
        assert found == (None if row.refutes else row), f"{row.id}: `make proofs`"


def test_each_theorem_that_is_named_stands_in_its_file() -> None:
    names = {*named_theorems()}
    assert names == set(record()["theorems"])
    assert len(theorems()) > 50
    for name in names:
        stem, _, word = name.partition(".")
        alias = re.search(rf"^Notation {word} := (\w+) ", TEXTS[stem], re.M)
        word = alias[1] if alias else word
        assert re.search(rf"^(Lemma|Theorem) {word}\b", TEXTS[stem], re.M), name


def test_nothing_is_left_unproved_and_proofs_are_short() -> None:
    code = {
        stem: re.sub(r"\(\*.*?\*\)", "", text, flags=re.S)
        for stem, text in TEXTS.items()
    }
    for text in code.values():
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Abort)\b", text)
    lengths = [
        len(found[0].splitlines())
        for text in code.values()
        for found in PROOF.finditer(text)
    ]
    assert len(lengths) > 100
    assert median(lengths) < 15


def test_a_verdict_rests_on_a_checked_proof() -> None:
    row = next(row for row in theorems() if row.id == "remark-3.1-all-no")
    found = with_proof(HOLDS, row, Domain())
    assert (found.verdict, found.method) == (Verdict.PROVED, "Coq: Pile.all_no")
    assert found.for_all_sizes
    assert found.note == "without Coq: HOLDS by exhaustive, c <= 8"
    lines = list(verdict_lines(SettledStatement("x", "3.1", "F", "F", found, 0)))
    assert lines[0].startswith("x  3.1  PROVED (Coq: Pile.all_no)")
    assert "  assumptions: none" in lines


def test_a_theorem_of_fewer_games_proves_no_more() -> None:
    row = next(row for row in theorems() if row.id == "remark-3.1-all-no")
    two = replace(row, scope={"p": 2, "m, n, q, depth": "any"})
    found = proved_within(with_proof(HOLDS, two, Domain()), Domain())
    assert (found.verdict, found.method) == (Verdict.HOLDS, "Coq: Pile.all_no")
    players = Domain({"p": 2})
    found = proved_within(with_proof(HOLDS, two, players), players)
    assert found.verdict is Verdict.PROVED


@pytest.mark.parametrize("verdict", [Verdict.FALSE, Verdict.OPEN])
def test_what_is_false_or_open_by_computing_stays_so(verdict: Verdict) -> None:
    result = replace(HOLDS, verdict=verdict)
    assert with_proof(result, theorems()[0], Domain()) is result


def test_a_proof_does_not_count_after_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = statement("theorem-3.1")
    assert proving_theorem(stated.id, stated.formal)
    assert proving_theorem(stated.id, stated.formal + " & true") is None
    module._recorded.cache_clear()
    monkeypatch.setattr(module, "sources_print", lambda: "another")
    assert proving_theorem(stated.id, stated.formal) is None
    module._recorded.cache_clear()
    monkeypatch.setattr(module, "proofs_dir", lambda: None)
    assert proving_theorem(stated.id, stated.formal) is None
    module._recorded.cache_clear()


def test_a_theorem_that_assumes_something_proves_no_statement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = next(row for row in theorems() if row.id == "remark-2.2-in-order")
    text = statement(row.id).formal
    written = record()
    for name in row.names:
        module._recorded.cache_clear()
        said = written["assumptions"] | {name: "Axioms: guessed : False"}
        monkeypatch.setattr(module, "record", lambda: written | {"assumptions": said})  # noqa: B023
        assert proving_theorem(row.id, text) is None
        assert assumed(name) == "Axioms: guessed : False"
    module._recorded.cache_clear()
    monkeypatch.setattr(module, "record", lambda: written)
    assert proving_theorem(row.id, text) == row
    assert {assumed(name) for name in row.names} == {"none"}
    module._recorded.cache_clear()


def test_what_takes_minutes_counts_if_it_was_checked_as_it_is_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (name,) = (row.later for row in theorems() if row.later)
    stem, _, word = name.partition(".")
    (path,) = later_files()
    assert path.stem == stem
    assert re.search(rf"^Theorem {word} : ", path.read_text("utf-8"), re.M)
    found = {"sources": later_print(), "assumptions": {name: CLOSED}}
    for changed, counts in (
        ({}, True),
        ({"sources": "another"}, False),
        ({"assumptions": {name: "Axioms: guessed : False"}}, False),
        ({"assumptions": {}}, False),
    ):
        now = record() | {LATER: found | changed}
        monkeypatch.setattr(module, "record", lambda: now)  # noqa: B023
        assert checked_later(name) == counts
        told = premise("observation-4.1-limit")
        assert told.startswith("Coq's kernel" if counts else "In Coq these")
    assert premise("theorem-3.1") == ""


def test_what_a_file_needs_is_in_its_print(monkeypatch: pytest.MonkeyPatch) -> None:
    before = later_print()
    seen: list[str] = []

    def changed(path: Path) -> str:
        seen.append(path.stem)
        return file_text(path) + "(* more *)" * (path.stem == "Draws")

    monkeypatch.setattr(module, "file_text", changed)
    assert later_print() != before
    assert {"LastStates", "Parabola", "Draws", "Polynomial", "Recurrence"} <= set(seen)
    assert "Fluents" not in seen
