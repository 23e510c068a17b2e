"""`mystpy minsat`, `know --tuple` and `why --derivation` at the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli

Run = Callable[..., Result]
FIVE = ("{s1,s2}", "{s2,s3}", "{s3,s4}", "{s4,s5} {s5,s1}")


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli, list(words))


def test_the_five_clauses(run: Run) -> None:
    done = run("minsat", *FIVE)
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "clauses: {s1,s2} & {s2,s3} & {s3,s4} & {s4,s5} & {s1,s5}",
        "at least 3 cards: {s1,s2,s4}",
        "  no fewer: a search and clingo find no 2 cards; at least 2 by {s1,s2},"
        " {s3,s4}",
        "  5 such sets: {s1,s2,s4} {s1,s3,s4} {s1,s3,s5} {s2,s3,s5} {s2,s4,s5}",
    ]


def test_clauses_of_a_file_are_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "clauses.txt"
    path.write_text("{a,b}  # first\n{b,c} & {c,d}\n", encoding="utf-8")
    found = json.loads(run("minsat", "--clauses", str(path), "--format", "json").stdout)
    assert found["clauses"] == [["a", "b"], ["b", "c"], ["c", "d"]]
    assert found["minimum"] == 2
    assert ["b", "c"] in found["sets"]
    assert len(found["disjoint"]) == 2


def test_a_full_hand_excludes_all_other_cards(run: Run) -> None:
    words = ("minsat", "example:fifteen-cards", "--as", "3", "--of", "2")
    assert "by (2.11) player 2 has none of {s5," in run(*words).stdout
    found = json.loads(run(*words, "--format", "json").stdout)
    assert found["excluded"] == [f"s{k}" for k in range(5, 16)]
    words = ("minsat", "example:five-clauses-four-cards", "--as", "3", "--of", "2")
    assert "exclude no card" in run(*words).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there are no clauses"),
        (("s1|s2",), "is no clause"),
        (("{s1,~s2}",), "is no clause"),
        (("{}",), "is no clause"),
        (("{s1}", "--as", "3"), "about a history"),
        (("example:fifteen-cards",), "not said who"),
        (("example:fifteen-cards", "--as", "3", "--of", "3"), "knows this hand"),
        (("example:fifteen-cards", "--as", "1", "--of", "3"), "is not given"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    done = run("minsat", *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_the_four_numbers_of_an_example(run: Run) -> None:
    words = ("know", "1,2", "example:two-players-midway", "--tuple")
    assert run(*words).stdout.splitlines()[-1].endswith("= (2, 2, 0, 1)")
    found = json.loads(run(*words, "--format", "json").stdout)
    assert found["tuple"] == [2, 2, 0, 1]
    assert found["pile"] == {"1": ["s7"], "2": ["s7", "s8"]}
    assert found["common"] == ["s7"]
    alone = run("know", "1", "example:two-players-midway", "--tuple")
    assert alone.exit_code == 2
    assert "PLAYER is 1,2" in alone.stderr
    odds = run(*words, "--odds")
    assert odds.exit_code == 2


def test_a_derivation_is_printed_in_all_formats(run: Run) -> None:
    words = ("why", "example:five-players", "K(5, ~h(0,s1))", "--derivation")
    lines = run(*words).stdout.splitlines()
    assert "  derivation, each line of which player 5 knows:" in lines
    assert "       equivalent to line 4 by (2.9) Disjoint Axiom" in [
        line[1:] for line in lines
    ]
    found = json.loads(run(*words, "--format", "json").stdout)["derivation"]
    assert found["player"] == 5
    assert [line["line"] for line in found["lines"]] == list(range(1, 11))
    assert found["lines"][0]["step"] == 1
    assert found["lines"][4]["from"] == [4]
    latex = run(*words, "--format", "latex").stdout
    assert r"\begin{align*}" in latex
    assert latex.count("K(5, [") == 10


def test_what_does_not_follow_has_no_derivation(run: Run) -> None:
    words = ("why", "example:five-players", "K(5, h(2,s1))", "--derivation")
    done = run(*words)
    assert done.exit_code in (1, 5)
    assert done.stdout.splitlines()[-1] == "  no derivation: it does not follow"
    assert json.loads(run(*words, "--format", "json").stdout)["derivation"] is None
    nested = run("why", "example:five-players", "K(1,K(2,h(2,s1)|h(2,s2)))", words[-1])
    assert nested.exit_code == 2
    assert "what one player knows" in nested.stderr


@pytest.mark.parametrize("text", ["{2c,Scarlet}", "[2c,Scarlet]", "set(2c, Scarlet)"])
def test_each_spelling_of_a_set_is_a_clause(run: Run, text: str) -> None:
    found = json.loads(run("minsat", text, "--format", "json").stdout)
    assert found["clauses"] == [["2c", "Scarlet"]]


def test_clauses_are_read_from_standard_input() -> None:
    done = CliRunner().invoke(cli, ["minsat", "--clauses", "-"], input="{a} # one\n{b}")
    assert done.stdout.splitlines()[:2] == [
        "clauses: {a} & {b}",
        "at least 2 cards: {a,b}",
    ]


@pytest.mark.parametrize("history", ["no(2) no(2)", "yes(2) shows(2,1,s3)"])
def test_clauses_of_what_cannot_be_done_are_refused(run: Run, history: str) -> None:
    given = ("--game", "MYST(1,1,3,2)", "--hand", "3=s4", "--do", "asks(1,{s1,s2})")
    done = run("minsat", *given, "--do", history, "--as", "3", "--of", "2")
    assert done.exit_code == 2
    assert "no world fits: step 2 (line 2), " in done.stderr


def test_a_formula_without_a_term_is_named(run: Run) -> None:
    formula = "possible(asks(1,{s1}))"
    done = run("ask", "--game", "MYST(1,1,2,1)", formula, "--format", "term")
    assert done.exit_code == 2
    assert f"no term that Prolog and ASP read is known for {formula}" in done.stderr


def test_cards_are_shown_as_they_were_written(run: Run) -> None:
    game = (
        'rules="clue", players=["Ann","Mrs White","Zoe"], sorts={suspect=["Miss '
        'Scarlett","plum","green"], weapon=["Lead Pipe","knife","rope"], '
        'room=["hall","study","kitchen"]}'
    )
    notes = "Ann: Miss Scarlett, Lead Pipe, hall -> Mrs White shows"
    words = ("--game", game, "--hand", "zoe=plum,knife", "--do", notes)
    asked = ("minsat", *words, "--as", "zoe", "--of", "mrs_white")
    done = run(*asked)
    assert "clauses: {Miss Scarlett,Lead Pipe,hall}" in done.stdout
    assert "miss_scarlett" not in done.stdout
    found = json.loads(run(*asked, "--format", "json").stdout)
    assert found["clauses"] == [["miss_scarlett", "lead_pipe", "hall"]]
