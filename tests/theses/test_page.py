"""docs/theorems.json: the page has what the bench finds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.theses.bench import settle, statements
from mystpy.theses.fingerprint import slices
from mystpy.theses.page import page
from mystpy.theses.report import result_object
from tests.theses.test_verdicts import EXPECTED, FULL

DOCS = Path(__file__).parents[2] / "docs"
PAGE = json.loads((DOCS / "theorems.json").read_text("utf-8"))


def test_the_page_has_every_statement_in_its_order() -> None:
    assert [row["id"] for row in PAGE] == list(statements())


def test_the_page_has_the_expected_verdicts() -> None:
    for row in PAGE:
        said = ":".join(filter(None, (row["verdict"], row.get("answer"))))
        read = [said, *(r["verdict"] for r in row.get("readings", ()))]
        assert " ".join(read) == FULL.get(row["id"], EXPECTED[row["id"]]), row["id"]


def test_the_page_has_the_words_of_the_statements() -> None:
    for row, stated in zip(PAGE, statements().values(), strict=True):
        assert (row["place"], row["says"]) == (stated.place, stated.says)
        assert row["formal"] == stated.formal
        words = [read["reading"] for read in row.get("readings", ())]
        assert words == [reading.words for reading in stated.readings]


def test_the_page_is_of_the_statements_and_checks_as_they_are() -> None:
    known = statements()
    changed = [
        name
        for row in PAGE
        if (name := row["id"]) in known
        and row.get("fingerprint") != slices().fingerprint(known[name])
    ]
    few = ", ".join(changed[:8]) + (", ..." if len(changed) > 8 else "")
    assert not changed, f"{len(changed)} have changed ({few}): run `make refresh`"


def test_the_page_for_people_is_written_from_the_same_rows() -> None:
    text = (DOCS / "theorems.md").read_text("utf-8")
    assert text == "\n".join(page(PAGE)) + "\n"


def test_no_cell_of_the_table_ends_it() -> None:
    assert any("|" in json.dumps(row["scope"]) for row in PAGE)
    rows = [line for line in page(PAGE) if line.startswith(("| id ", "| ["))]
    assert len(rows) == len(PAGE) + 1
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in rows} == {10}


@pytest.mark.slow
@pytest.mark.parametrize("row", PAGE, ids=[row["id"] for row in PAGE])
def test_the_page_is_what_is_found_now(row: dict[str, object]) -> None:
    result, _ = settle(statements()[str(row["id"])], Budget())
    found = json.loads(json.dumps(result_object(result)))
    assert {key: row.get(key) for key in found} == found
