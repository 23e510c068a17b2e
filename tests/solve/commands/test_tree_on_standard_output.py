"""`mystpy solve --draw`: the picture on standard output, its title, and its limit."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli

UNEQUAL = 'rules="cards",cards=["a","b","c","d"],sizes={0=1,1=1,2=2},q=1'
CLUE = 'rules="clue",p=2,sorts={a=["x1","x2"],b=["y1","y2"]}'


def drawn(*words: str) -> Result:
    return CliRunner().invoke(cli, ["solve", "--draw", "-", *words])


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ('rules="myst",m=2,n=1,p=2,q=1', "MYST(2,1,2,1)"),
        (UNEQUAL, "1|1|2 cards, q = 1"),
        (CLUE, "Clue 2 + 2"),
    ],
)
def test_the_picture_is_alone_and_has_the_name_of_the_game(
    game: str, title: str
) -> None:
    done = drawn("--game", game, "--useful", "--turns", "1")
    assert done.stdout.startswith("<svg ")
    assert done.stdout.rstrip().endswith("</svg>")
    assert f">{title}</title>" in done.stdout


def test_a_large_tree_is_refused() -> None:
    game = 'rules="myst",m=3,n=3,p=2,q=2'
    done = drawn("--game", game, "--useful", "--turns", "3")
    assert done.exit_code == 2
    assert "the tree has more than 300 nodes" in done.stderr
    assert "fewer --turns" in done.stderr
