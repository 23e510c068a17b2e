"""The pages on exercises: examples are marked, and lines print what they show."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

import pytest

from mystpy.exercises.exercise import KINDS, load_exercise
from mystpy.exercises.marking import mark, split_exercise
from mystpy.exercises.supervision import protection
from tests.cli.test_readme import sessions
from tests.exercises.shelf import ROOT

PAGE = (ROOT / "docs" / "how-to" / "exercises.md").read_text(encoding="utf-8")
FILES = (ROOT / "docs" / "reference" / "exercise-files.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^```toml\n(?P<text>.*?)^```\n\nRight:\n\n```text\n(?P<right>.*?)^```\n\n"
    r"Wrong:\n\n```text\n(?P<wrong>.*?)^```$",
    re.M | re.S,
)
SHOWN = (*KINDS, "agents")
"""The kinds of the examples: one of those about packages is enough."""
EXAMPLES = list(EXAMPLE.finditer(FILES))

Shell = Callable[..., "subprocess.CompletedProcess[str]"]


def test_there_is_an_example_of_each_kind() -> None:
    kinds = [load_exercise(found["text"], "page").kind for found in EXAMPLES]
    assert tuple(kinds) == SHOWN
    assert FILES.count("```toml") == len(SHOWN)


@pytest.mark.parametrize("found", EXAMPLES, ids=SHOWN)
def test_an_example_is_marked_as_the_page_says(found: re.Match[str]) -> None:
    text = found["text"]
    task = load_exercise(text, "page")
    assert mark(task, found["right"]).right
    assert not mark(task, found["wrong"]).right
    if task.key is not None:
        halved = load_exercise(split_exercise(text, "page").student, "page")
        assert mark(halved, found["right"]).right
        assert not mark(halved, found["wrong"]).right


@pytest.mark.parametrize(("line", "output"), sessions(PAGE))
def test_a_line_of_the_page_prints_what_it_shows(
    line: str, output: str, typed: Shell
) -> None:
    done = typed(line)
    # The protection of a class depends on the system, and is not on the page.
    message = done.stderr.replace(f"mystpy: {protection()}\n", "")
    assert (done.stdout + message).rstrip() == output.rstrip()
