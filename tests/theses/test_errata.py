"""docs/errata.md: written from the page of verdicts, and its commands replay."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.game.game import Game
from mystpy.theses.basis.game_words import game_words
from mystpy.theses.basis.parts import GAMES, OURS, PARTS, QUESTIONS, THESIS, part_of
from mystpy.theses.bench import statements
from mystpy.theses.errata import command, errata, in_words, part_lines

DOCS = Path(__file__).parents[2] / "docs"
PAGE = json.loads((DOCS / "theorems.json").read_text("utf-8"))
WRONG = [
    row
    for row in PAGE
    if row["verdict"] in ("FALSE", "MISPRINTED") or row.get("answer") == "no"
]
REPLAYED = [row for row in WRONG if "formula" in row["counterexample"]]
EVERY = [part for row in PAGE for part in (row, *row.get("readings", ()))]
CASES = [
    part[key]
    for part in EVERY
    for key in ("counterexample", "example")
    if part.get(key)
]


def test_the_page_is_what_is_written_from_the_verdicts() -> None:
    text = (DOCS / "errata.md").read_text("utf-8")
    assert text == "\n".join(errata(PAGE)) + "\n"


def test_everything_that_is_wrong_is_told_once_with_a_command() -> None:
    text = "\n".join(errata(PAGE))
    for row in WRONG:
        assert text.count(f"[{row['id']}](") == 1
    assert text.count("`mystpy ") == len(WRONG)
    references = re.findall(r"\(\[([^]]*)\]\(theorems", text)
    chapters = [statements()[name].chapter for name in references]
    by_id = {row["id"]: row for row in WRONG}
    parts = [PARTS.index(part_of(by_id[name])) for name in references]
    assert parts == sorted(parts)  # the thesis comes first
    assert {PARTS[k] for k in parts} >= {THESIS, GAMES, QUESTIONS, OURS}
    assert all(
        stated.isdigit()
        for stated, part in zip(chapters, parts, strict=True)
        if not part
    )
    weights = [statements()[name].weight for name in references[: parts.count(0)]]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] > weights[-1]


def test_the_weights_are_those_of_the_data() -> None:
    for row, stated in zip(PAGE, statements().values(), strict=True):
        assert (row["weight"], row["chapter"]) == (stated.weight, stated.chapter)


def assert_replays(row: dict[str, dict[str, str]]) -> None:
    """The command of an erratum asks what the counterexample says."""
    words = shlex.split(command(str(row["id"]), row["counterexample"]))
    assert words[:2] == ["mystpy", "ask"]
    result = CliRunner().invoke(cli, words[1:])
    case = row["counterexample"]
    expected = "false" if "instance" in case else case["value"]
    assert result.output.split()[0] == expected, result.output
    assert words[-1] == case.get("instance", case["formula"])


@pytest.mark.parametrize("row", REPLAYED[::6], ids=[r["id"] for r in REPLAYED[::6]])
def test_a_counterexample_replays(row: dict[str, dict[str, str]]) -> None:
    assert_replays(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", REPLAYED, ids=[row["id"] for row in REPLAYED])
def test_every_counterexample_replays(row: dict[str, dict[str, str]]) -> None:
    assert_replays(row)


def test_counterexamples_in_words() -> None:
    game = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}
    query = {
        "game": game,
        "hands": {"0": ["s1"], "1": []},
        "history": ["asks(1,{s1})"],
        "formula": "h(0,s1)",
        "value": "true",
        "then": "endturn(1)",
    }
    assert in_words(query) == (
        "In MYST(1,1,2,1), with the pile s1; 1 nothing, after `asks(1,{s1})`: `h(0,s1)`"
        " is true, but this is not true after the impossible `endturn(1)`"
    )
    values = {"game": game, "values": {"player_1_wins": "1/2", "S_2": [1, 2]}}
    assert in_words(values) == "In MYST(1,1,2,1): player 1 wins: 1/2, S_2: 1 and 2"
    assert command("x", values) == "mystpy theorem x"
    place = {"game": {"rules": "4.1", "m": 1, "n1": 2, "n2": 3, "q": 1}}
    assert in_words(place) == "In (4.1) at (1, 2, 3)"


def test_an_instance_is_asked_before_the_actions_taken() -> None:
    query = {
        "game": {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1},
        "hands": {"0": ["s1"], "1": ["s2"], "2": ["s3"]},
        "history": ["asks(1,{s1})", "no(2)", "guess(1,{s2})"],
        "taken": ["guess(1,{s2})"],
        "formula": "GameOver",
        "value": "false",
        "instance": "after guess(1,{s2}): GameOver",
        "parts": [
            {"formula": "after guess(1,{s2}): GameOver", "value": "false", "depth": 0},
            {"formula": "GameOver", "value": "false", "depth": 1},
        ],
    }
    asked = shlex.split(command("x", query))
    assert asked[-3:] == ["--do", "asks(1,{s1}) no(2)", query["instance"]]
    assert list(part_lines(query)) == [
        "false  after guess(1,{s2}): GameOver",
        "  false  GameOver",
    ]
    assert in_words(query).endswith(
        "after `asks(1,{s1}) no(2)`: `after guess(1,{s2}): GameOver` is false;"
        " after `guess(1,{s2})` `GameOver` is false"
    )


def test_no_counterexample_is_told_with_gaps() -> None:
    for case in CASES:
        words = in_words(case)
        assert "None" not in words
        assert "  " not in words


GAMES_IN_WORDS = [
    (Game.myst(1, 2, 3, 4), "MYST(1,2,3,4)"),
    (Game.clue(3), "Clue for 3 players"),
    (
        Game.clue(2, {"a": ["x", "y"], "b": ["u", "v"]}),
        "Clue for 2 players with sorts of 2 and 2 cards",
    ),
    (
        Game.clue(2, {"a": ["x", "y", "z"]}),
        "Clue for 2 players with one sort of 3 cards",
    ),
    (
        Game.general(["a", "b", "c", "d"], [1, 1, 2], q=1),
        "a game of 4 cards, 1 in the pile, 1 with player 1 and 2 with player 2, 1 card",
    ),
    (Game.generalized_clue(1, 1, 3), "generalized Clue with m = 1, n = 1, p = 3"),
    (Game.clue(3, board=True), "Clue on a board for 3 players"),
    (Game.clue(3, speed=True), "Speed Clue for 3 players"),
    (Game.clue(2, left_over=2), "Clue for 2 players, 2 cards on the table"),
]


@pytest.mark.parametrize(("game", "words"), GAMES_IN_WORDS)
def test_every_kind_of_game_has_its_words(game: Game, words: str) -> None:
    said = game_words(game.to_dict())
    assert said.startswith(words)
    assert "None" not in said
    assert "  " not in said
