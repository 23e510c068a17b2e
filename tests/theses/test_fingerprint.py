"""Fingerprints: what changes them, what does not, and what is settled again."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.errors import QueryError
from mystpy.theses.basis.syntax import plain
from mystpy.theses.bench import statement, statements
from mystpy.theses.choice import unchanged_rows, with_fingerprints
from mystpy.theses.fingerprint import ProgramSlices, roots, slices, source
from mystpy.theses.page import Row
from mystpy.theses.statement import SENTENCE

LEMMAS = "mystpy.theses.chapter3.s3_3.lemmas"
LIMITS = "mystpy.thresholds"
CHECKS = ("lemma-3.1", "lemma-3.2", "theorem-4.4")
"""Statements without a formula, whose slices are small."""

IDS = (*CHECKS, "lemma-3.3", "theorem-3.2", "axiom-2.32")


@cache
def before() -> dict[str, str]:
    return {name: slices().fingerprint(statement(name)) for name in IDS}


def changed_by(
    module: str, old: str, new: str, *, of: tuple[str, ...] = CHECKS
) -> set[str]:
    """Return the statements whose fingerprints change if a module's text does."""
    text = source(module)
    assert text is not None
    assert text.count(old) == 1
    other = ProgramSlices(
        lambda name: text.replace(old, new) if name == module else source(name)
    )
    return {name for name in of if other.fingerprint(statement(name)) != before()[name]}


def test_a_check_that_says_something_else_is_noticed() -> None:
    assert changed_by(LEMMAS, "found <= rounds(game)", "found < rounds(game)") == {
        "lemma-3.1"
    }


def test_what_checks_have_in_common_is_noticed_in_all_of_them() -> None:
    needed = "mystpy.theses.chapter3.s3_3.needed"
    assert changed_by(needed, "c = 8 if budget.full else 6", "c = 7", of=IDS) == {
        *("lemma-3.1", "lemma-3.2", "lemma-3.3", "theorem-3.2")
    }


def test_how_formulas_are_settled_is_noticed_in_what_has_a_formula() -> None:
    settle = ("mystpy.conjectures.settle", "settle")
    formulas = {
        name
        for name in IDS
        if settle in slices().reached(*roots(statement(name).assertion))
    }
    assert "axiom-2.32" in formulas
    assert not {"lemma-3.1", "theorem-4.4"} & formulas
    limit = "MAX_PLAYERS_OF_INDUCTION = "
    changed = changed_by(LIMITS, f"{limit}6", f"{limit}5", of=IDS)
    assert changed == formulas


def test_comments_docstrings_and_layout_are_left_out() -> None:
    head = "def lemma_1(budget: Budget) -> Result:\n"
    assert not changed_by(LEMMAS, head, f"# a comment\n{head}    # another\n\n")
    assert not changed_by(LEMMAS, "Return the result for lemma-3.1.", "Lemma 3.1.")
    assert not changed_by(
        LEMMAS, "budget, known_deal, _in_rounds", "budget,\nknown_deal, _in_rounds"
    )


def test_an_entry_that_says_something_else_is_noticed() -> None:
    stated = statement("lemma-3.1")
    words = replace(stated.assertion.result_text, argument="It is clear.")
    other = replace(stated, assertion=replace(stated.assertion, result_text=words))
    assert slices().fingerprint(other) != slices().fingerprint(stated)
    # Its place and weight are written without settling it again.
    moved = replace(stated, place="Lemma 3.1, below", weight=1)
    assert slices().fingerprint(moved) == slices().fingerprint(stated)


def test_a_statement_whose_formula_a_check_takes_is_part_of_it() -> None:
    # axiom-2.25-needed asks whether a reading of axiom-2.25-printed holds.
    stated = statement("axiom-2.25-needed")
    places = slices().reached(*roots(stated.assertion))
    assert ("mystpy.theses.chapter2.formulas", "said") in places
    named = {name for place in places for name in slices().statements_in(place)}
    assert "axiom-2.25-printed" in named


def test_all_versions_of_python_write_the_same_plain_text() -> None:
    tree = ast.parse("def f(x: int = 1) -> str:\n    'Doc.'\n    return f'{x!r:>3}'\n")
    assert plain(tree.body) == (
        "[FunctionDef(name='f', args=arguments(args=[arg(arg='x',"
        " annotation=Name(id='int', ctx=Load()))], defaults=[Constant(value=1)]),"
        " body=[Return(value=JoinedStr(values=[FormattedValue(value=Name(id='x',"
        " ctx=Load()), conversion=114, format_spec=JoinedStr(values=["
        "Constant(value='>3')]))]))], returns=Name(id='str', ctx=Load()))]"
    )


def page(folder: Path, **spoiled: str) -> list[Row]:
    """Write a page of rows in which some fingerprints are wrong."""
    rows = with_fingerprints([{**ROW, "id": name} for name in statements()])
    rows = [
        {**row, "fingerprint": spoiled.get(row["id"], row["fingerprint"])}
        for row in rows
    ]
    (folder / "theorems.json").write_text(json.dumps(rows), encoding="utf-8")
    return rows


ROW: Row = {
    "verdict": "PROVED",
    "statement": "something",
    "reading": None,
    "scope": {},
    "method": "as written",
    "instances": 1,
    "counterexample": None,
    "note": None,
    "seconds": 0.0,
}


def made_anew(folder: Path, *words: str) -> Result:
    """Return the output of the command that writes the page again."""
    command = ("theorem", "--all", "--changed", "--report", str(folder))
    return CliRunner().invoke(cli, [*command, "--processes", "1", *words])


def test_only_what_has_changed_is_settled_again(tmp_path: Path) -> None:
    page(tmp_path, **{"axiom-2.7-same": "other"})
    result = made_anew(tmp_path)
    assert result.exit_code == 0, result.output
    assert [
        line.split()[0] for line in result.stdout.splitlines() if line[0] != " "
    ] == [
        "axiom-2.7-same",
        str(sum(stated.kind == SENTENCE for stated in statements().values())),
    ]
    rows = json.loads((tmp_path / "theorems.json").read_text("utf-8"))
    assert [row["id"] for row in rows] == list(statements())
    again = {row["id"]: row["method"] for row in rows if row["method"] != "as written"}
    assert again == {"axiom-2.7-same": "Coq: Situation.ax_2_7"}
    assert unchanged_rows(tmp_path).keys() == statements().keys()
    assert rows[0]["says"] == next(iter(statements().values())).says


def test_what_is_settled_in_part_is_settled_again(tmp_path: Path) -> None:
    page(tmp_path, **{"axiom-2.7-same": "other"})
    assert made_anew(tmp_path, "--sample").exit_code == 0
    left = statements().keys() - unchanged_rows(tmp_path).keys()
    assert left == {"axiom-2.7-same"}


def test_what_is_no_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="there is no file"):
        unchanged_rows(tmp_path)
    result = CliRunner().invoke(cli, ["theorem", "--all", "--changed"])
    assert result.exit_code == 2
    assert "or --report" in result.output
