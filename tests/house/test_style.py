"""How the code is written: what a reader should be able to rely on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.package import ROOT, modules, statements, syntax
from tests.programs import ran
from tools.core import docstring_lines

LINES_OF_A_MODULE, MOST_LINES_OF_A_MODULE = 300, 400
MOST_LINES_OF_A_FUNCTION = 40

LONG = {"engines.asp.engine", "game.game", "questions.knowledge"}
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
        - docstring_lines(syntax(path))
        for name, path in modules().items()
    }
    long = {name for name, number in lines.items() if number > LINES_OF_A_MODULE}
    assert not {name for name in long if lines[name] > MOST_LINES_OF_A_MODULE}
    assert not long - LONG, "divide them"
    assert not LONG - long, "short by now: take them out of LONG"


def code_length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines of a function without its docstring."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    return lines - docstring_lines(function)


def test_a_function_fits_on_a_screen() -> None:
    long = {
        f"{name}.{function.name}: {length} lines"
        for name, path in modules().items()
        for function in functions(path)
        if (length := code_length(function)) > MOST_LINES_OF_A_FUNCTION
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
        text = path.read_text(encoding="utf-8")
        if not all(any(x in body for x in words) for _, body in written_tests(text)):
            for name, body in parsed_tests(path):  # perhaps a string ended the body
                assert any(word in body for word in words), f"{path}: {name}"


def written_tests(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of the tests in a file, and the lines below each first one.

    A test ends where a line is indented no more than its first one, so that it may be
    longer than it seems here, but not shorter.
    """
    for found in re.finditer(r"^( *)(?:async )?def (test_\w+)", text, re.MULTILINE):
        body = text[found.end() :].partition("\n")[2]
        end = re.search(rf"^ {{0,{len(found[1])}}}(?![ )\n])", body, re.MULTILINE)
        yield found[2], body[: end.start()] if end else body


def parsed_tests(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the same by the syntax of the file, which takes long."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for each in functions(path):
        if each.name.startswith("test_"):
            yield each.name, "".join(lines[each.lineno : each.end_lineno])


def test_tests_are_found_without_parsing_them() -> None:
    path = ROOT / "tests" / "house" / "test_style.py"
    found = written_tests(path.read_text(encoding="utf-8"))
    assert [(name, body.rstrip()) for name, body in found] == [
        (name, body.rstrip()) for name, body in parsed_tests(path)
    ]


def test_no_test_depends_on_how_fast_the_machine_is() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name not in READS_THE_CLOCK:
            found = CLOCK.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path}: {found}: see tests/programs.py"
