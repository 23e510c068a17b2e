"""docs/theorems.json: the page has what the bench finds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.theses.bench import settle, statements
from mystpy.theses.report import finding_object
from tests.theorems import (
    test_bridge,
    test_chapter2,
    test_chapter3,
    test_chapter4,
    test_chapter4_remarks,
    test_games,
    test_remarks,
)

PAGE = json.loads((Path(__file__).parents[2] / "docs/theorems.json").read_text("utf-8"))


def expected() -> Iterator[tuple[str, str]]:
    """The verdicts in the tables of the tests, by identifier."""
    yield from test_chapter2.VERDICTS.items()
    yield from test_games.EXPECTED.items()
    for table in (test_chapter3.EXPECTED, test_remarks.EXPECTED, test_bridge.EXPECTED):
        yield from ((name, verdicts[0]) for name, verdicts in table.items())
    for module in (test_chapter4, test_chapter4_remarks):
        for name, words in (module.QUICK | module.LONGER).items():
            yield name, words.split()[0]


def test_the_page_has_every_statement_in_its_order() -> None:
    assert [row["id"] for row in PAGE] == list(statements())


def test_the_page_has_the_verdicts_of_the_tables() -> None:
    told = {row["id"]: row["verdict"] for row in PAGE}
    assert {name: told[name] for name, _ in expected()} == dict(expected())


@pytest.mark.slow
@pytest.mark.parametrize("row", PAGE, ids=[row["id"] for row in PAGE])
def test_the_page_is_what_is_found_now(row: dict[str, object]) -> None:
    finding, _ = settle(statements()[str(row["id"])], Budget())
    found = json.loads(json.dumps(finding_object(finding)))
    assert {key: row.get(key) for key in found} == found
