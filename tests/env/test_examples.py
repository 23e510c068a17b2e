"""The examples of docs/env.md run as they stand, and are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "env.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def test_there_is_one_for_each_library() -> None:
    assert len(EXAMPLES) == 2
    assert all(len(example.split("\n")) <= 11 for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=["pettingzoo", "openspiel"])
def test_an_example_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, str(PAGE), "exec"), {})
    printed = capsys.readouterr().out
    assert ("print" in example) == ("asks(1," in printed)
