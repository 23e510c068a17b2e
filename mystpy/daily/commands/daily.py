"""`mystpy daily`: a deduction puzzle for each day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import click

from mystpy.cli.answers import error_lines, print_answer
from mystpy.cli.options import format_option
from mystpy.cli.running.lines import LineInput
from mystpy.cli.running.theory import require_shipped
from mystpy.cli.status import NO, YES
from mystpy.daily.puzzle import (
    FIRST_DAY,
    DeductionPuzzle,
    daily_puzzle,
    drawn_puzzle,
    puzzle_object,
)
from mystpy.daily.session import HELP, DailySession
from mystpy.errors import QueryError

MOST_LINES = 8
"""A game has at most nine lines; more than these are hardly ever needed."""


@click.command("daily")
@click.argument("day", required=False, metavar="[DATE]")
@click.option(
    "--seed",
    metavar="TEXT",
    help="A puzzle of your own: the same text gives the same puzzle.",
)
@click.option(
    "--lines",
    "needed",
    type=click.IntRange(1, MOST_LINES),
    default=3,
    show_default=True,
    help="With --seed: how many lines a card of the pile needs.",
)
@click.option(
    "--archive",
    type=click.IntRange(1, 400),
    metavar="N",
    help="List the puzzles of the N days up to DATE.",
)
@click.option(
    "--print",
    "only_print",
    is_flag=True,
    help="Print the puzzle, and do not ask for marks.",
)
@format_option("text", "json")
def command(
    day: str | None,
    seed: str | None,
    needed: int,
    archive: int | None,
    only_print: bool,
    form: str,
) -> int:
    """Solve the deduction puzzle of the day: which cards are in the pile?

    DATE is a day such as 2026-11-29, by default today. The command shows the lines of a
    small game of Clue, and you mark what you can prove: `pile rope`, `bob not knife`. A
    mark that follows is accepted, with its reasons. A mark that does not follow is
    refused, with a hand that fits the lines. `hint` helps. The exit status is 0 if the
    puzzle is solved or printed, and 1 if you leave it.

    \b
    Examples:
      $ mystpy daily 2026-11-29
      $ mystpy daily --archive 7
      $ mystpy daily --seed "our class" --lines 4 --print
      $ mystpy daily 2026-11-29 --format json
    """
    require_shipped("the daily puzzles")
    if seed is not None and (day or archive):
        raise QueryError("--seed is a puzzle without a date", hint="leave one out")
    if seed is not None:
        return _solve(drawn_puzzle(seed, needed), form, only_print)
    when = _day(day)
    if archive:
        for puzzle in _archive(when, archive):
            row = {"day": puzzle.seed, "needed": puzzle.needed}
            lines = len(puzzle.lines)
            text = f"{puzzle.seed}  {lines} lines, needs {puzzle.needed}"
            print_answer(form, {**row, "lines": lines}, [text])
        return YES
    return _solve(daily_puzzle(when), form, only_print)


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise QueryError(
            f"{text[:40]!r} is no date", hint="write it as 2026-11-29"
        ) from None


def _archive(last: date, number: int) -> Iterator[DeductionPuzzle]:
    for back in range(number):
        day = last - timedelta(back)
        if day < FIRST_DAY:
            return
        yield daily_puzzle(day)


def _solve(puzzle: DeductionPuzzle, form: str, only_print: bool) -> int:
    session = DailySession(puzzle)
    if form == "json" or only_print:
        print_answer(form, puzzle_object(puzzle), session.opening())
        return YES
    click.echo("\n".join(session.opening()))
    source = LineInput()
    if source.interactive:
        click.echo(HELP)
    while not session.solved:
        line = source.line("> ")
        if line is None or line.strip().lower() in ("quit", "exit"):
            return NO
        try:
            click.echo("\n".join(session.answer(line)))
        except QueryError as error:
            click.echo("\n".join(error_lines(error)), err=True)
    return YES
