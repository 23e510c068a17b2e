"""`mystpy sheet`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli

Run = Callable[..., Result]
FIFTEEN = "example:fifteen-cards"


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli, ["sheet", *words])


def test_the_sheets_are_beside_each_other(run: Run) -> None:
    done = run(FIFTEEN, "--last")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("the sheets of player 3; cards: s1 s2")
    assert lines[3].split() == ["counting", "trials", "array", "exact"]
    assert lines[6].split()[1:] == [
        "0000000000000--",
        "0000000000000--",
        "?????????????nn",
        "0/2",
        "????nnnnnnnnnnn",
    ]
    assert lines[-1].endswith("missed: counting 9, trials 9, array 9")
    assert "  clue: player 2 has at least 1 of s1, s2" in lines


def test_each_turn_is_a_line_of_json(run: Run) -> None:
    rows = [json.loads(x) for x in run(FIFTEEN, "--format", "json").stdout.splitlines()]
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    last = rows[-1]
    assert last["exact"]["2"]["s5"] == "no"
    assert last["array"]["2"]["s5"] == "?"
    assert last["counting"]["3"]["s14"] == "+"
    assert last["counter"] == {"0": 0, "1": 0, "2": 0, "3": 2}
    assert last["missed"] == {"counting": 9, "trial": 9, "array": 9}
    assert {clue["least"] for clue in last["clues"]} == {1}


def test_an_observer_has_no_hand(run: Run) -> None:
    done = run(FIFTEEN, "--as", "observer", "--last")
    assert done.stdout.startswith("the sheets of an observer;")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((FIFTEEN, "--as", "1"), "hand of player 1 is not given"),
        ((FIFTEEN, "--as", "9"), "there is no player 9"),
        (("example:two-players-midway",), "whose sheets"),
        (("--game", "MYST(1,1,2,1)", "--hand", "1=s1"), "no action is given"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("history", "why"),
    [
        ("yes(2) shows(2,1,s3)", "(2.18): s3 is in Q and S_2: s3 was not asked for"),
        ("no(2) no(2)", "(2.16): AnsTurn(2): it is player 3's turn to answer"),
        ("no(2) yes(3)", "clashes with the hand of player 3"),
    ],
)
def test_there_are_no_sheets_of_what_cannot_be(
    run: Run, history: str, why: str
) -> None:
    given = ("--game", "MYST(1,1,3,2)", "--hand", "3=s4", "--do", "asks(1,{s1,s2})")
    done = run(*given, "--do", history)
    assert done.exit_code == 2
    assert not done.stdout
    assert why in done.stderr
