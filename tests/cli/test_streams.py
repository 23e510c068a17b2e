"""Streams that are closed, or cannot be written: never a traceback, nothing lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.programs import begun
from tests.sampling import cases

Shell = Callable[..., "subprocess.CompletedProcess[str]"]

FIFTEEN = "queries/fifteen-cards.toml"


@pytest.mark.parametrize(
    "words",
    cases(
        ["know 3 -", "batch", "notebook nowhere/new.notes", "check -", "draw -"],
        *("know 3 -", "batch", "notebook nowhere/new.notes"),
    ),
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


GAME = 'rules="myst", m=1, n=1, p=2, q=1'
QUESTION = '{"id":1,"do":"ask","game":{"rules":"myst"},"formula":"In(1)"}'
HELLO = '{"type":"hello","version":1,"name":"judge"}'

AT_WORK = (
    (("batch",), QUESTION),
    (("serve", "--game", GAME, "tcp", "random"), None),
    (("serve", "--game", GAME, "-", "random"), None),
    (("serve", "--protocol", "speed-clue", "tcp", "tcp", "tcp"), None),
    (("join", "random"), HELLO),
)


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
@pytest.mark.alike(2)
@pytest.mark.parametrize("sign", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(("words", "said"), AT_WORK, ids=lambda case: str(case)[:20])
def test_a_program_that_is_told_to_end_ends_without_a_traceback(
    words: tuple[str, ...], said: str | None, sign: str
) -> None:
    command = [sys.executable, "-P", "-m", "mystpy", *words]
    number = signal.Signals[sign]
    with begun(command, stdin=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        if said is not None:
            program.stdin.write(f"{said}\n")
            program.stdin.flush()
        first = program.stderr if {"tcp"} & set(words) else program.stdout
        begins = first.readline()  # it is at work
        program.send_signal(number)
        output, errors = program.communicate()
    assert begins
    assert program.returncode == -number
    assert "Traceback" not in output + errors


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("batch",), f"{QUESTION}\n" * 2_000),
        (("serve", "--game", GAME, "--games", "2000", "random", "random"), ""),
    ],
    ids=["batch", "serve"],
)
def test_a_program_whose_reader_is_gone_ends_as_others_do(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    command = [sys.executable, "-P", "-m", "mystpy", *words]
    (tmp_path / "given").write_text(said)
    with (tmp_path / "given").open() as given, begun(command, stdin=given) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline()
        program.stdout.close()
        errors = program.stderr.read()
    assert program.returncode == -signal.SIGPIPE
    assert errors == ""


WITH_WORKERS = """
from mystpy.cli.running.signals import end_quietly
from mystpy.processes.pool import shared_pool

if __name__ == "__main__":
    end_quietly()
    pool = shared_pool(2)
    assert [*pool.map(abs, range(-2, 0))] == [2, 1]
    print("first", flush=True)
    input()
    print("second", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there is no such signal")
def test_a_closed_pipe_ends_worker_processes_without_a_word(tmp_path: Path) -> None:
    script = tmp_path / "with_workers.py"
    script.write_text(WITH_WORKERS)
    with begun([sys.executable, script], stdin=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline() == "first\n"
        program.stdout.close()
        program.stdin.write("\n")
        program.stdin.close()
        errors = program.stderr.read()
    assert program.returncode == -signal.SIGPIPE
    assert errors == ""
