"""How the code is written: what a reader should be able to rely on."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "mystpy").rglob("*.py"))
MOST_LINES_OF_A_MODULE = 400
MOST_LINES_OF_A_FUNCTION = 40
FORBIDDEN_NAMES = {"utils", "util", "helpers", "misc", "common"}
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w")


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_short_and_has_a_telling_name(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= MOST_LINES_OF_A_MODULE
    assert path.stem not in FORBIDDEN_NAMES


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    for function in functions(path):
        assert function.end_lineno is not None
        length = function.end_lineno - function.lineno + 1
        assert length <= MOST_LINES_OF_A_FUNCTION, f"{function.name}: {length} lines"


def tracked_files() -> list[Path]:
    """Return the files of the project: git's list, so that stray files do not count."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
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
        source = path.read_text(encoding="utf-8")
        for function in functions(path):
            if function.name.startswith("test_"):
                text = ast.get_source_segment(source, function) or ""
                assert any(word in text for word in words), f"{path}: {function.name}"
