"""The tutorial "Bring your own game": its files are written and its commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.packages.folders import shipped_packages

PAGE = Path(__file__).parents[2] / "docs" / "packages.md"
FILE = re.compile(r"^```\w+\n[#%] file: (\S+)\n(.*?)^```$", re.M | re.S)
SESSION = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def sessions(text: str) -> list[tuple[str, str]]:
    """Return the commands of a page, each with what it prints."""
    found = []
    for block in SESSION.findall(text):
        for part in block.split("$ mystpy ")[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def test_the_tutorial_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8")
    files = FILE.findall(text)
    assert [name for name, _ in files] == [
        "three-cards/theory.toml",
        "three-cards/theory.lp",
    ]
    for name, content in files:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    asked = sessions(text)
    assert len(asked) == 5
    for command, printed in asked:
        done = CliRunner().invoke(cli, shlex.split(command))
        assert done.output == printed, command


def test_the_page_names_the_packages() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = re.findall(
        r"^\| `([\w-]+)` \|", text.partition("## Packages that come")[2], re.M
    )
    assert table == list(shipped_packages())
