"""Pages and docstrings name what is there."""

from __future__ import annotations

import ast
import re

import pytest

from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from tests.house.package import PACKAGE, ROOT, modules, nodes
from tools.core import MOST, lines_by_path

PAGES = (
    "reference/map.md",
    "explanation/methods.md",
    "explanation/small-countermodels.md",
    "explanation/traces.md",
)
ROOMS = ("mystpy", "axioms", "tests", "queries", "benchmarks", "docs")


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def paths(text: str) -> set[str]:
    """Return the paths that a page names, in backticks."""
    named = re.findall(r"`([\w/.-]+)`", text)
    return {name for name in named if "/" in name and name.split("/")[0] in ROOMS}


@pytest.mark.parametrize("name", PAGES)
def test_every_path_that_a_page_names_exists(name: str) -> None:
    named = paths(page(name))
    # Pages on methods name modules within the package, too.
    inner = set(
        re.findall(r"`((?:engines|conjectures|situations)/[\w/.-]*)`", page(name))
    )
    found = named | {f"mystpy/{path}" for path in inner}
    assert found
    assert not {path for path in found if not (ROOT / path).exists()}


def test_a_missing_path_is_noticed() -> None:
    assert paths("in `mystpy/nowhere.py`, not `K(1,h(2,s1))`") == {"mystpy/nowhere.py"}
    assert not (ROOT / "mystpy/nowhere.py").exists()


def cells(section: str) -> list[str]:
    """Return what the first cells of the table of a section have in backticks."""
    text = (
        page("reference/words.md")
        .partition(f"\n## {section}\n")[2]
        .partition("\n## ")[0]
    )
    rows = re.findall(r"^\| (`.+?) \| [^|]+ \|$", text, re.M)
    return [word for row in rows for word in re.findall(r"`([^`]+)`", row)]


def test_formulas_and_actions_are_written_as_the_page_of_notation_says() -> None:
    game = Game.myst(m=1, n=2, p=3, q=2)
    formulas = cells("Formulas")
    assert len(formulas) > 20
    for text in formulas:
        written = re.sub(r"\b([FGH])\b", lambda x: f"h({'FGH'.index(x[1])},s1)", text)
        assert parse_formula(written, game), text
    actions = [text for text in cells("Histories") if text != "_"]
    assert len(actions) > 6
    for text in actions:
        (action,) = History.make(game, {}, text).actions
        assert str(action) == text


def test_the_map_has_every_room() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert not {
        room for room in rooms if f"`mystpy/{room}/`" not in page("reference/map.md")
    }


def test_the_core_that_the_map_names_is_there_and_small() -> None:
    lines = lines_by_path()
    assert len(lines) > 20
    assert all(lines.values())
    assert sum(lines.values()) <= MOST


def test_docstrings_name_modules_that_exist() -> None:
    known = {path.name for path in modules().values()}
    wrong = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules().values()
        for node in nodes(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for name in re.findall(r"\b[a-z_]+\.py\b", ast.get_docstring(node) or "")
        if name not in known
    }
    assert not wrong
