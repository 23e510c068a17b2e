"""docs/errata.md: written from the page of verdicts, and its commands replay."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.theses.bench import statements
from mystpy.theses.errata import command, errata, in_words

DOCS = Path(__file__).parents[2] / "docs"
PAGE = json.loads((DOCS / "theorems.json").read_text("utf-8"))
WRONG = [row for row in PAGE if row["verdict"] in ("FALSE", "MISPRINTED")]
REPLAYED = [row for row in WRONG if "formula" in row["counterexample"]]


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
    parts = [
        0 if x.isdigit() or x == "bridge" else 1 if x == "knowledge_games" else 2
        for x in chapters
    ]
    assert parts == sorted(parts)  # the thesis comes first
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
    assert result.output.split()[0] == row["counterexample"]["value"], result.output


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
        " is true, but not so after the impossible `endturn(1)`"
    )
    values = {"game": game, "values": {"player_1_wins": "1/2", "S_2": [1, 2]}}
    assert in_words(values) == "In MYST(1,1,2,1): player 1 wins: 1/2, S_2: 1 and 2"
    assert command("x", values) == "mystpy theorem x"
    place = {"game": {"rules": "4.1", "m": 1, "n1": 2, "n2": 3, "q": 1}}
    assert in_words(place) == "In (4.1) at (1, 2, 3)"
