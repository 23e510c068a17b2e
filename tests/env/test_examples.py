"""The examples of docs/how-to/env.md run as they stand, and are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "env.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def test_there_is_a_short_one_for_each_library_and_two_that_measure() -> None:
    lengths = [len(example.split("\n")) for example in EXAMPLES]
    assert len(lengths) == 4
    assert max(lengths[:2]) <= 11
    assert max(lengths[2:]) <= 60


@pytest.mark.parametrize("example", EXAMPLES[:2], ids=["pettingzoo", "openspiel"])
def test_an_example_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, str(PAGE), "exec"), {})
    printed = capsys.readouterr().out
    assert ("print" in example) == ("asks(1," in printed)


@pytest.mark.parametrize("example", EXAMPLES[2:], ids=["ismcts", "policy gradient"])
def test_what_is_searched_or_trained_gets_more(
    example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(example, str(PAGE), "exec"), {})
    before, after = (
        float(line.split(":")[1]) for line in capsys.readouterr().out.splitlines()
    )
    assert abs(before) < 0.2
    assert after > before + 0.12
