"""The time that a command may take, and how far it is."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result

from mystpy.cli.command_table import COMMANDS
from mystpy.errors import EngineFailed
from mystpy.notebook.notebook import Notebook
from tests.programs import HANGING

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

CLUE = 'rules="clue", p=6'
HAND = "1=plum,rope,hall"
LONG = [name for name, entry in COMMANDS.items() if entry.seconds]
ENDLESS = f"mystpy ask --engine worlds --game '{CLUE}' 'K(1,h(0,plum))' --seconds 0.5"
"""A list of 4e13 deals."""


@pytest.mark.parametrize("name", [*LONG, "batch", "notebook", "theorem"])
def test_a_command_that_may_take_long_has_a_limit(run: Run, name: str) -> None:
    assert run(name, "--help").stdout.count("--seconds") == 1


def test_when_the_time_is_up_that_is_told(shell: Shell) -> None:
    done = shell(ENDLESS)
    assert (done.returncode, done.stdout) == (3, "")
    assert "mystpy: error: the time is up: there is no answer after 0.5" in done.stderr
    assert "\nhint: give more --seconds" in done.stderr


def test_in_json_it_is_an_object(shell: Shell) -> None:
    done = shell(f"{ENDLESS} --format json")
    assert done.returncode == 3
    assert "the time is up" in json.loads(done.stdout)["error"]


def test_work_that_is_done_in_time_is_not_limited(run: Run) -> None:
    done = run("legal", "example:fifteen-cards", "--seconds", str(HANGING))
    assert (done.exit_code, done.stdout) == (5, "possible\n")
    assert run("legal", "example:fifteen-cards", "--seconds", "0").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("legal", "example:fifteen-cards"),
        ("solve", "--game", 'rules="myst",m=1,n=1,p=2,q=1'),
    ],
    ids=lambda words: words[0],
)
def test_without_threads_a_limit_is_refused_and_nothing_else(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    def refused(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    expected = run(*words)
    monkeypatch.setattr(Thread, "start", refused)
    found = run(*words)
    assert (found.exit_code, found.stdout) == (expected.exit_code, expected.stdout)
    limited = run(*words, "--seconds", "60")
    assert limited.exit_code == 3
    assert "no time limit can be set here" in limited.stderr
    assert "leave out --seconds" in limited.stderr


def test_a_line_that_takes_long_leaves_the_next_its_answer(shell: Shell) -> None:
    game = {"rules": "clue", "p": 6}
    asked = {"id": 2, "do": "ask", "game": game, "formula": "K(1,h(0,plum))"}
    legal = {"do": "legal", "game": game}
    lines = [{"id": 1, **legal}, asked, {"id": 3, **legal}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = shell("mystpy batch --engine worlds --seconds 0.5", stdin=text)
    assert done.returncode == 0
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert first == {"id": 1, "verdict": "legal"}
    assert second["id"] == 2
    assert "the time is up" in second["error"]
    assert third == {"id": 3, "verdict": "legal"}


def test_a_notebook_goes_on_after_an_answer_that_takes_long(
    shell: Shell, tmp_path: Path
) -> None:
    words = f"notebook {tmp_path}/n --engine worlds --game '{CLUE}' --hand {HAND}"
    lines = "ask K(2,h(0,plum))\nhelp\n"
    done = shell(f"mystpy {words} --seconds 0.5", stdin=lines)
    assert done.returncode == 3
    assert "standard input:1: the time is up" in done.stderr
    assert "the line is written down" not in done.stderr
    assert done.stdout.startswith("undo [LINE]")


def test_that_a_line_is_written_is_told_where_its_answer_is_not(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: Notebook) -> None:
        raise EngineFailed("the time is up")

    monkeypatch.setattr(Notebook, "learned", fail)
    words = ("notebook", str(tmp_path / "n"), "--game", CLUE, "--hand", HAND)
    done = run(*words, stdin="asks(1,{plum,knife,hall})\n")
    assert done.exit_code == 3
    assert done.stderr.endswith("the line is written down\n")


def seen_in_a_terminal(program_dir: Path, *words: str) -> str:
    """Return the output of a program to standard error on a terminal."""
    ours, theirs = pty.openpty()
    line = [str(program_dir / "mystpy"), *words]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=theirs) as program:
        os.close(theirs)
        found = b""
        while part := _read(ours):
            found += part
        program.wait(HANGING)
    os.close(ours)
    return found.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # nobody writes to it any more
        return b""


def test_long_work_has_a_bar_where_somebody_watches(
    program_dir: Path, run: Run
) -> None:
    words = ("puzzle", "my-number", "--games", "3", "--jobs", "1")
    seen = seen_in_a_terminal(program_dir, *words)
    assert "games  [" in seen
    assert "27/27" in seen
    assert seen.endswith("\x1b[?25h")  # the cursor is there again
    assert run(*words).stderr == ""
