"""`mystpy recurrence` and `mystpy winning`: what they print, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from tests.edits import NO_IS_FREE, edited

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli, list(words))


def test_a_state_is_explained(run: Run) -> None:
    done = run("recurrence", "3", "1", "1")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "P(3,1,1) = 1/2 = 0.5000, for q = 1",
        "  after no, chance 3/4: (2,1,1), guess 1/3 or wait 1/3: either",
        "  after yes, chance 1/4: (3,1,0), the pile is known: guess",
        "  Theorem 4.4: 1/2, as here",
        "  solved without bluffs: 1/2",
        "  solved with bluffs: 3/5",
    ]


def test_ranges_are_rows(run: Run) -> None:
    done = run("recurrence", "1..2", "1", "1..2", "--cards", "4")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[:4] for row in rows[1:]] == [
        ["1", "1", "1", "1"],
        ["1", "1", "2", "2/3"],
        ["2", "1", "1", "2/3"],
        ["2", "1", "2", "1/3"],
    ]
    assert rows[1][5:] == ["guess", "guess", "Theorem", "4.4", "1", "1"]
    assert rows[4][5:] == ["guess", "either", "-", "-", "-"]


def test_json_has_fractions_as_texts(run: Run) -> None:
    (line,) = run("recurrence", "1", "2", "2", "--format", "json").stdout.splitlines()
    found = json.loads(line)
    assert found["value"] == found["by_theorem"] == "2/3"
    assert found["theorem"] == "theorem-4.5"
    assert found["after_no"]["wait"] is None
    assert found["solved_nobody"]["value"] == "2/3"
    assert found["solved_both"]["lower"] == found["solved_both"]["upper"]


def test_a_state_without_cards_is_refused(run: Run) -> None:
    done = run("recurrence", "1", "0", "2")
    assert done.exit_code == 2
    assert "N1" in done.stderr


def test_a_winning_sequence_is_shown_with_its_answers(run: Run) -> None:
    done = run("winning", "example:three-hands")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Lemma 3.3: 4 questions of player 1"
    assert lines[5] == "  Q^3 = {s1,s2,s5,s7}  no(2) yes(3) shows(3,1,s5)"
    assert lines[-1] == "  player 1 knows the pile: {s7}"


def test_there_is_none_for_long_questions(run: Run) -> None:
    hands = ("--hand", "1=s1,s2", "--hand", "2=s3,s4")
    done = run("winning", "--game", "MYST(1,2,2,5)", *hands)
    assert done.exit_code == 1
    assert "Lemma 3.4" in done.stdout
    done = run("winning", "--game", "MYST(1,2,2,5)", *hands, "--format", "json")
    assert json.loads(done.stdout)["questions"] is None


def test_a_deal_that_is_not_given_is_an_error(run: Run) -> None:
    done = run("winning", "--game", "MYST(1,2,3,5)", "--hand", "1=s1,s2")
    assert done.exit_code == 2
    assert "the deal is not given" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("recurrence", "1", "1", "1"),
        ("winning", "example:three-hands"),
    ],
)
def test_edited_axioms_are_refused(
    run: Run, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = edited(tmp_path / "mine", NO_IS_FREE)
    monkeypatch.setenv("MYSTPY_AXIOMS", str(mine))
    done = run(*words)
    assert done.exit_code == 2
    assert "about the shipped axioms" in done.stderr
