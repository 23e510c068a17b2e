"""Streams that are closed, or cannot be written: never a traceback, nothing lost."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Shell = Callable[..., "subprocess.CompletedProcess[str]"]

FIFTEEN = "queries/fifteen-cards.toml"


@pytest.mark.parametrize(
    "words", ["know 3 -", "batch", "notebook nowhere/new.notes", "check -", "draw -"]
)
def test_a_closed_input_is_told(shell: Shell, words: str) -> None:
    done = shell(f"mystpy {words} <&-")
    assert done.returncode == 2
    assert done.stderr.startswith("mystpy: error: standard input is closed\nhint: ")
    assert done.stdout == ""


@pytest.mark.parametrize("words", [f"know 3 {FIFTEEN}", "batch", "--help"])
def test_an_answer_that_nobody_can_read_is_not_0(shell: Shell, words: str) -> None:
    done = shell(f"mystpy {words} < /dev/null >&-")
    assert done.returncode == 3
    assert done.stderr == (
        "mystpy: error: the answer cannot be written: standard output is closed\n"
    )


def test_a_closed_error_stream_changes_no_answer(shell: Shell) -> None:
    whole, closed = (shell(f"mystpy know 3 {FIFTEEN} {x}") for x in ("", "2>&-"))
    assert (closed.stdout, closed.returncode) == (whole.stdout, 0)
    assert shell(f"mystpy know 9 {FIFTEEN} 2>&-").returncode == 2
    assert shell(f"mystpy know 3 {FIFTEEN} <&- >&- 2>&-").returncode == 3


def test_no_message_is_written_into_a_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "new.notes"
    game = 'rules="myst",m=1,n=1,p=3,q=1'
    line = f"mystpy notebook {file} --as 1 --game '{game}' --hand 1=s4 2>&-"
    done = shell(line, stdin="asks(1,{s1})\nno(1)\n")
    assert done.returncode == 1  # no(1) cannot have happened, which is said in vain
    assert "mystpy: " not in file.read_text(encoding="utf-8")
