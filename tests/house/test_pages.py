"""Pages and docstrings name what is there, and methods by their names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.house.package import PACKAGE, ROOT, modules, nodes, syntax

PAGES = ("map.md", "words.md", "methods.md")
ROOMS = ("mystpy", "axioms", "tests", "queries", "benchmarks", "docs")
METHOD = re.compile(r"\bIn the field: (.+?)\.?(?:\n\n|\n?$|\.\s)", re.DOTALL)


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


def test_the_map_has_every_room() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert not {room for room in rooms if f"`mystpy/{room}/`" not in page("map.md")}


def docstring(path: Path) -> str:
    return ast.get_docstring(syntax(path)) or ""


def test_methods_that_have_a_name_stand_in_the_table_of_words() -> None:
    named = {
        str(path.relative_to(ROOT)): " ".join(found[1].split())
        for path in modules().values()
        if (found := METHOD.search(docstring(path)))
    }
    table = dict(
        re.findall(r"^\| `(mystpy/[^`]+)` \| (.+) \|$", page("words.md"), re.M)
    )
    assert len(named) > 30
    assert table == named


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
