"""A conversation with a notebook: lines are read and answered, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import click

from mystpy.cli.answers import error_lines, report
from mystpy.cli.running.limit import within
from mystpy.cli.running.lines import LineInput
from mystpy.cli.status import NO, YES, status_of_error
from mystpy.errors import IllegalActionError, MystError, ParseError
from mystpy.notebook.file import NotSaved
from mystpy.notebook.prompt import Prompt


def converse(
    prompt: Prompt, source: LineInput, actions: Sequence[str], seconds: float | None
) -> int:
    """Answer the lines given and those that are read, and return the exit status."""
    statuses = [_answered(prompt, line, "--do", seconds) for line in actions]
    source.complete(prompt.words)
    if source.interactive:
        click.echo(f"{prompt.title}; help lists the commands")
    asked = f"{prompt.owner}> "
    while not prompt.done and (line := source.line(asked)) is not None:
        place = None if source.interactive else f"standard input:{source.number}"
        statuses.append(_answered(prompt, line, place, seconds))
    return YES if source.interactive else max(statuses, default=YES)


def _answered(
    prompt: Prompt, line: str, place: str | None, seconds: float | None
) -> int:
    before = prompt.written
    try:
        with within(seconds, partial(report, as_json=False)):
            for answer in prompt.answer(line):
                click.echo(answer)
    except NotSaved:
        raise
    except MystError as error:
        for shown in error_lines(_placed(error, line, place)):
            click.echo(shown, err=True)
        if prompt.written != before:
            click.echo("the line is written down", err=True)
        return NO if isinstance(error, IllegalActionError) else status_of_error(error)
    except KeyboardInterrupt:
        written = prompt.written != before
        click.echo(f"\nstopped{'; it is written down' * written}", err=True)
    return YES


def _placed(error: MystError, line: str, place: str | None) -> MystError:
    """The error with the place of its line, and its place in the line."""
    if isinstance(error, ParseError):
        start = max(line.find(error.text), 0)
        source, _, number = (place or "").rpartition(":")
        at = int(number) if source else None
        return error.within(line, start, source or place, at)
    return error if place is None else MystError(f"{place}: {error}", hint=error.hint)
