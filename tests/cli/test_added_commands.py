"""Commands that other packages add, as entry points of the group `mystpy.commands`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.programs import ran

Run = Callable[..., Result]

CODE = """
import click

@click.command()
@click.argument("name")
def greet(name):
    "Greet a player."
    if name == "nobody":
        raise ValueError(name)
    click.echo(f"Hello, {name}!")

number = 1
"""
ENTRIES = """[mystpy.commands]
greet = greeting_of_a_player:greet
number = greeting_of_a_player:number
broken = greeting_of_nobody:command
ask = greeting_of_a_player:greet
"""


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a distribution with commands into a folder of the path."""
    (tmp_path / "greeting_of_a_player.py").write_text(CODE)
    about = tmp_path / "greetings-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: greetings\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "greeting_of_a_player", raising=False)
    return tmp_path


@pytest.mark.usefixtures("added")
def test_a_command_of_another_package_is_called_and_listed(run: Run) -> None:
    done = run("greet", "Ann")
    assert (done.exit_code, done.stdout) == (0, "Hello, Ann!\n")
    assert "Greet a player." in run("greet", "--help").stdout
    listed = run("--help").stdout.split("Commands of other packages:")[1]
    assert listed.split() == "broken greetings greet greetings number greetings".split()


@pytest.mark.usefixtures("added")
def test_the_nearest_command_may_be_that_of_another_package(run: Run) -> None:
    done = run("gret", "Ann")
    assert done.exit_code == 2
    assert "greet" in done.stderr


@pytest.mark.usefixtures("added")
def test_no_package_replaces_a_command_of_mystpy(run: Run) -> None:
    assert "Greet" not in run("ask", "--help").stdout


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("broken", "No module named 'greeting_of_nobody'"),
        ("number", "greeting_of_a_player:number is not a click.Command"),
    ],
)
@pytest.mark.usefixtures("added")
def test_a_command_that_cannot_be_loaded_is_an_error_of_its_package(
    run: Run, name: str, reason: str
) -> None:
    done = run(name)
    assert done.exit_code == 3
    assert f"the command {name!r} of the package greetings cannot be" in done.stderr
    assert reason in done.stderr


@pytest.mark.usefixtures("added")
def test_an_exception_of_a_command_is_a_fault_of_its_package(run: Run) -> None:
    done = run("greet", "nobody")
    assert done.exit_code == 70
    assert "this is a fault in the package greetings" in done.stderr


def test_without_such_packages_the_help_has_no_list_of_them(run: Run) -> None:
    assert "other packages" not in run("--help").stdout


def test_entry_points_are_not_read_for_commands_of_mystpy() -> None:
    program = (
        "import sys; from mystpy.cli.group import cli\n"
        "for name in sys.argv[1:]: cli.get_command(None, name)\n"
        "print('importlib.metadata' in sys.modules)"
    )
    assert ran([sys.executable, "-c", program, "ask", "legal"]).stdout == "False\n"
