"""What-if questions: FILE together with --game, --hand and --do."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]

FIFTEEN = "example:fifteen-cards"


def test_a_hand_takes_the_place_of_that_in_the_file(run: Run) -> None:
    asked = "h(2,s1)"
    assert run("ask", FIFTEEN, asked).stdout.startswith("undetermined")
    said, answer = run("ask", FIFTEEN, asked, "--hand", "2=s1,s3").stdout.splitlines()
    assert said == "FILE, but the hand is 2=s1,s3"
    assert answer.startswith("true")
    other = run("know", "3", FIFTEEN, "--hand", "3=s12,s13")
    assert other.exit_code == 2  # player 3 has shown s14
    assert run("legal", FIFTEEN, "--hand", "3=s13,s14").stdout.endswith("possible\n")


def test_what_is_done_comes_after_the_history_of_the_file(run: Run) -> None:
    done = run("poss", FIFTEEN, "--do", "asks(2,{s1,s3})")
    assert done.stdout == "FILE, but then asks(2,{s1,s3})\nlegal     no(3)\n"
    illegal = run("legal", FIFTEEN, "--do", "asks(2,{s1,s3}) yes(3)", "--format=json")
    answer = json.loads(illegal.stdout)
    assert (answer["step"], answer["action"]) == (21, "yes(3)")
    assert answer["but"] == "then asks(2,{s1,s3}) yes(3)"


def test_another_game_takes_the_place_of_that_in_the_file(run: Run) -> None:
    text = run("know", "1", "example:own-hand", "--no-count").stdout
    assert "FILE, but" not in text
    game = 'rules="myst", m=4, n=2, p=3, q=2'
    done = run("ask", FIFTEEN, "--game", game, "K(1,h(0,s1))", "--hand", "3=s9,s10")
    assert "no card s14" in done.stderr  # the history speaks of it
    empty = run("know", "1", FIFTEEN, "--game", '{"rules": "clue", "p": 3}')
    assert empty.exit_code == 2


@pytest.mark.parametrize("form", ["latex", "term"])
def test_what_is_changed_is_a_comment_in_other_formats(run: Run, form: str) -> None:
    done = run("poss", FIFTEEN, "--do", "asks(2,{s1,s3})", "--format", form)
    assert done.stdout.startswith("% FILE, but then asks(2,{s1,s3})\n")


def test_a_changed_file_expects_nothing(run: Run) -> None:
    done = run("ask", FIFTEEN, "--check", "--do", "asks(2,{s1,s3})")
    assert done.exit_code == 2
    assert run("ask", FIFTEEN, "--check").exit_code == 0


@pytest.mark.parametrize("command", ["ask", "why"])
def test_one_bad_formula_leaves_the_others_their_answers(
    run: Run, command: str
) -> None:
    words = ("K(3,~h(2,s5))", "h(", "K(3,~h(2,s6))")
    done = run(command, FIFTEEN, *words)
    assert done.exit_code == 2
    assert done.stdout.count("true") == 2
    assert done.stderr.startswith("mystpy: error: 1:3: the text ends too early")
    lines = run(command, FIFTEEN, *words, "--format", "json").stdout.splitlines()
    kinds = [next(iter(json.loads(line))) for line in lines]
    assert kinds == ["formula", "error", "formula"]


def test_what_is_wrong_with_all_formulas_is_told_once(run: Run) -> None:
    done = run("ask", FIFTEEN, "true", "false", "--do", "endturn(1)")
    assert done.exit_code == 2
    assert done.stderr.count("no world fits") == 1
