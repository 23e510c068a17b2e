"""The runs of the checkers on all certificates: tools/verified.py and its output."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.programs import needs
from tools import verified
from tools.certificates import MOST, Solved, solved
from tools.verified import Kept, Outcome, certificate_file, outcome, run, run_all
from tools.verified_page import (
    ACCEPTED,
    CHECKERS,
    FAILED,
    FOOT,
    HEAD,
    NOT_TRIED,
    OUTSIDE,
    REJECTED,
    STOPPED,
    WORDS,
    page_part,
    with_part,
)

DOCS = Path(__file__).parents[3] / "docs"
DATA = json.loads((DOCS / "verified.json").read_text("utf-8"))
ROWS: list[dict[str, Any]] = DATA["certificates"]
INSIDE = (ACCEPTED, STOPPED, NOT_TRIED)
SMALL = 60
"""Games with at most this number of sequences are checked again."""
GAMES = list(solved(MOST))
KEY = {(game.name, game.bluff): game for game in GAMES}


def test_every_certificate_of_the_page_occurs_once() -> None:
    page = (DOCS / "reference" / "certificates.md").read_text("utf-8")
    listed = re.findall(r"^\| (MYST\S+) \| (\w+) \| (\S+) \|", page, re.M)
    assert len(listed) == len(GAMES) == 197
    assert [(row["game"], row["bluff"], row["value"]) for row in ROWS] == listed


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_outcomes_are_words_of_the_table(checker: str) -> None:
    for row in ROWS:
        word, seconds = row[checker]
        assert word in WORDS
        assert word not in (REJECTED, FAILED), row
        assert (seconds is None) == (word in (OUTSIDE, NOT_TRIED)), row
        assert seconds is None or seconds <= DATA["seconds"] + 1
    assert sum(Counter(row[checker][0] for row in ROWS).values()) == len(GAMES)


def test_a_checker_is_left_out_just_where_the_theorem_is_about_no_such_game() -> None:
    for row in ROWS:
        game = KEY[row["game"], row["bluff"]]
        about = game.q <= game.m + game.n + 1
        assert row["verified"][0] in ((OUTSIDE, NOT_TRIED), INSIDE)[about], row
        assert OUTSIDE not in (row["package"][0], row["tool"][0])


def test_the_page_is_written_from_the_data() -> None:
    page = (DOCS / "reference" / "verified.md").read_text("utf-8")
    assert with_part(page, DATA) == page


def test_the_counts_of_the_page_add_up() -> None:
    part = page_part(DATA)
    counted = [
        re.findall(rf"^\| {re.escape(x)} \|.*$", part, re.M) for x in WORDS.values()
    ]
    cells = [line.split("|")[2:5] for lines in counted for line in lines]
    for column, checker in enumerate(CHECKERS):
        assert sum(int(each[column]) for each in cells) == len(ROWS), checker
    assert part.count("\n| MYST(") == len(ROWS)


def test_a_page_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"tools/verified\.py"):
        with_part(f"a page\n{FOOT}\n{HEAD}\n", DATA)


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a build folder for the test alone."""
    monkeypatch.setattr(verified, "BUILD", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.sequences <= SMALL],
    ids=lambda game: f"{game.name} {game.bluff}",
)
@pytest.mark.slow
@needs("coqc")
@needs("ocamlfind")
def test_the_checkers_say_of_a_small_one_what_the_page_says(
    game: Solved, build: Path
) -> None:
    (row,) = (x for x in ROWS if (x["game"], x["bluff"]) == (game.name, game.bluff))
    for checker in CHECKERS:
        found = outcome(checker, game, Kept(build / "kept"), 60)
        assert row[checker][0] in (found.word, NOT_TRIED, STOPPED)


@pytest.mark.parametrize("checker", ["package", "tool"])
def test_a_damaged_certificate_is_rejected(checker: str, build: Path) -> None:
    game = KEY["MYST(2,1,2,1)", "both"]
    damage(game, "upper", "3/4")
    found = outcome(checker, game, Kept(build / "kept"), 60)
    assert found.word == REJECTED


@pytest.mark.slow
@needs("coqc")
@needs("ocamlfind")
def test_the_verified_checker_rejects_a_damaged_one(build: Path) -> None:
    game = KEY["MYST(2,1,2,1)", "both"]
    damage(game, "lower", "3/4")
    assert outcome("verified", game, Kept(build / "kept"), 60).word == REJECTED


def damage(game: Solved, key: str, claimed: str) -> None:
    """Make the file of a certificate claim another bound."""
    path = certificate_file(game, solve=True)
    assert path is not None
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {key: claimed}))


def test_a_value_that_is_not_the_known_one_is_no_acceptance(build: Path) -> None:
    game = KEY["MYST(2,1,2,1)", "both"]
    other = game._replace(value="3/5")
    assert outcome("tool", game, Kept(build / "kept"), 60).word == ACCEPTED
    assert outcome("tool", other, Kept(build / "others"), 60).word == FAILED


def test_a_program_is_stopped_at_its_limit() -> None:
    assert run(["/bin/sh", "-c", "while :; do :; done"], 1).stopped
    ended = run(["/bin/sh", "-c", "echo done; exit 3"], 1)
    assert (ended.status, ended.printed, ended.stopped) == (3, "done\n", False)


def test_what_was_found_is_kept(build: Path) -> None:
    path = build / "kept"
    kept = Kept(path)
    kept.keep("one", "a", Outcome(ACCEPTED, 0.5))
    kept.keep("two", "a", Outcome(STOPPED, 4))
    with path.open("a") as file:
        file.write('\n["three", "a", "accep')  # the run was ended here
    again = Kept(path)
    assert again.found("one", "a", 4) == Outcome(ACCEPTED, 0.5)
    assert again.found("one", "b", 4) is None
    assert again.found("two", "a", 4) == again.found("two", "a", 0) == (STOPPED, 4)
    assert again.found("two", "a", 5) is None
    assert again.found("three", "a", 4) is None
    again.keep("three", "a", Outcome(ACCEPTED, 1))
    assert Kept(path).found("three", "a", 4) == Outcome(ACCEPTED, 1)


def test_without_time_nothing_is_tried_and_what_is_kept_counts(build: Path) -> None:
    games = [game for game in GAMES if game.name == "MYST(2,1,2,1)"]
    kept = Kept(build / "kept")
    rows = run_all(games, kept, seconds=20, total=0)
    assert [row[name][0] for row in rows for name in CHECKERS] == [NOT_TRIED] * 12
    assert not list(build.glob("certificates/*"))
    found = outcome("tool", games[0], kept, 20)
    row = run_all(games, kept, seconds=20, total=0)[0]
    assert row["tool"] == [*found]
    assert row["package"] == [NOT_TRIED, None]
