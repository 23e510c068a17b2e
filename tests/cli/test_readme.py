"""The README and the pages that continue it: their lines print what they show."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SESSION = ROOT / "docs" / "how-to" / "first-session.md"
QUERY_FILES = ROOT / "docs" / "reference" / "query-files.md"


def sessions(text: str) -> list[tuple[str, str]]:
    """Return each line of the console blocks that calls mystpy, and its output."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            if "mystpy " in line:
                found.append((line, output))
    return found


SESSIONS = {
    line: output
    for page in (README, SESSION)
    for line, output in sessions(page.read_text(encoding="utf-8"))
}


def test_the_readme_is_short_and_shows_sessions() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    assert len(sessions(text)) >= 3
    assert len(SESSIONS) >= 25


@pytest.mark.parametrize(("line", "output"), SESSIONS.items(), ids=list(SESSIONS))
def test_a_line_of_these_pages_prints_what_it_shows(
    typed: Shell, line: str, output: str
) -> None:
    done = typed(line)
    said = re.sub(r"^mystpy: .* s so far.*\n", "", done.stderr, flags=re.M)
    assert (done.stdout + said).rstrip() == output.rstrip()


def examples(page: Path, language: str) -> list[str]:
    """Return the blocks of a page that are written in a language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


@pytest.mark.wheel
def test_the_python_of_the_readme_runs() -> None:
    assert examples(README, "python")
    for example in examples(README, "python"):
        exec(compile(example, str(README), "exec"), {})


@pytest.mark.wheel
def test_the_query_file_of_its_page_answers_as_it_expects(run: Run) -> None:
    (example,) = examples(QUERY_FILES, "toml")
    done = run("ask", "-", "--check", stdin=example)
    assert (done.stdout.split()[0], done.exit_code) == ("true", 0)
