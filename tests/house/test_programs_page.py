"""The examples of docs/how-to/programs.md run as they stand."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.house.package import ROOT
from tests.programs import ran

PAGE = (ROOT / "docs" / "how-to" / "programs.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples_of_threads_a_server_and_processes() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("number", range(3))
def test_an_example_runs(number: int, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(EXAMPLES[number], "utf-8")
    done = ran([sys.executable, program], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not done.stdout + done.stderr
