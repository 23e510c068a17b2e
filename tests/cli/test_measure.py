"""``mystpy measure``: exploitability, and what questions tell."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]
SMALL = ("--game", "MYST(2,1,2,1)")
THREE = ("--game", "MYST(1,1,3,1)")


def answer(run: Run, *words: str) -> dict[str, object]:
    done = run("measure", *words, "--format", "json")
    assert done.exit_code == 0
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def test_a_small_game_has_a_best_response(run: Run) -> None:
    found = answer(run, "strong-e", *SMALL)
    assert found["by"] == "best-response"
    assert (found["exploitability"], found["most"]) == (0, 0)
    seats = found["seats"]
    assert isinstance(seats, dict)
    assert [seats[k]["wins"] for k in "12"] == ["2/3", "1/3"]
    assert [seats[k]["value"] for k in "12"] == ["2/3", "1/3"]
    done = run("measure", "exact", *SMALL)
    assert done.stdout.splitlines() == [
        "seat 1: wins 1/3 = 0.3333 against a best response, the value is 2/3 = 0.6667;"
        " loses 0.3333",
        "seat 2: wins 2/9 = 0.2222 against a best response, the value is 1/3 = 0.3333;"
        " loses 0.1111",
        "exploitability: 0.2222",
    ]


def test_questions_of_larger_games_tell_bits(run: Run) -> None:
    words = ("exact", *THREE, "--games", "2", "--deals", "16", "--seed", "4")
    found = answer(run, *words)
    assert found["by"] == "information"
    assert (found["games"], found["deals"], found["seed"]) == (2, 16, 4)
    each = found["each"]
    assert isinstance(each, list)
    assert len(each) == found["questions"]
    assert max(row["bits"] for row in each) == found["most"]
    assert answer(run, *words) == found
    lines = run("measure", *words).stdout.splitlines()
    assert lines[0].endswith("questions in 2 games, 16 deals for each")
    assert lines[2].startswith("above 0.3 bits: ")


def test_a_local_best_response_has_shares(run: Run) -> None:
    words = ("--by", "local-best-response", "--games", "3", "--deals", "4")
    found = answer(run, "exact", *THREE, *words)
    assert found["games"] == 3
    for key in ("share", "unread"):
        row = found[key]
        assert isinstance(row, dict)
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1
    lines = run("measure", "exact", *THREE, *words).stdout.splitlines()
    assert lines[0] == "3 games; the fair share is 0.333"
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        (("strong-x", *SMALL), "no kind of player 'strong-x'", "strong-"),
        (("random", *SMALL), "never guesses", "--turns 6"),
        (
            ("exact", *THREE, "--by", "best-response"),
            "for games of two players",
            "--by local-best-response",
        ),
        (("exact", *SMALL, "--games", "3"), "no games are played", "leave out --games"),
        (
            ('{kind="strong-e",told=0}', *SMALL),
            "told is a number of bits",
            "told = 0.3",
        ),
        (('{kind="strong-e",tell=1}', *SMALL), "has no option 'tell'", ""),
    ],
)
def test_what_cannot_be_measured_is_an_error(
    run: Run, words: tuple[str, ...], said: str, hint: str
) -> None:
    done = run("measure", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert hint in done.stderr


def test_games_may_be_broken_off(run: Run) -> None:
    found = answer(run, "random", *SMALL, "--turns", "2")
    seats = found["seats"]
    assert isinstance(seats, dict)
    assert found["turns"] == 2
    assert all(row["loss"] > 0 for row in seats.values())
