"""The command line in two ways: in this process, which is quick, and as installed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.cli.running import progress
from mystpy.theses.commands import verdicts
from tests.programs import HANGING, ran

ROOT = Path(__file__).parents[2]

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that calls a command with its words in this process.

    Cross-checks do not end early, and no progress is reported, on a slow machine.
    """
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(verdicts, "CROSS_CHECK_SECONDS", HANGING)
    monkeypatch.setattr(progress, "FIRST_LINE", HANGING)

    def called(*words: str, stdin: str | bytes | None = None) -> Result:
        runner = CliRunner(env={"COLUMNS": "80"})
        return runner.invoke(cli, list(words), input=stdin)

    return called


@pytest.fixture(scope="session")
def program_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the program: the installed one, or a stand-in for it."""
    installed = Path(sys.executable).parent
    if (installed / "mystpy").exists():
        return installed
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "mystpy"
    program.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m mystpy "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    return folder


@pytest.fixture
def shell(program_dir: Path) -> Shell:
    """Return a function that runs a shell line from the root of the repository."""

    def called(
        line: str, stdin: str | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        path = f"{program_dir}{os.pathsep}{os.environ['PATH']}"
        return ran(
            ["bash", "-c", line],
            cwd=ROOT,
            env={**os.environ, "PATH": path, "COLUMNS": "80", **variables},
            input=stdin,
        )

    return called


@pytest.fixture
def typed(run: Run, shell: Shell) -> Shell:
    """Return a function that runs a shell line, with mystpy in this process.

    The shell runs the part after a pipe, and a line that does not begin with mystpy.
    """

    def called(line: str) -> subprocess.CompletedProcess[str]:
        tokens = shlex.shlex(line, punctuation_chars="|")
        tokens.whitespace_split = True
        words = list(tokens)
        if words[0] != "mystpy" or "$" in line:
            return shell(line)
        end = words.index("|") if "|" in words else len(words)
        done = run(*shlex.split(" ".join(words[1:end])))
        if end == len(words):
            return subprocess.CompletedProcess(
                line, done.exit_code, done.stdout, done.stderr
            )
        behind = shell(" ".join(words[end + 1 :]), stdin=done.stdout)
        behind.stderr += done.stderr
        return behind

    return called
