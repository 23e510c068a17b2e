"""Tutorials and how-to pages are true: files are written, edits made, commands run."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT
from tests.programs import ran

DOCS = ROOT / "docs"
TUTORIALS = [f"tutorials/{name}" for name in ("lecturer", "logician", "player")]
TASKS = ("check-a-claim", "change-an-axiom", "mark-a-class", "export", "python")
PAGES = [*TUTORIALS, *(f"how-to/{name}" for name in (*TASKS, "many-machines"))]
APART = {"notebook", "sh"}
"""Kinds of blocks that are typed elsewhere, or that need more than one machine."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILES = re.compile(r"^# files?: (.+)\n")
SECONDS = re.compile(r"(?<=[A-Z]  )\d+\.\d s$", re.M)
PROMPT = "ann> "


class Tutorial:
    """A page, and the empty folder in which its steps are taken."""

    def __init__(self, text: str, folder: Path, programs: Path) -> None:
        self.blocks: list[tuple[str, str]] = BLOCK.findall(text)
        self.folder = folder
        places = (programs, Path(sys.executable).parent, os.environ["PATH"])
        self.env = {
            **os.environ,
            "PATH": os.pathsep.join(map(str, places)),
            "COLUMNS": "80",
        }

    def shell(self, line: str, stdin: str = "") -> str:
        """Return what a shell line prints, without the seconds that it took."""
        done = ran(["bash", "-c", line], cwd=self.folder, env=self.env, input=stdin)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.stdout or "error:" not in done.stderr, done.stderr
        return SECONDS.sub("N s", done.stdout.rstrip())

    def steps(self) -> Iterator[tuple[str, str, str]]:
        """Take the steps; yield each line, what it printed and what the page shows."""
        for place, (kind, text) in enumerate(self.blocks):
            if kind == "console":
                for part in text.removeprefix("$ ").split("\n$ "):
                    line, _, shown = part.partition("\n")
                    typed, answers = self.typed_after(place)
                    if not line.startswith("mystpy notebook"):
                        typed, answers = "", shown
                    printed = self.shell(line, typed)
                    yield line, printed, SECONDS.sub("N s", answers.rstrip())
            elif kind == "diff":
                self.edit(text)
            elif named := FILES.match(text):
                content = text[named.end() :]
                (self.folder / named[1]).write_text(content, encoding="utf-8")
            elif kind == "python":
                self.shell("python -", text)
            else:
                assert kind in APART, f"no file is named in {text!r}"

    def typed_after(self, place: int) -> tuple[str, str]:
        """Return what is typed into a notebook, and what it answers to all of it."""
        lines: list[str] = []
        for kind, text in self.blocks[place + 1 :]:
            if kind != "notebook":
                break
            lines += text.splitlines()
        typed = [x.removeprefix(PROMPT) for x in lines if x.startswith(PROMPT)]
        answers = [x for x in lines if not x.startswith(PROMPT)]
        return "".join(f"{x}\n" for x in typed), "\n".join(answers)

    def edit(self, text: str) -> None:
        """Make the edit of a block in each of its files, where it fits once."""
        named = FILES.match(text)
        assert named is not None
        lines = text[named.end() :].splitlines(keepends=True)
        old = "".join(x[1:] for x in lines if x.startswith("-"))
        new = "".join(x[1:] for x in lines if x.startswith("+"))
        for name in named[1].split():
            path = self.folder / name
            before = path.read_text("utf-8")
            assert before.count(old) == 1, name
            path.write_text(before.replace(old, new), encoding="utf-8")


@pytest.mark.wheel
@pytest.mark.parametrize("page", PAGES)
def test_a_tutorial_prints_what_it_shows(
    page: str, tmp_path: Path, program_dir: Path
) -> None:
    text = (DOCS / f"{page}.md").read_text("utf-8")
    tutorial = Tutorial(text, tmp_path, program_dir)
    for line, printed, shown in tutorial.steps():
        assert printed == shown, line
    assert len(tutorial.blocks) >= 2


@pytest.mark.wheel
def test_a_page_that_shows_something_else_is_noticed(
    tmp_path: Path, program_dir: Path
) -> None:
    text = "```console\n$ mystpy --version | cut -c 1-6\nmystpi\n```\n"
    ((_, printed, shown),) = Tutorial(text, tmp_path, program_dir).steps()
    assert (printed, shown) == ("mystpy", "mystpi")


def test_every_tutorial_is_tried() -> None:
    found = sorted((DOCS / "tutorials").glob("*.md"))
    assert [f"tutorials/{x.stem}" for x in found if x.stem != "index"] == TUTORIALS
