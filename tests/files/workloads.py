"""Small runs of each command that stores results, and programs to run them in."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mystpy.notebook.file import NotebookFile
from tests.programs import begun

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Answer:
    """How a command ended, and how many rows it considered stored."""

    status: int
    kept: int
    out: str
    err: str


class CrashServer:
    """Runs commands in forks of a program in which everything is loaded."""

    def __init__(self, program: Any) -> None:
        self._program = program

    def attempt(self, words: list[str], **fault: Any) -> Answer:
        """Run a command, perhaps with a fault: see `tests.files.crash_server`."""
        self._program.stdin.write(json.dumps({"words": words, **fault}) + "\n")
        self._program.stdin.flush()
        line = self._program.stdout.readline()
        assert line, self._program.stderr.read()
        return Answer(**json.loads(line))


@contextmanager
def crash_server() -> Iterator[CrashServer]:
    """Yield a server for the block."""
    words = [sys.executable, "-m", "tests.files.crash_server"]
    with begun(words, cwd=ROOT, stdin=-1) as program:
        yield CrashServer(program)
        program.stdin.close()  # type: ignore[union-attr]


@dataclass(frozen=True)
class Work:
    """A command that stores results in a file, and its final result."""

    name: str
    file: str
    words: Callable[[Path], list[str]]
    outcome: Callable[[Path, Answer], object]
    prepare: Callable[[Path], None] = lambda _: None
    input: str = ""

    def path(self, folder: Path) -> Path:
        """Return the path of the results."""
        return folder / self.file

    def run(self, server: CrashServer, folder: Path, **fault: Any) -> Answer:
        """Begin it, or continue it, in a folder."""
        return server.attempt(self.words(folder), input=self.input, **fault)

    def rows(self, folder: Path) -> list[str]:
        """Return the complete lines after the first."""
        path = self.path(folder)
        text = path.read_text("utf-8") if path.exists() else ""
        return text[: text.rfind("\n") + 1].splitlines()[1:]


def _tournament_words(folder: Path) -> list[str]:
    out = ["--out", str(folder / "games.jsonl"), "--resume"]
    return ["tournament", str(folder / "t.toml"), "--games", "9", "--jobs", "1", *out]


def _tournament_file(folder: Path) -> None:
    text = 'game = "MYST"\n'.replace('"MYST"', '{rules="myst",m=1,n=1,p=3,q=2}')
    text += '[[player]]\nkind = "random"\ncopies = 3\n'
    (folder / "t.toml").write_text(text, "utf-8")


def _solve_words(folder: Path) -> list[str]:
    game = ["--game", 'rules="myst",m=3,n=1,p=2,q=1', "--useful"]
    return ["solve", *game, "--resume", str(folder / "stages.jsonl")]


def _many_words(folder: Path) -> list[str]:
    games = ["--games", '{m="2..3",n=1,p=2,q=1}', "--useful", "--jobs", "1"]
    return ["solve", *games, "--resume", str(folder / "stages.jsonl")]


def _theorem_words(folder: Path) -> list[str]:
    say = ["--say", "#(i in players: In(i)) >= 1", "--depth", "2", "--sample"]
    games = ["--games", "{p = 2, m=1, n=1, q=1}", "--processes", "1"]
    return ["theorem", *say, *games, "--resume", str(folder / "pieces.jsonl")]


ANSWERS = ("h(1,r)", "K(1,h(1,r))", "h(1,", "h(2,r)")


def _class(folder: Path) -> None:
    for student, answer in zip(("ann", "bob", "cid", "dan"), ANSWERS, strict=True):
        path = folder / "class" / student / "hexa-own-card.txt"
        path.parent.mkdir(parents=True)
        path.write_text(answer, "utf-8")


def _grade_words(folder: Path) -> list[str]:
    out = ["--out", str(folder / "out"), "--resume", "--jobs", "1"]
    return ["grade", str(folder / "class"), *out]


def _notebook_words(folder: Path) -> list[str]:
    game = ["--game", '{"rules":"myst","m":1,"n":1,"p":3,"q":1}', "--hand", "1=s4"]
    return ["notebook", str(folder / "a.notes"), *game, "--engine", "worlds"]


EVENTS = "asks(1,{s1})\nno(2)\nno(3)\nnoguess(1)\nendturn(1)\n"


def noted(path: Path) -> list[str]:
    """Return the lines of a notebook that count, if there is one."""
    if not path.exists():
        return []
    with NotebookFile(path) as file:
        return [line.text for line in file.lines]


def _timeless(text: str) -> str:
    return re.sub(r"\d+\.\d s\b", "", text)


WORKS = {
    work.name: work
    for work in (
        Work(
            "tournament",
            "games.jsonl",
            _tournament_words,
            lambda folder, done: ((folder / "games.jsonl").read_bytes(), done.out),
            _tournament_file,
        ),
        Work("solve", "stages.jsonl", _solve_words, lambda folder, done: done.out),
        Work(
            "solve-many",
            "stages.jsonl",
            _many_words,
            lambda folder, done: sorted(done.out.splitlines()),
        ),
        Work(
            "theorem",
            "pieces.jsonl",
            _theorem_words,
            lambda folder, done: _timeless(done.out),
        ),
        Work(
            "grade",
            "out/grade.jsonl",
            _grade_words,
            lambda folder, done: (folder / "out" / "marks.csv").read_bytes(),
            _class,
        ),
    )
}
"""The commands with a journal, by name."""

NOTEBOOK = Work("notebook", "a.notes", _notebook_words, lambda *_: None, input=EVENTS)
