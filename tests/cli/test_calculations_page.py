"""docs/explanation/calculations.md prints what its commands print."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_readme import sessions

Shell = Callable[..., "subprocess.CompletedProcess[str]"]

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "calculations.md"
SESSIONS = sessions(PAGE.read_text(encoding="utf-8"))


def test_each_command_of_the_table_has_a_session() -> None:
    named = {line.split()[1] for line, _ in SESSIONS}
    commands = {"why", "minsat", "sheet", "winning", "know", "recurrence", "optquest"}
    assert named == commands


@pytest.mark.parametrize(
    ("line", "output"), SESSIONS, ids=[line for line, _ in SESSIONS]
)
def test_a_line_of_the_page_prints_what_it_shows(
    typed: Shell, line: str, output: str
) -> None:
    assert typed(line).stdout.rstrip() == output.rstrip()
