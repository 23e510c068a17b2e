"""Print errors and answers, also several answers of which some may be errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import ENOSPC
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from mystpy.cli.status import status_of_error, worst
from mystpy.errors import (
    EngineMissing,
    MystError,
    NoWorldFits,
    ParseError,
    QueryError,
    did_you_mean,
)

if TYPE_CHECKING:
    from mystpy.files.json_text import Object


def report(error: MystError, *, as_json: bool) -> int:
    """Print an error on stderr, with JSON also on stdout; return the exit status."""
    if as_json:
        from mystpy.files.json_text import json_line

        click.echo(json_line(error_object(error)))
    for line in error_lines(error):
        click.echo(line, err=True)
    return status_of_error(error)


def error_object(raised: MystError) -> Object:
    """Return the keys `error` and `hint`; the hint is null if there is none."""
    return {"error": str(raised), "hint": raised.hint}


def error_lines(raised: MystError) -> Iterator[str]:
    """The lines of an error: the message, the place in the text, the hint."""
    from mystpy.cli.terminal import styled  # for errors only

    yield f"mystpy: {styled('error:', fg='red', bold=True)} {raised}"
    if isinstance(raised, ParseError):
        yield from (f"  {line}" for line in raised.excerpt().splitlines())
    if raised.hint:
        yield f"{styled('hint:', fg='cyan')} {raised.hint}"


def system_error(error: OSError) -> MystError:
    """Return the error for a system error about a file or the output."""
    what = error.filename or "the output"
    reason = (error.strerror or str(error)).lower()
    full = "free some space, or write to another disk"
    return MystError(
        f"{what} cannot be read or written: {reason}",
        hint=full if error.errno == ENOSPC else None,
    )


def print_answer(
    form: str,
    answer: Mapping[str, object] | Callable[[], Mapping[str, object]],
    lines: Iterable[str] | str,
) -> None:
    """Print an answer: its object as a line of JSON, or else its lines.

    If an object takes long, a function may compute it only if it is printed. Lines may
    be lazy, too.
    """
    if form == "json":
        from mystpy.files.json_text import json_line

        click.echo(json_line(answer() if callable(answer) else answer))
        return
    for line in [lines] if isinstance(lines, str) else lines:
        click.echo(line)


def theory_line(answer: Mapping[str, object]) -> str:
    """Return an answer from axioms as a line of JSON, which names edited axioms."""
    from mystpy.files.json_text import json_line
    from mystpy.theories import theory_keys

    return json_line({**answer, **theory_keys()})


def result_line(answer: Mapping[str, object]) -> str:
    """Return a stored result as a line of JSON, with version and axioms."""
    from mystpy.files.json_text import json_line
    from mystpy.theories import result_keys

    return json_line({**answer, **result_keys()})


def wrong_usage(error: click.UsageError) -> QueryError:
    """Turn click's error into a QueryError; the hint names the command's help."""
    command = error.ctx.command_path if error.ctx else "mystpy"
    module = error.ctx.command.callback.__module__ if error.ctx else ""
    if module.startswith("mystpy.packages.") or ".package_" in module:
        command += " --theory NAME"  # without it, that is the help of another command
    hint = f"{command} --help says how to call it"
    if isinstance(error, click.NoSuchOption):
        near = _near_option(error)
        return QueryError(f"there is no option {error.option_name}", hint=near or hint)
    message = error.format_message().rstrip(".")
    return QueryError(message[:1].lower() + message[1:], hint=hint)


def _near_option(error: click.NoSuchOption) -> str | None:
    """Return the options of the command with names similar to an unknown one."""
    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    known = [name for each in params for name in (*each.opts, *each.secondary_opts)]
    options = [name for name in known if name.startswith("-")]
    name = error.option_name
    options += ["--json"] if "--format" in options else []
    begun = [each for each in options if each.startswith(name)]
    return f"did you mean {begun[0]}?" if begun else did_you_mean(name, options)


def json_wanted(words: Sequence[str]) -> bool:
    """Return whether the words of a command ask for answers as JSON."""
    short = {"--json", "--format=json"} & set(words)
    return bool(short) or ("--format", "json") in pairwise(words)


class AnswerOutput:
    """The answers to several questions, and the exit status after them."""

    def __init__(self, form: str) -> None:
        self.values: list[str] = []
        self._as_json = form == "json"
        self.failed = 0

    @contextmanager
    def one(self, *, alone: bool = False) -> Iterator[None]:
        """Report an error of one question, and go on to the next.

        An error that the other questions have, too, is raised: a missing engine is
        missing for all of them. If no world fits, none fits the others, unless this
        question is `alone` in its premises.
        """
        try:
            yield
        except EngineMissing:
            raise
        except MystError as error:
            if isinstance(error, NoWorldFits) and not alone:
                raise
            status = report(error, as_json=self._as_json)
            self.failed = max(self.failed, status)

    @property
    def status(self) -> int:
        """Return the exit status: the highest of the errors, or that of the answers."""
        return self.failed or worst(self.values)
