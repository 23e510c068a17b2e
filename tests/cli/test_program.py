"""The program as installed: help, examples, completion, pipes, signals, speed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner, Result

from mystpy import __version__
from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS
from tests.programs import HANGING, begun, comes_true, ran

Run = Callable[..., Result]
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


def first_of_each_command() -> list[str]:
    """Return one of these lines for each command."""
    found: dict[str, str] = {}
    for line in examples():
        (command,) = re.findall(r"mystpy (\w+)", line)
        found.setdefault(command, line)
    assert set(found) == set(COMMANDS)
    return list(found.values())


OWN_FILES = re.compile(r"\b(mine|mygame|domain\.epddl|answers\.jsonl|tom\.jsonl)\b")
"""Files that a user of these examples has."""

FIRST = first_of_each_command()
FURTHER = [
    line
    for line in dict.fromkeys(examples())
    if line not in FIRST and not OWN_FILES.search(line)
]


def often(line: str) -> ParameterSet:
    """A line as a parameter; those that settle many statements are slow."""
    slow = line.startswith("mystpy theorem") and re.search("--(file|verdict)", line)
    return pytest.param(line, marks=[pytest.mark.slow] if slow else [])


def assert_answered(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode in (0, 1, HIGHEST_ANSWER), done.stderr
    assert done.stdout
    # The title of a file and, on a slow machine, progress; no warning.
    assert not re.search(r"mystpy: (error|warning)|Traceback", done.stderr)


@pytest.mark.wheel
@pytest.mark.parametrize("line", FIRST)
def test_the_first_example_of_a_command_is_answered(shell: Shell, line: str) -> None:
    assert_answered(shell(line))


@pytest.mark.parametrize("line", [*map(often, FURTHER)])
@pytest.mark.alike(4)
def test_the_further_examples_of_the_help_are_answered(
    typed: Shell, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "--epddl" in line:  # it writes a folder
        monkeypatch.chdir(tmp_path)
    assert_answered(typed(line))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert f"mystpy {name}" in done.stdout.split("Examples:")[1]


@pytest.mark.wheel
def test_the_program_says_its_version(shell: Shell) -> None:
    done = shell("mystpy --version")
    assert (done.stdout, done.returncode) == (f"mystpy {__version__}\n", 0)


def test_without_a_command_the_help_is_shown(shell: Shell) -> None:
    done = shell("mystpy")
    assert done.stderr.startswith("Usage: mystpy [OPTIONS] COMMAND")
    assert done.returncode == 2


@pytest.mark.wheel
def test_the_first_question_finds_its_diagram(shell: Shell, tmp_path: Path) -> None:
    """A diagram that is not found would be computed and kept in the cache folder."""
    asked = "mystpy know 2 example:clue-six-players"
    done = shell(asked, XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.wheel
@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(run: Run, name: str) -> None:
    done = run("completion", name)
    assert "_MYSTPY_COMPLETE" in done.stdout
    assert done.exit_code == 0


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("line", ["axiom 2.16", "worksheet example:worksheets/week-1"])
def test_a_full_disk_is_named(program_dir: Path, line: str) -> None:
    words = [str(program_dir / "mystpy"), *line.split()]
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = ran(words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 3
    assert done.stderr.splitlines() == [
        "mystpy: error: the output cannot be read or written: no space left on device",
        "hint: free some space, or write to another disk",
    ]


def test_ctrl_c_ends_the_program_with_one_line(program_dir: Path) -> None:
    batch = begun([program_dir / "mystpy", "batch"], stdin=subprocess.PIPE)
    assert batch.stdin is not None
    assert batch.stdout is not None
    batch.stdin.write("{}\n")
    batch.stdin.flush()
    assert "error" in json.loads(batch.stdout.readline())
    batch.send_signal(signal.SIGINT)
    assert batch.wait(HANGING) == 130
    assert batch.communicate()[1] == "mystpy: interrupted\n"


def test_ctrl_c_with_processes_ends_with_one_line(
    program_dir: Path, tmp_path: Path
) -> None:
    """Python warned about the semaphores of the processes that are started."""
    games = tmp_path / "games.jsonl"
    words = ["tournament", "--player", "exact", "--games", "999999", "--jobs", "2"]
    played = begun([program_dir / "mystpy", *words, "--out", str(games)])
    assert comes_true(lambda: games.exists() and games.read_bytes().count(b"\n") > 5)
    played.send_signal(signal.SIGINT)
    assert played.wait(HANGING) == 130
    lines = played.communicate()[1].splitlines()
    assert lines[-1] == "mystpy: interrupted"
    assert not [line for line in lines if not line.startswith("mystpy: ")]


def test_a_folder_without_axioms_is_an_error(shell: Shell) -> None:
    done = shell("mystpy axiom 2.16", MYSTPY_AXIOMS=str(ROOT / "tests"))
    assert done.returncode == 2
    assert "the axioms folder is missing" in done.stderr


def test_a_missing_prolog_is_named_with_what_installs_it(
    shell: Shell, tmp_path: Path
) -> None:
    # Where SWI-Prolog is not installed, importing pyswip raises an error of its own.
    (tmp_path / "pyswip.py").write_text("raise RuntimeError('libswipl is not there')")
    line = "mystpy legal queries/fifteen-cards.toml --engine"
    missing = shell(f"{line} prolog", PYTHONPATH=str(tmp_path))
    assert missing.returncode == 3
    assert missing.stderr.startswith("mystpy: error: SWI-Prolog cannot be started")
    assert "hint: install SWI-Prolog" in missing.stderr
    assert shell(f"{line} asp", PYTHONPATH=str(tmp_path)).stdout == "possible\n"


def test_a_fault_of_the_program_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("mystpy.theses.commands.axiom.register", broken)
    done = CliRunner().invoke(cli, ["axiom", "2.16"])
    assert done.exit_code == 70
    assert "a fault in mystpy itself" in done.stderr


def loaded(script: str) -> set[str]:
    """The modules that a script loads, without those of Python itself."""
    before, after = "before = set(sys.modules)", "*{*sys.modules} - before, sep='\\n'"
    script = f"import sys\n{before}\n{script}\nprint({after}, file=sys.stderr)"
    modules = ran([sys.executable, "-c", script], check=True).stderr.split()
    return {
        name for name in modules if name.split(".")[0] not in sys.stdlib_module_names
    }


@pytest.mark.wheel
def test_import_loads_nothing_but_the_package_itself() -> None:
    assert loaded("import mystpy") == {"mystpy"}


def test_help_loads_the_command_line_and_nothing_below_it() -> None:
    script = "from mystpy.cli import cli\n"
    script += "try: cli.main(['--help'])\nexcept SystemExit: pass"
    modules = loaded(script)
    assert {name.split(".")[0] for name in modules} == {"mystpy", "click"}
    parts = {name.split(".")[1] for name in modules if name.startswith("mystpy.")}
    assert parts == {"cli", "errors"}


def test_a_number_that_stands_for_several_formulas_shows_them_all(run: Run) -> None:
    shown = run("axiom", "2.31").stdout
    assert [f"(2.31{x})" in shown for x in "abcde"] == [True] * 5
    assert run("axiom", "2.35").exit_code == 2


def test_an_axiom_is_printed_in_latex(run: Run) -> None:
    shown = run("axiom", "2.16", "--format", "latex").stdout
    assert shown.startswith(r"\mathit{Poss}(\mathit{no}(j),s) \equiv ")
    assert r"Q \cap S_j = \emptyset" in shown


def test_each_axiom_has_its_latex_in_json(run: Run) -> None:
    lines = run("axiom", "--format", "json").stdout.split("\n")
    rows = [json.loads(line) for line in lines if line]
    assert {row["label"] for row in rows} >= {"0a", "S2.5.7", "2.24c", "2.34"}
    assert [row["label"] for row in rows if not row["latex"]] == []
    printed = run("axiom", "--format", "latex").stdout.splitlines()
    assert printed == [row["latex"] for row in rows]


def test_axiom_0_is_two_formulas(shell: Shell) -> None:
    shown = shell("mystpy axiom 0").stdout
    assert "(0a) Axiom 0: logical omniscience" in shown
    assert "(0b) Axiom 0: perfect recall" in shown
