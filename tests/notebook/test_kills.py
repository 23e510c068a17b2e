"""A notebook that is killed at any moment: what was answered is there afterwards."""

from __future__ import annotations

import os
import random
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from mystpy.notebook.file import NotebookFile
from mystpy.notebook.notebook import Notebook
from tests.programs import begun

GAME = 'rules="clue", p=3, board=true'
HAND = "1=scarlett,green,knife,pipe,kitchen,billiard"
TURNS = [f"noask({i}) noguess({i}) endturn({i})" for i in (1, 2, 3)] * 40
"""Events of which each is possible after those before it."""


def killed(path: Path, after: int, wait: float) -> int:
    """Kill a notebook some time after so many answers, and return how many it gave."""
    words: list[str | Path] = [sys.executable, "-m", "mystpy", "notebook", path]
    process = begun(
        [*words, "--game", GAME, "--hand", HAND],
        stdin=-1,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        process.stdin.write("\n".join(TURNS) + "\n")
        process.stdin.flush()
        answers = 0
        while answers < after and (line := process.stdout.readline()):
            answers += "deals left" in line
        time.sleep(wait)
        process.kill()
        with suppress(OSError):  # it may still hold what nobody reads any more
            process.stdin.close()
        answers += process.stdout.read().count("deals left")
    return answers


def assert_nothing_is_lost(path: Path, chance: random.Random) -> None:
    """Kill a notebook at a random moment, and go on with it."""
    answers = killed(path, chance.randrange(12), chance.random() / 200)
    if not path.exists() or not answers:
        return  # it was killed before it had said anything
    with NotebookFile(path) as file:
        notebook = Notebook.resume(file, "worlds")
        written = [notebook.line(event) for event in notebook.entries]
        assert written == TURNS[: len(written)]
        assert len(written) >= answers
        notebook.record(TURNS[len(written)])
    with NotebookFile(path) as file:
        assert len(Notebook.resume(file, "worlds").entries) == len(written) + 1


def test_what_was_answered_is_there_after_a_kill(tmp_path: Path) -> None:
    chance = random.Random(11)
    for number in range(2):
        assert_nothing_is_lost(tmp_path / f"{number}.notes", chance)


@pytest.mark.slow
def test_what_was_answered_is_there_after_200_kills(tmp_path: Path) -> None:
    chance = random.Random(2000)
    for number in range(200):
        assert_nothing_is_lost(tmp_path / f"{number}.notes", chance)
