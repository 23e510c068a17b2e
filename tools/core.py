"""Count the lines of the core: of what `docs/reference/map.md` names under "The core".

    .venv/bin/python tools/core.py

prints a line for each folder or module linked there, and the sum. Docstrings do not
count: a public name has one with an example.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAP = ROOT / "docs" / "reference" / "map.md"
MOST = 18_950
"""The core has no more lines than so many."""


def linked(page: str) -> list[str]:
    """The paths from the top of the project to which the section has links."""
    section = page.partition("\n## The core\n")[2].partition("\n## ")[0]
    return re.findall(r"\]\(\.\./\.\./(mystpy/[\w/.]+)\)", section)


def modules(path: Path) -> Iterator[Path]:
    """A module, or those directly in a folder."""
    yield from [path] if path.is_file() else sorted(path.glob("*.py"))


def docstring_lines(node: ast.AST) -> int:
    """Return the number of lines of the docstrings in a syntax tree."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    firsts = (x.body[0] for x in ast.walk(node) if isinstance(x, kinds) and x.body)
    return sum(
        (first.end_lineno or first.lineno) - first.lineno + 1
        for first in firsts
        if isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )


def code_lines(module: Path) -> int:
    """Return the number of lines of a module without its docstrings."""
    text = module.read_text("utf-8")
    return len(text.splitlines()) - docstring_lines(ast.parse(text))


def lines_by_path() -> dict[str, int]:
    """Return how many lines are in each of the paths, those of a folder together."""
    return {
        path: sum(code_lines(module) for module in modules(ROOT / path))
        for path in linked(MAP.read_text("utf-8"))
    }


if __name__ == "__main__":
    found = lines_by_path()
    for where, number in found.items():
        print(f"{number:6,} {where}")
    print(f"{sum(found.values()):6,} of at most {MOST:,}")
