"""Features that Windows and macOS lack are not needed, or refused with a reason.

Neither system is here: the programs run on this one, from which `emulated_system.py`
has taken away what the others lack.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from mystpy.exercises.sandbox.resource_limits import Limits, program_limiter
from mystpy.processes import pool
from tests.programs import ran

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WINDOWS, MACOS = "win32", "darwin"
EXTRAS = {"textarena", "verifiers"}
"""Libraries of extras that the tests do without."""


def emulated(system: str, program: str, *words: str | Path) -> str:
    """Run a program of this folder on an emulated system, and return its output."""
    start = [sys.executable, str(HERE / "emulated_system.py"), system]
    done = ran([*start, str(HERE / program), *words], cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("system", [WINDOWS, MACOS])
def test_every_module_can_be_imported(system: str) -> None:
    number, *failed = emulated(system, "platform_imports.py").splitlines()
    assert int(number) > 1_000
    assert {line.split()[1] for line in failed} <= EXTRAS


@pytest.mark.parametrize(
    ("system", "program"),
    [
        (WINDOWS, "programs with limits are started on Linux and macOS only"),
        (MACOS, "exit"),
    ],
)
def test_the_main_commands_give_their_answers(
    system: str, program: str, tmp_path: Path
) -> None:
    lines = emulated(system, "platform_jobs.py", tmp_path).splitlines()
    assert lines[1:5] == ["true"] * 4
    assert (tmp_path / "program.txt").read_text("utf-8") == program
    here = ran([sys.executable, HERE / "platform_jobs.py", _new(tmp_path)], cwd=ROOT)
    assert lines == here.stdout.splitlines(), here.stderr


def _new(folder: Path) -> Path:
    found = folder / "here"
    found.mkdir()
    return found


@pytest.mark.parametrize(("system", "most"), [(WINDOWS, 61), ("linux", 64)])
def test_a_pool_has_no_more_processes_than_the_system_waits_for(
    system: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert pool._allowed(64) == most
    assert pool._allowed(2) == 2


def test_a_program_gets_no_limiter_where_none_can_be_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(10, 100)
    assert program_limiter(limits) is not None
    monkeypatch.setattr(os, "name", "nt")
    assert program_limiter(limits) is None


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", "Jürgen"), ("cp1251", r"J\xfcrgen")]
)
def test_a_name_is_printed_in_every_encoding(
    encoding: str, shown: str, tmp_path: Path
) -> None:
    text = (ROOT / "queries" / "clue-three-players.toml").read_text("utf-8")
    query = tmp_path / "names.toml"
    query.write_text(text.replace("cleo", "Jürgen"), encoding="utf-8")
    words = [sys.executable, "-m", "mystpy", "know", "ann", str(query)]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = ran(words, cwd=ROOT, env=environment, encoding=encoding)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_each_text_file_is_opened_with_an_encoding() -> None:
    """Windows would take its code page for it."""
    rule = ["check", "--preview", "--select", "PLW1514", "--output-format", "concise"]
    for name in ("mystpy", "page", "tools", "benchmarks"):
        done = ran([sys.executable, "-m", "ruff", *rule, name], cwd=ROOT)
        assert done.returncode == 0, done.stdout
