"""knowledge-games.md is right: its lines, its values and its claims."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from click.testing import Result

from mystpy.game.game import Game
from mystpy.questions.situation import Situation
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds
from tests.cli.test_readme import sessions

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

TEXT = (
    Path(__file__).parents[2] / "docs" / "explanation" / "knowledge-games.md"
).read_text("utf-8")
ROWS = re.findall(r"^\| (\d) \| (\d) \| (\d) \| (\S+) \| (\S+) \|$", TEXT, re.M)


@pytest.mark.parametrize(("line", "output"), sessions(TEXT))
def test_a_line_of_the_page_prints_what_it_shows(
    typed: Shell, line: str, output: str
) -> None:
    assert typed(line).stdout.rstrip() == output.rstrip()


@pytest.mark.parametrize("row", ROWS, ids="-".join)
def test_the_values_of_the_page_are_those_of_the_games(row: tuple[str, ...]) -> None:
    m, n, q = map(int, row[:3])
    game = Game.myst(m, n, 2, q)
    for variant, worth in ((GameVariant(), row[3]), (GameVariant(either=True), row[4])):
        *_, found = islice(improving_bounds(game, variant), 12)
        assert found.value == Fraction(worth)


def test_the_page_has_the_values() -> None:
    assert len(ROWS) == 8


BOTH = "(forall x in cards: Kw(1,h(0,x))) <-> (forall x in cards: Kw(1,h(2,x)))"


def test_to_know_the_pile_is_to_know_the_other_hand_with_two_players(run: Run) -> None:
    two = 'rules="myst",m=1,n=1,p=2,q=1'
    assert run("theorem", "--say", BOTH, "--games", two).exit_code == 0
    three = run("theorem", "--say", BOTH, "--games", 'rules="myst",m=1,n=1,p=3,q=1')
    assert "FALSE" in three.stdout


def test_the_counterexample_of_the_page_is_one() -> None:
    start = Situation.init(Game.myst(1, 1, 3, 1), hands={1: ["s3"], 2: ["s1"]})
    after = start.do("asks(1,{s1})", "yes(2)")
    assert after.holds("forall x in cards: Kw(1,h(2,x))")
    assert not after.holds("forall x in cards: Kw(1,h(0,x))")
