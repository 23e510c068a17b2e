"""The README keeps its word: each `$ mystpy` line prints what is shown below it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

README = Path(__file__).parents[2] / "README.md"


def sessions(text: str) -> list[tuple[str, str]]:
    """Return each line of the console blocks that calls mystpy, and its output."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            if "mystpy " in line:
                found.append((line, output))
    return found


SESSIONS = sessions(README.read_text(encoding="utf-8"))


def test_the_readme_shows_sessions() -> None:
    assert len(SESSIONS) >= 5


@pytest.mark.parametrize(
    ("line", "output"), SESSIONS, ids=[line for line, _ in SESSIONS]
)
def test_a_line_of_the_readme_prints_what_it_shows(
    typed: Shell, line: str, output: str
) -> None:
    done = typed(line)
    said = re.sub(r"^mystpy: .* s so far.*\n", "", done.stderr, flags=re.M)
    assert (done.stdout + said).rstrip() == output.rstrip()


def examples(language: str) -> list[str]:
    """Return the blocks of the README that are written in a language."""
    text = README.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


@pytest.mark.wheel
def test_the_python_of_the_readme_runs() -> None:
    assert examples("python")
    for example in examples("python"):
        exec(compile(example, str(README), "exec"), {})


@pytest.mark.wheel
def test_the_query_file_of_the_readme_answers_as_it_expects(run: Run) -> None:
    (example,) = examples("toml")
    done = run("ask", "-", "--check", stdin=example)
    assert (done.stdout.split()[0], done.exit_code) == ("true", 0)
