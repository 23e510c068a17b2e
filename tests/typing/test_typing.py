"""Type checkers see the types of all public names."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.house.package import PACKAGE, ROOT
from tests.house.public_names import documented
from tests.programs import ran

USES = Path(__file__).parent / "public_names.py"


def names_used(path: Path) -> set[str]:
    """Return the names that a file takes from elsewhere, and its attributes."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def test_the_package_says_that_it_has_types() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_every_public_function_is_checked() -> None:
    used = names_used(USES)
    functions = {
        each.name.rpartition(".")[2]
        for each in documented()
        if each.kind in ("function", "data", "class")
    }
    assert not functions - used


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("mystpy.Game.clue('three')", "arg-type"),
        ("mystpy.load_query(5)", "arg-type"),
        ("mystpy.Situation.init()", "call-arg"),
        ("mystpy.kripke.Modell", "attr-defined"),
    ],
)
@pytest.mark.slow
def test_a_wrong_type_is_noticed(line: str, error: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"import mystpy\nimport mystpy.kripke\n{line}\n", "utf-8")
    done = mypy(program, tmp_path)
    assert done.returncode == 1
    assert f"[{error}]" in done.stdout


@pytest.mark.slow
def test_public_names_have_the_types_that_users_are_shown(tmp_path: Path) -> None:
    done = mypy(USES, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def mypy(path: Path, cache: Path) -> CompletedProcess[str]:
    """Check a file with `mypy --strict` as a user would."""
    options = ["--strict", "--cache-dir", str(cache / "cache"), "--config-file", ""]
    options += ["--ignore-missing-imports", "--follow-imports=silent"]
    return ran([sys.executable, "-m", "mypy", *options, path], cwd=ROOT)
