"""`mystpy solve --alone`: one player against all others as a team."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

THREE = ("--game", 'rules="myst",m=1,n=1,p=3,q=1')
TWO = ("--game", 'rules="myst",m=2,n=1,p=2,q=1')


def test_a_player_against_a_team(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    done = run("solve", *THREE, "--alone", "2", "--certificate", str(path))
    assert done.exit_code == 0
    first, *rest = done.stdout.splitlines()
    assert first == (
        "player 2 wins with probability 1/3 (0.333333) against all others as a team"
    )
    assert "it draws from 1 joint plan" in rest[0]
    done = run("solve", "--check", str(path))
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, first)
    document = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**document, "upper": "1/4"}), "utf-8")
    assert run("solve", "--check", str(path)).exit_code == 1
    path.write_text(json.dumps({**document, "nodes": []}), "utf-8")
    done = run("solve", "--check", str(path))
    assert done.exit_code == 2
    assert "the tree of the certificate is not that of its game" in done.stderr


def test_bounds_that_differ_are_open(run: Run) -> None:
    done = run("solve", *THREE, "--alone", "2", "--turns", "1", "--format", "json")
    found = json.loads(done.stdout)
    assert done.exit_code == 5
    assert found["value"] is None
    assert (found["lower"], found["upper"]) == ("0", "1/3")


def test_named_cards(run: Run) -> None:
    words = ("--named", "--turns", "1", "--format", "json")
    named = json.loads(run("solve", *THREE, "--alone", "1", *words).stdout)
    assert named["named"]
    assert Fraction(named["lower"]) <= Fraction(2, 3) <= Fraction(named["upper"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*THREE, "--alone", "4"), "there is no player 4: the last one is 3"),
        ((*THREE, "--named"), "--named needs --alone"),
        ((*TWO, "--alone", "1"), "--alone is for three players or more"),
        ((*THREE, "--alone", "1", "--words"), "--words is for two players"),
        (
            ("--games", "{m=1,n=1,p=3,q=1}", "--alone", "1"),
            "--alone and --named are for --game",
        ),
    ],
)
def test_what_does_not_go_with_it(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("solve", *words)
    assert done.exit_code == 2
    assert said in done.stderr
