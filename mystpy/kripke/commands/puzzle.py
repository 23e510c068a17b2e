"""`mystpy puzzle`: knowledge puzzles, solved step by step."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import report
from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.kripke.commands.puzzle_games import my_number, russian


@click.command("puzzle")
@click.argument("name", required=False)
@click.option("--n", type=int, metavar="N", help="How many, such as children.")
@click.option(
    "--k", type=int, metavar="K", help="How many of them, such as muddy ones."
)
@click.option("--matrices", is_flag=True, help="Show the relations as matrices.")
@click.option(
    "--engine",
    type=click.Choice(["explicit", "cube", "crowd"]),
    help="List all worlds; a bit for each; only their numbers. Chosen by itself.",
)
@click.option(
    "--say",
    metavar="HANDS",
    help="russian-cards: is it safe to announce these hands, such as '012 034'?",
)
@click.option("--find", is_flag=True, help="russian-cards: list what is safe to say.")
@click.option(
    "--hands", metavar="A,B,C", help="russian-cards: how many cards each holds."
)
@click.option("--report", is_flag=True, help="my-number: the report, in Markdown.")
@click.option("--games", type=int, help="my-number: games in each condition (7560).")
@click.option(
    "--rule",
    type=click.Choice(["least", "most", "parts", "removed", "all"]),
    help="my-number: the rule of Kooi's choice (most; all in a report).",
)
@click.option("--seed", type=int, help="my-number: how the decks are shuffled (2013).")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="my-number: processes (one for each processor).",
)
@format_option("text", "json")
def command(name: str | None, form: str, **options: Any) -> int:
    """Solve the puzzle NAME, or that of a puzzle FILE.toml, with steps and reasons.

    Without NAME all puzzles are listed. my-number is the game What is my number?: all
    its games in nine conditions. Where an answer is not the one that the file expects,
    the exit status is 1. A question that cannot be answered is reported, the
    others are answered, and the status is 2.

    \b
    Examples:
      $ mystpy puzzle cheryls-birthday
      $ mystpy puzzle muddy-children --n 5 --k 3
      $ mystpy puzzle russian-cards --say '012 034 056 135 246'
      $ mystpy puzzle my-number --games 200
    """
    given = {
        key: value
        for key, value in options.items()
        if value is not None and value is not False
    }
    if name is None:
        _refuse(given, "a puzzle")
        return _list(form)
    if name == "my-number":
        chosen = _taken(given, ("report", "games", "rule", "seed", "jobs"))
        _refuse(given, name)
        return my_number(form, **chosen)
    if name == "russian-cards" and set(given) & {"say", "find", "hands"}:
        chosen = _taken(given, ("say", "find", "hands"))
        _refuse(given, f"{name} with --{next(iter(chosen))}")
        return russian(form, **chosen)
    chosen = _taken(given, ("n", "k", "matrices", "engine"))
    _refuse(given, name)
    return _solved(name, form, **chosen)


def _taken(given: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: given.pop(key) for key in keys if key in given}


def _refuse(given: dict[str, Any], name: str) -> None:
    """Raise QueryError for options that are left."""
    for key in given:
        raise QueryError(
            f"--{key} does not go with {name}",
            hint="mystpy puzzle --help says what goes with which puzzle",
        )


def _list(form: str) -> int:
    from mystpy.kripke.puzzles import shelf, text

    puzzles = [shelf.find_puzzle(name) for name in shelf.puzzle_files()]
    if form == "json":
        for puzzle in puzzles:
            click.echo(json_line(text.puzzle_object(puzzle)))
        click.echo(json_line({"puzzle": "my-number", "title": "What is my number?"}))
        return YES
    for line in text.puzzle_lines(puzzles):
        click.echo(line)
    click.echo("my-number: What is my number?, all games in nine conditions")
    return YES


def _solved(
    name: str,
    form: str,
    *,
    matrices: bool = False,
    engine: str | None = None,
    **sizes: int,
) -> int:
    from mystpy.kripke.puzzles import shelf, text
    from mystpy.kripke.puzzles.solution import solve
    from mystpy.kripke.puzzles.step_matrices import MatrixRecorder

    puzzle = shelf.find_puzzle(name)
    watch = MatrixRecorder(puzzle, wanted=matrices)
    found = solve(puzzle, sizes, engine=engine, watch=watch)
    if form == "json":
        click.echo(json_line(text.solution_object(found) | watch.as_object()))
    else:
        click.echo(text.solution(found, watch.lines))
    if errors := [answer.error for answer in found.answers if answer.error]:
        return max(report(error, as_json=False) for error in errors)
    return YES if all(answer.right for answer in found.answers) else NO
