"""`mystpy notebook`: write a game down while it is played, and learn from it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click

from mystpy.cli.answers import report
from mystpy.cli.notebook.lines import Input
from mystpy.cli.notebook.live import LiveInput
from mystpy.cli.notebook.prompt import Prompt
from mystpy.cli.notebook.questions import ask_game, ask_start
from mystpy.cli.options import (
    engine_option,
    read_query,
    seconds_option,
    situation_options,
)
from mystpy.cli.running.limit import within
from mystpy.cli.status import NO, YES, status_of_error
from mystpy.errors import IllegalActionError, MystError, ParseError, QueryError
from mystpy.history.history import History
from mystpy.notebook.file import Line, NotebookFile, NotSaved
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.start import Start, read_start
from mystpy.show import notebook as told
from mystpy.show import text


@click.command("notebook")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "owner", metavar="PLAYER", help="Whose notebook it is.")
@click.option("--grid", is_flag=True, help="Show the grid after each event.")
@click.option("--live", is_flag=True, help="Complete words, above a live grid.")
@seconds_option("How long the answer to a line may take; what is written stays.")
@situation_options
@engine_option
def command(
    file: Path, engine: str, owner: str | None, grid: bool, live: bool, **given: Any
) -> int:
    """Write a game down in FILE while it is played, and see what each event teaches.

    FILE is created, or gone on with if it is there. For a new one the game and your
    hand are asked for, or taken from --game and --hand. Then each line is an event,
    as actions or as a turn in table notes, or a command; help lists them. An event
    is checked, and safe in FILE before it is answered; undo is an event, too.

    Lines may be piped in. The exit status is 1 if an event could not have happened,
    2 if a line was wrong, else 0; in a terminal 0.

    \b
    At the table:
      mystpy notebook friday.notes
      bob> ann: plum rope hall -> bob passes, cid shows
      bob> changed

    \b
    Examples:
      $ printf 'myst\\n1 1 3 1\\n1\\ns4\\nasks(1,{s1})' | mystpy notebook $(mktemp -u)
    """
    source = Input()
    with ExitStack() as held:
        notebook = _opened(file, held, source, engine, owner, given)
        prompt = Prompt(notebook)
        prompt.grid_each_time = grid
        if live and source.interactive:
            source = LiveInput(partial(prompt.answer, "grid"))
        return _converse(prompt, source, given["actions"], given["seconds"])


def _opened(
    path: Path,
    held: ExitStack,
    source: Input,
    engine: str,
    owner: str | None,
    given: dict[str, Any],
) -> Notebook:
    """The notebook of a file, begun now or before."""
    if given["hands"] and given["game"] is None:
        raise QueryError("--hand goes with --game", hint="or leave both out")
    file = saved = None
    if path.exists():
        file = held.enter_context(NotebookFile(path))
        saved, _ = read_start(file)
        if file.cut_off:
            _tell_of_cut_off(file.cut_off, file)
    if saved is not None and file is not None:
        _require_same(saved, path, given)
        return Notebook.resume(file, engine, owner)
    start = _new_start(source, owner, given)
    if file is None:
        file = held.enter_context(NotebookFile(path, create=True))
    return Notebook.begin(file, start, engine)


def _new_start(source: Input, owner: str | None, given: dict[str, Any]) -> Start:
    """How a new notebook begins, from the options and from what is asked."""
    asked = given["game"] is None
    history = History.make(ask_game(source)) if asked else _given(given)
    if owner is None and any(hand is not None for hand in history.hands[1:]):
        return Start.of(history)
    return ask_start(source, history, owner)


def _given(given: dict[str, Any]) -> History:
    return read_query(None, given["game"], given["hands"], ()).history


def _require_same(saved: Start, path: Path, given: dict[str, Any]) -> None:
    """Raise QueryError if the options say another game, or hands, than the file."""
    if given["game"] is None:
        return
    told = _given(given)
    if told.game != saved.game or (given["hands"] and told != saved.history):
        what = "other hands" if told.game == saved.game else "another game"
        raise QueryError(
            f"{path} is there already, with {what}",
            hint="leave out --game and --hand to go on with it, or name a new file",
        )


def _tell_of_cut_off(line: Line, file: NotebookFile) -> None:
    click.echo(
        f"mystpy: warning: {file.place(line)} was cut off and does not count: "
        f"{line.text.strip()}",
        err=True,
    )


def _converse(
    prompt: Prompt, source: Input, actions: Sequence[str], seconds: float | None
) -> int:
    """Answer the lines given and those that are read, and return the exit status."""
    statuses = [_answered(prompt, line, "--do", seconds) for line in actions]
    source.complete(prompt.words)
    if source.interactive:
        click.echo(f"{told.title(prompt.notebook)}; help lists the commands")
    asked = f"{prompt.owner}> "
    while not prompt.done and (line := source.line(asked)) is not None:
        place = None if source.interactive else f"standard input:{source.number}"
        statuses.append(_answered(prompt, line, place, seconds))
    return YES if source.interactive else max(statuses, default=YES)


def _answered(
    prompt: Prompt, line: str, place: str | None, seconds: float | None
) -> int:
    """Print the answer to a line, or what is wrong with it, and return the status."""
    before = len(prompt.notebook.history)
    try:
        with within(seconds, partial(report, as_json=False)):
            for answer in prompt.answer(line):
                click.echo(answer)
    except NotSaved:
        raise
    except MystError as error:
        for shown in text.error(_placed(error, line, place)):
            click.echo(shown, err=True)
        if len(prompt.notebook.history) != before:
            click.echo("the line is written down", err=True)
        return NO if isinstance(error, IllegalActionError) else status_of_error(error)
    except KeyboardInterrupt:
        written = len(prompt.notebook.history) != before
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
