"""board.md and kinds-of-games.md: commands run, and what they name exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from tests.packages.test_tutorial import sessions
from tests.packages.tokens import ROOMS, SQUARES, beside

DOCS = Path(__file__).parents[2] / "docs"
BOARD, KINDS = (
    (DOCS / "explanation" / name).read_text(encoding="utf-8")
    for name in ("board.md", "kinds-of-games.md")
)
COMMANDS = re.findall(r"`mystpy ((?:know|ask|axiom) [^`]+)`", BOARD + KINDS)


def board() -> Package:
    return read_package("rooms")


def test_the_sessions_of_the_page_print_what_it_says() -> None:
    asked = sessions(BOARD)
    assert len(asked) == 2
    for command, printed in asked:
        done = CliRunner().invoke(cli, shlex.split(command))
        assert done.output == printed, command


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_the_commands_of_the_pages_answer(command: str) -> None:
    done = CliRunner().invoke(cli, shlex.split(command))
    assert done.exit_code in (0, 1), done.output
    assert done.stdout


def test_the_page_names_the_labels_of_the_package() -> None:
    labels = set(re.findall(r"\((R\d+)\)", BOARD))
    text = (DOCS.parent / "theories" / "rooms" / "theory.lp").read_text("utf-8")
    assert labels <= set(re.findall(r"^% \((R\d+)\)", text, re.M))
    assert {"R1", "R5", "R8", "R9"} <= labels


def test_the_table_of_section_1_2_has_eight_games() -> None:
    rows = re.findall(r"^\| ([^|]+) \| (static|nonstatic) \| (\w+) \|", KINDS, re.M)
    assert len(rows) == 8
    kinds = {(position, information) for _, position, information in rows}
    assert ("static", "perfect") not in kinds
    assert len(kinds) == 3


def test_the_corridor_of_the_package_is_a_ring_around_the_rooms() -> None:
    package = board()
    assert set(package.sorts["room"].elements) == set(ROOMS)
    assert set(package.sorts["square"].elements) == set(SQUARES)
    for place in (*ROOMS, *SQUARES):
        assert all(place in beside(other) for other in beside(place))
