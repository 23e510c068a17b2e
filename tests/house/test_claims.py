"""`docs/claims.toml`: each number of a page with the command that made it."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.house.package import ROOT
from tools.claim_tables import MAKERS, key_of, synced
from tools.claims import (
    LEDGER,
    MAX_AGE,
    Claim,
    differences,
    digest_of,
    faults,
    head_of,
    numbers,
    old_claims,
    read_claims,
    stamped,
    table_below,
    tables,
    uncovered,
    written,
)

CLAIMS = read_claims()
TODAY = date(2026, 11, 30)
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"
PAGE = f"It took 12.5 s.\n\n{TABLE}\n\nThere are 73\nexercises.\n\n{TABLE}\n"


def row(**given: object) -> Claim:
    values = {"page": "page.md", "command": "python -c 'print(73)'", "kind": "exact"}
    return Claim(**{**values, "date": TODAY, "version": "1.0", **given})  # type: ignore[arg-type]


def test_what_the_ledger_has_is_still_on_the_pages() -> None:
    assert not list(faults(CLAIMS)), "see tools/claims.py"


def test_every_number_in_the_readme_has_a_row() -> None:
    rows = [claim for claim in CLAIMS if claim.page == "README.md"]
    page = (ROOT / "README.md").read_text("utf-8")
    assert not uncovered(page, rows), "add a row for each to docs/claims.toml"


@pytest.mark.parametrize("page", MAKERS)
def test_every_table_with_numbers_has_a_row(page: str) -> None:
    have = {(claim.table, claim.nth) for claim in CLAIMS if claim.page == page}
    assert set(tables((ROOT / page).read_text("utf-8"))) <= have


def test_the_ledger_is_written_as_it_is_read() -> None:
    assert written(CLAIMS, head_of(LEDGER)) == LEDGER.read_text("utf-8")


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("It took 12.5 s, 3 MB and 4 times as long.", ["12.5 s", "3 MB", "4 times"]),
        ("73 exercises, 44,460 deals, 95 %", ["73", "44,460 deals", "95 %"]),
        ("Player 3 asks 2 players; (2.16), section 3.2, in 2014.", []),
        ("`mystpy 99`, [x](a99.md)\n```\n99 games\n```\n", []),
        ("Python 3.11 or 3.12, 9.0.4 or later, s15, 1. a", []),
    ],
)
def test_numbers_of_the_prose_are_found(page: str, found: list[str]) -> None:
    assert list(numbers(page)) == found


def test_a_number_without_a_row_is_noticed() -> None:
    rows = [row(text="took 12.5 s")]
    assert uncovered(PAGE, [*rows, row(text="73 exercises")]) == []
    assert uncovered(PAGE, rows) == ["73"]


def test_tables_are_found_by_their_first_line() -> None:
    assert list(tables(PAGE)) == [("| a | b |", 1), ("| a | b |", 2)]
    assert table_below(PAGE, "| a | b |", 2) == TABLE
    assert table_below(PAGE, "| a | b |", 3) == ""


def test_what_has_changed_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    right = [
        row(text="There are 73 exercises"),
        row(table="| a | b |", digest=digest_of(TABLE)),
    ]
    assert not list(faults(right, tmp_path))
    wrong = [
        row(text="There are 74 exercises"),
        row(table="| a | c |"),
        row(table="| a | b |", digest="00000000"),
        row(page="gone.md", text="73"),
    ]
    assert [x.rpartition(": ")[2] for x in faults(wrong, tmp_path)] == [
        "this text is not there",
        "there is no table with this first line",
        "the table has changed; then --stamp",
        "this text is not there",
    ]


def test_the_tables_of_the_ledger_are_found_when_they_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert {key_of(row) for row in synced(CLAIMS)} == {key_of(row) for row in CLAIMS}
    one = next(claim for claim in CLAIMS if claim.table and claim.nth == 1)
    moved = one._replace(page="docs/elsewhere.md", table="| another | line |")
    assert synced([moved])[0] in (one, *CLAIMS)
    gone = moved._replace(digest="00000000")
    assert gone.table not in {row.table for row in synced([gone])}
    assert "gone: docs/elsewhere.md: | another | line |" in capsys.readouterr().out


def test_rewording_a_table_changes_no_digest() -> None:
    assert digest_of(TABLE) == digest_of("| x |\n|---|\n| about 1 | of 2 |")
    assert digest_of(TABLE) != digest_of("| a |\n|---|\n| 1 | 3 |")


def test_old_numbers_are_reported() -> None:
    late = TODAY + MAX_AGE + timedelta(days=1)
    measured, once = row(kind="measured", text="1 s"), row(kind="once", text="2 s")
    assert old_claims([measured, row(text="73")], late) == [measured]
    assert old_claims([measured, once], TODAY) == [once]


def test_a_command_that_gives_something_else_is_noticed() -> None:
    assert differences(row(expect=("73",))) == []
    assert differences(row(expect=("74",))) == ["74"]


def test_a_table_that_was_made_again_is_stamped() -> None:
    one = next(claim for claim in CLAIMS if claim.table)
    changed = one._replace(digest="00000000")
    assert stamped([changed], TODAY, "9.9") == [one._replace(date=TODAY, version="9.9")]
    assert stamped([one], TODAY, "9.9") == [one]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ('kind = "guessed"', "the kind is one of"),
        ('kind = "exact"', "say what is expected"),
        ('kind = "measured"\nsize = 3', "unknown keys"),
        ('kind = "measured"\ntable = "| a |"', "a text or a table"),
    ],
)
def test_a_row_that_is_none_is_refused(change: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    given = 'page = "a.md"\ntext = "1 s"\ncommand = "x"\ndate = 2026-11-30\n'
    path.write_text(f'[[claim]]\n{given}version = "1"\n{change}\n', "utf-8")
    with pytest.raises(ValueError, match=fault):
        read_claims(path)
