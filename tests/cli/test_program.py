"""The program as installed: help, examples, completion, pipes, signals, speed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mystpy import __version__
from mystpy.cli import cli
from mystpy.cli.group import COMMANDS

Shell = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).parents[2]
HIGHEST_ANSWER = 5
"""The exit statuses 0, 1 and 5 are answers; 2, 3 and 4 are errors."""


def examples() -> list[str]:
    """Return the shell lines in the help of the program and of each command."""
    import click

    context = click.Context(cli, info_name="mystpy")
    texts = [cli.help or ""]
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        texts.append(command.help or "")
    return [line for text in texts for line in re.findall(r"^ *\$ (.+)$", text, re.M)]


@pytest.mark.parametrize("line", examples())
def test_the_examples_of_the_help_are_answered(shell: Shell, line: str) -> None:
    done = shell(line)
    assert done.returncode in (0, 1, HIGHEST_ANSWER), done.stderr
    assert done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(shell: Shell, name: str) -> None:
    done = shell(f"mystpy {name} --help")
    assert done.returncode == 0
    assert f"mystpy {name}" in done.stdout.split("Examples:")[1]


def test_the_program_says_its_version(shell: Shell) -> None:
    done = shell("mystpy --version")
    assert (done.stdout, done.returncode) == (f"mystpy {__version__}\n", 0)


def test_without_a_command_the_help_is_shown(shell: Shell) -> None:
    done = shell("mystpy")
    assert "Usage: mystpy" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: Shell, name: str) -> None:
    done = shell(f"mystpy completion {name}")
    assert "_MYSTPY_COMPLETE" in done.stdout
    assert done.returncode == 0


def test_the_script_completes_commands(shell: Shell) -> None:
    done = shell(
        "mystpy",
        _MYSTPY_COMPLETE="bash_complete",
        COMP_WORDS="mystpy le",
        COMP_CWORD="1",
    )
    assert done.stdout == "plain,legal\n"


def test_a_closed_pipe_ends_the_program_without_a_word(shell: Shell) -> None:
    game = 'rules="myst", m=10, n=10, p=5, q=3'
    done = shell(f"mystpy poss --all --game '{game}' | head -n 1")
    assert done.stdout == "legal     asks(1,{s1,s2,s3})\n"
    assert done.stderr == ""


def test_ctrl_c_ends_the_program_with_one_line(program_dir: Path) -> None:
    batch = subprocess.Popen(
        [program_dir / "mystpy", "batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert batch.stdin is not None
    assert batch.stdout is not None
    batch.stdin.write("{}\n")
    batch.stdin.flush()
    assert "error" in json.loads(batch.stdout.readline())
    batch.send_signal(signal.SIGINT)
    _, stderr = batch.communicate(timeout=30)
    assert stderr == "mystpy: interrupted\n"
    assert batch.returncode == 130


def test_an_unknown_fault_is_no_answer(shell: Shell) -> None:
    done = shell("mystpy legal --game 'rules=\"myst\", m=1, n=1, p=2, q=1'")
    assert done.returncode == 0
    broken = shell(
        "mystpy axiom 2.16", MYSTPY_AXIOMS=str(ROOT / "tests")
    )  # a folder without axioms
    assert broken.returncode == 2
    assert "axioms folder is missing" in broken.stderr


def fastest(line: list[str]) -> float:
    """Return the least of five run times, in seconds: the others were disturbed."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run(line, check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return min(times)


def test_help_and_import_are_quick() -> None:
    bare = fastest([sys.executable, "-c", "pass"])
    help_ = fastest([sys.executable, "-m", "mystpy", "--help"])
    imported = fastest([sys.executable, "-c", "import mystpy"])
    assert help_ - bare < 0.150
    assert imported - bare < 0.080


def test_help_loads_no_engine_and_no_parser() -> None:
    script = (
        "import sys; from mystpy.cli import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert not {"clingo", "pyswip", "lark"} & set(done.stdout.splitlines())
