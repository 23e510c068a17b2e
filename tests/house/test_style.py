"""How the code is written: what a reader should be able to rely on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.package import ROOT, modules, statements, syntax
from tests.programs import ran

LINES_OF_A_MODULE, MOST_LINES_OF_A_MODULE = 300, 400
MOST_LINES_OF_A_FUNCTION = 40

LONG = {
    "engines.asp.engine",
    "engines.explain.explainer",
    "game.game",
    "history.history",
    "questions.knowledge",
}
"""Modules with more lines than a module should have: this list only shrinks."""

CLOCK = re.compile(
    r"perf_counter|monotonic|process_time|time\.time\(|timeout=[\d.]"
    r"|subprocess\.run\(|deadline=(?!None)"
)
READS_THE_CLOCK = {"programs.py", "test_interrupt.py", "test_style.py"}
"""Those that may: to end what hangs, and to wait."""
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w")


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in statements(syntax(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_modules_are_short() -> None:
    lines = {
        name.removeprefix("mystpy."): path.read_text(encoding="utf-8").count("\n")
        for name, path in modules().items()
    }
    long = {name for name, number in lines.items() if number > LINES_OF_A_MODULE}
    assert not {name for name in long if lines[name] > MOST_LINES_OF_A_MODULE}
    assert not long - LONG, "divide them"
    assert not LONG - long, "short by now: take them out of LONG"


def test_a_function_fits_on_a_screen() -> None:
    long = {
        f"{name}.{function.name}: {length} lines"
        for name, path in modules().items()
        for function in functions(path)
        if (length := (function.end_lineno or 0) - function.lineno + 1)
        > MOST_LINES_OF_A_FUNCTION
    }
    assert not long


def tracked_files() -> list[Path]:
    """Return the files of the project: git's list, so that stray files do not count."""
    listed = ran(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.splitlines()]


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    for path in tracked_files():
        if path.is_file() and path.stat().st_size < 500_000:
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not MACHINE_PATH.search(text), path


def test_no_test_is_without_a_check() -> None:
    words = ("assert", "raises", "warns", "check", "agree")
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for function in functions(path):
            if function.name.startswith("test_"):
                text = "\n".join(lines[function.lineno : function.end_lineno])
                assert any(word in text for word in words), f"{path}: {function.name}"


def test_no_test_depends_on_how_fast_the_machine_is() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name not in READS_THE_CLOCK:
            found = CLOCK.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path}: {found}: see tests/programs.py"
