"""The README keeps its word: each `$ mystpy` line prints what is shown below it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Shell = Callable[..., "subprocess.CompletedProcess[str]"]

README = Path(__file__).parents[2] / "README.md"


def sessions(text: str) -> list[tuple[str, str]]:
    """Return each shell line of the console blocks with the output shown for it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


SESSIONS = sessions(README.read_text(encoding="utf-8"))


def test_the_readme_shows_sessions() -> None:
    assert sum(line.startswith("mystpy ") for line, _ in SESSIONS) >= 5


@pytest.mark.parametrize(
    ("line", "output"), SESSIONS, ids=[line for line, _ in SESSIONS]
)
def test_a_line_of_the_readme_prints_what_it_shows(
    shell: Shell, line: str, output: str
) -> None:
    if "mystpy " not in line:
        pytest.skip("not a line of the program")
    done = shell(line)
    printed = re.sub(r"\n{2,}$", "\n", done.stdout + done.stderr)
    assert printed == output


def python_examples() -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S
    )


def test_the_python_of_the_readme_runs() -> None:
    assert python_examples()
    for example in python_examples():
        exec(compile(example, str(README), "exec"), {})
