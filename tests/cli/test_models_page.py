"""models.md is right: its files have the described results, and every key."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from mystpy.files.table import MODEL, PUZZLE, kind_of
from mystpy.kripke.files.given_model import DEAL_KEYS, RELATION_KEYS
from mystpy.kripke.files.given_steps import CHECK_KEYS, STEP_KEYS
from mystpy.kripke.files.model_file import KEYS
from mystpy.kripke.files.step_text import SHAPES
from mystpy.kripke.puzzles import puzzle_file
from tests.cli.test_readme import sessions

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "reference" / "models.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.M | re.S)
READ: list[dict[str, Any]] = [tomllib.loads(text) for text in FILES]
FOLDER = ROOT / "queries" / "models"


@pytest.mark.parametrize("text", FILES, ids=[file["title"] for file in READ])
def test_a_file_of_the_page_is_as_it_says(run: Run, text: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text, encoding="utf-8")
    file = tomllib.loads(text)
    if kind_of(file) == PUZZLE:
        assert any("expect" in ask for ask in file["ask"])
        others = {x["n"] for ask in file["ask"] for x in ask.get("also", ())}
        for size in [(), *(("--n", str(n)) for n in others)]:
            done = run("puzzle", str(path), *size)
            assert (done.exit_code, done.stderr) == (0, "")
        return
    assert "step" in file or "check" in file
    for command in ("update", "check"):
        if command == "update" or "check" in file:
            done = run(command, str(path), "--check")
            assert (done.exit_code, done.stderr) == (0, ""), done.stdout


def keys(*tables: Any) -> set[str]:
    return {key for table in tables for key in table}


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [file for file in READ if kind_of(file) == kind]


def test_the_page_has_every_key_of_model_files() -> None:
    files = of_kind(MODEL)
    assert keys(*files) == set(KEYS)
    assert keys(*(file.get("deal", ()) for file in files)) == set(DEAL_KEYS)
    assert keys(*(s for file in files for s in file.get("step", ()))) == set(STEP_KEYS)
    checks = [check for file in files for check in file.get("check", ())]
    assert keys(*checks) == set(CHECK_KEYS)
    relations = [r for file in files for r in file.get("relations", {}).values()]
    tables = [relation for relation in relations if isinstance(relation, dict)]
    assert keys(*tables) == set(RELATION_KEYS)
    assert {r for r in relations if isinstance(r, str)} == {"all", "none"}
    assert any(isinstance(relation, list) for relation in relations)
    assert not {name for name in SHAPES if f"| `{name}" not in TEXT} - {"nowin"}


def test_the_page_has_every_key_of_puzzle_files() -> None:
    files = of_kind(PUZZLE)
    assert keys(*files) == set(puzzle_file.KEYS)
    sizes = [size for file in files for size in file.get("sizes", {}).values()]
    assert keys(*sizes) == set(puzzle_file.SIZE_KEYS)
    assert keys(*(file["worlds"] for file in files)) == set(puzzle_file.WORLDS_KEYS)
    rows = [step for file in files for step in file["step"]]
    steps = [*rows, *(step for row in rows for step in row.get("steps", ()))]
    assert keys(*steps) == set(puzzle_file.STEP_KEYS)
    asked = [ask for file in files for ask in file["ask"]]
    assert keys(*asked) == set(puzzle_file.ASK_KEYS)


@pytest.mark.parametrize(("line", "output"), sessions(TEXT))
def test_a_line_of_the_page_prints_what_it_shows(
    run: Run, typed: Shell, line: str, output: str
) -> None:
    assert (typed(line).stdout).rstrip() == output.rstrip()


def test_the_readme_of_the_folder_names_every_model() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([\w.-]+)` \|", readme, re.M))
    assert named == {path.name for path in FOLDER.iterdir()} - {"README.md"}
