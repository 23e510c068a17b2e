"""The help of the program: commands in groups, verbs first, one line each."""

from __future__ import annotations

import re
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS, commands_by_group

Run = Callable[..., Result]

VERBS = set(
    "Answer Check Combine Compute Count Describe Draw Evaluate Explain Find Generate"
    " Host List Look Mark Measure Play Print Rate Send Settle Show Solve Update"
    " Write".split()
)
"""The verbs with which help begins."""


def help_of(name: str) -> str:
    command = cli.get_command(click.Context(cli, info_name="mystpy"), name)
    assert command is not None
    return command.help or ""


def test_the_help_lists_each_command_once_in_its_group(run: Run) -> None:
    shown = run("--help").stdout
    for group, names in commands_by_group().items():
        section = shown.partition(f"\n{group}:\n")[2].partition("\n\n")[0]
        listed = [line.split()[0] for line in section.splitlines()]
        assert listed == names, group
    assert sum(map(len, commands_by_group().values())) == len(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_described_in_one_line_that_begins_with_a_verb(name: str) -> None:
    line = COMMANDS[name].line
    assert line.split()[0] in VERBS
    assert re.fullmatch(r"[^?.:;]+(\.?[^?.:;]+)*\.", line)
    assert len(f"  {'completion':<10}  {line}") <= 80
    first = help_of(name).splitlines()[0]
    assert first.split()[0] in VERBS, first
    assert first[-1] in ".?", first


@pytest.mark.parametrize("name", COMMANDS)
def test_each_example_of_a_help_is_one_line(name: str) -> None:
    shown = help_of(name).partition("Examples:\n")[2].partition("\n\n")[0]
    lines = [line.strip() for line in shown.splitlines() if line.strip()]
    assert lines[0].startswith("$ ")
    assert "mystpy " in lines[0]
    for line in lines:  # or what a further line needs, which is no example
        assert line.startswith(("$ ", "mystpy ", "MYSTPY_")) or line.endswith(":"), line


def test_tournament_alone_shows_how_it_is_used(run: Run) -> None:
    done = run("tournament")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert re.match(r"Usage: \w+ tournament", done.stderr)


@pytest.mark.parametrize("word", ["--json", "--format=json"])
def test_json_is_short_for_format_json(run: Run, word: str) -> None:
    long = run("know", "3", "example:fifteen-cards", "--format", "json")
    assert run("know", "3", "example:fifteen-cards", word).stdout == long.stdout
    wrong = run("know", "9", "example:fifteen-cards", word)
    assert wrong.stdout.startswith('{"error":')


def test_every_command_with_json_reads_the_short_form() -> None:
    context = click.Context(cli, info_name="mystpy")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        for option in command.params:
            choices = getattr(option.type, "choices", ())
            if option.opts == ["--format"] and "json" in choices:
                parser = command.make_parser(click.Context(command))
                assert "--json" in parser._long_opt, name


@pytest.mark.parametrize(
    ("game", "rules"),
    [("MYST(1,2,3,2)", "MYST"), ("myst(1, 2, 3, 2)", "MYST"), ("clue", "Clue")],
)
def test_a_game_is_read_by_its_name(run: Run, game: str, rules: str) -> None:
    assert run("show", "--game", game).stdout.lstrip().startswith(rules)
    assert run("legal", "--game", game).exit_code == 0


def test_colours_are_for_terminals_and_can_be_chosen() -> None:
    words = ["know", "9", "example:fifteen-cards"]
    plain = CliRunner().invoke(cli, words)
    assert "\x1b[" not in plain.stderr
    asked = CliRunner().invoke(cli, ["--color", *words], color=True)
    assert "\x1b[31m" in asked.stderr
    without = CliRunner(env={"NO_COLOR": "1"}).invoke(cli, words, color=True)
    assert "\x1b[" not in without.stderr


def test_an_axiom_is_found_by_a_word(run: Run) -> None:
    found = run("axiom", "no")
    assert found.exit_code == 0
    assert "(2.16)" in found.stdout
    assert "(2.30)" in run("axiom", "responder").stdout
    rows = run("axiom", "responder", "--json").stdout.splitlines()
    assert len(rows) == len(run("axiom", "responder").stdout.splitlines())
