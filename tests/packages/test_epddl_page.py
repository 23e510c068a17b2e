"""The page about EPDDL: its files are written and its commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from tests.packages.test_tutorial import FILE, sessions, text_of_pages

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "epddl.md"
TASK_FILE = re.compile(r"^```lisp\n; file: (\S+)\n(.*?)^```$", re.M | re.S)


def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8")
    files = [*TASK_FILE.findall(text), *FILE.findall(text_of_pages())]
    assert [Path(name).stem for name, _ in files[:3]] == [
        "library",
        "domain",
        "problem",
    ]
    for name, content in files:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    asked = sessions(text)
    assert len(asked) == 8
    for command, printed in asked:
        done = CliRunner().invoke(cli, shlex.split(command))
        assert done.output == printed, command
    domain = (tmp_path / "cards/domain.epddl").read_text("utf-8")
    plain = re.sub(r"\s+", " ", domain)
    shown = re.findall(r"^\((?::event|:action) .*?\n(?=\(|```)", text, re.M | re.S)
    assert len(shown) == 2
    for each in shown:
        assert re.sub(r"\s+", " ", each).strip() in plain


def test_the_action_types_of_the_page_come_with_mystpy() -> None:
    from mystpy.packages.epddl.reading.task_files import LIBRARY

    names = re.findall(r"\(:action-type (\S+)", LIBRARY.read_text("utf-8"))
    text = PAGE.read_text(encoding="utf-8")
    assert names
    assert all(f"`{name}`" in text for name in names)
