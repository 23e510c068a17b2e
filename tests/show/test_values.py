"""The texts of values in Python and notebooks, against the commands' output."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from click.testing import CliRunner

import mystpy
from mystpy.cli.group import cli
from mystpy.errors import QueryError
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState
from mystpy.show.values import text
from tests.house.package import PACKAGE

NOTEBOOK = PACKAGE.parent / "docs" / "notebook.ipynb"
GAME = 'rules="myst", m=1, n=1, p=3, q=2'
HAND = "3=s3"
DONE = "asks(1,{s1,s2}) yes(2) shows(2,1,_)"
GIVEN = ("--game", GAME, "--hand", HAND, "--do", DONE)


def printed(*words: str) -> str:
    return CliRunner().invoke(cli, words).stdout.rstrip("\n")


@pytest.fixture
def situation() -> mystpy.Situation:
    game = mystpy.Game.myst(m=1, n=1, p=3, q=2)
    return mystpy.Situation.init(game, hands={3: ["s3"]}).do(*DONE.split())


Asked = Callable[[mystpy.Situation], object]


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("know", "3", *GIVEN), lambda s: s.knows(3)),
        (("know", "1", *GIVEN), lambda s: s.knows(1)),
        (("know", "3", "--odds", *GIVEN), lambda s: s.knows(3, odds=True)),
        (("legal", *GIVEN), lambda s: s.legal()),
        (("legal", *GIVEN[:-1], f"{DONE} no(3)"), lambda s: s.why_not("no(3)")),
        (("poss", *GIVEN), lambda s: s.possible()),
        (("ask", *GIVEN, "h(0,s1)"), lambda s: s.ask("h(0,s1)")),
        (("why", *GIVEN, "K(3,~h(0,s3))"), lambda s: s.why("K(3,~h(0,s3))")),
        (("why", *GIVEN, "h(0,s1)"), lambda s: s.why("h(0,s1)")),
    ],
    ids=lambda x: " ".join(x[:2]) if isinstance(x, tuple) else "",
)
def test_a_value_is_shown_as_its_command_prints_it(
    situation: mystpy.Situation, words: tuple[str, ...], asked: Asked
) -> None:
    value: Any = asked(situation)
    assert re.sub(r"step \d+.*?,", "", str(value)) == re.sub(
        r"(step \d+.*?|--do:\d+.*?),", "", printed(*words)
    )
    cells = re.findall(r">([^<]+)<", value._repr_html_())
    plain = " ".join(unescape(cell) for cell in cells)
    assert sorted(plain.split()) == sorted(str(value).split())


def test_a_situation_is_its_term_and_in_a_notebook_its_account(
    situation: mystpy.Situation,
) -> None:
    assert str(situation) == situation.history.term()
    shown = unescape(situation._repr_html_())
    assert "player 1 asks for s1 or s2" in shown
    assert str(situation.game).splitlines()[0] in shown
    assert "MYST with 3 players" in situation.game._repr_html_()


def test_a_model_is_a_picture_and_its_text_that_of_the_command() -> None:
    path = PACKAGE.parent / "queries" / "models" / "three-muddy-children.toml"
    file = load_model(path)
    state = ModelState(file.model, file.point)
    assert str(state) in printed("model", str(path))
    assert state._repr_html_().startswith("<svg")
    assert str(file.model).splitlines()[0].endswith("worlds")


def test_what_has_no_look_is_refused() -> None:
    with pytest.raises(TypeError, match="int"):
        text(3)


def test_a_grid_is_a_table_of_pandas(situation: mystpy.Situation) -> None:
    frame = situation.knows(3).to_frame()
    assert list(frame.columns) == ["pile", "1", "2", "3"]
    assert list(frame.index) == list(situation.game.cards)
    assert frame.loc["s3", "3"] == "yes"
    assert frame.loc["s3", "pile"] == "no"


def test_without_pandas_that_is_told(
    situation: mystpy.Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(QueryError, match="pandas"):
        situation.knows(3).to_frame()


def run_cell(source: str, names: dict[str, Any]) -> object:
    """The value of the last line of a cell, as a notebook shows it."""
    *lines, last = source.rstrip().split("\n")
    exec("\n".join(lines), names)
    try:
        return eval(last, names)
    except SyntaxError:
        exec(last, names)
    return None


def test_the_notebook_shows_what_its_cells_give(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(NOTEBOOK.parent.parent)
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = 0
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        value = run_cell("".join(cell["source"]), names)
        for output in cell["outputs"]:
            data = output["data"]
            assert "".join(data["text/plain"]) == plain(value)
            if "text/html" in data:
                assert "".join(data["text/html"]) == value._repr_html_()  # type: ignore[attr-defined]
            shown += 1
    assert shown > 7


def plain(value: object) -> str:
    """A value as the notebook keeps it beside what it shows."""
    return str(value) if hasattr(value, "_repr_html_") else repr(value)
