"""`mystpy notebook`: write a game down while it is played, and learn from it."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click

from mystpy.cli.options import (
    engine_option,
    read_query,
    seconds_option,
    situation_options,
)
from mystpy.cli.running.lines import LineInput
from mystpy.cli.source import file_read, place_in_file, require_no_place
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.notebook.commands.conversation import converse
from mystpy.notebook.commands.live import LiveInput
from mystpy.notebook.commands.prompt import NotebookPrompt
from mystpy.notebook.commands.questions import ask_game, ask_start
from mystpy.notebook.file import Line, NotebookFile
from mystpy.notebook.notebook import Notebook
from mystpy.notebook.start import GameStart, read_start


@click.command("notebook")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--as", "owner", metavar="PLAYER", help="The player who keeps the notebook."
)
@click.option("--grid", is_flag=True, help="Show the grid after each event.")
@click.option("--live", is_flag=True, help="Complete words, above a live grid.")
@click.option(
    "--from",
    "source",
    metavar="RECORD",
    help="Continue the game of this record, as --as PLAYER saw it.",
)
@seconds_option("Limit the time for the answer to a line; the line stays written.")
@situation_options
@engine_option
def command(
    file: Path, engine: str, owner: str | None, grid: bool, live: bool, **given: Any
) -> int:
    """Write down a game in FILE while it is played, and see what each event teaches.

    If there is no FILE, the command creates it: it asks for the game and your hand, or
    takes them from --game and --hand, or with --from from a record. If FILE exists, the
    command continues it.

    Each line is then an event, as actions or as a turn in table notes, or a command;
    help lists the commands. An event is checked and saved in FILE before it is
    answered. undo takes back the last event.

    Lines may be piped in. The exit status is 1 if an event could not have happened, 2
    if a line was wrong, else 0; in a terminal it is 0.

    With --theory NAME|DIR of a package the game is one of the package, and lines use
    the words of the package: mystpy notebook --theory hexa --help.

    \b
    At the table:
      mystpy notebook friday.notes
      bob> ann: plum rope hall -> bob passes, cid shows
      bob> changed

    \b
    Examples:
      $ printf 'myst\\n1 1 3 1\\n1\\ns4\\nasks(1,{s1})' | mystpy notebook $(mktemp -u)
    """
    source = LineInput()
    with ExitStack() as held:
        notebook = _opened(file, held, source, engine, owner, given)
        prompt = NotebookPrompt(notebook)
        prompt.grid_each_time = grid
        if live and source.interactive:
            source = LiveInput(partial(prompt.answer, "grid"))
        return converse(prompt, source, given["actions"], given["seconds"])


def _opened(
    path: Path,
    held: ExitStack,
    source: LineInput,
    engine: str,
    owner: str | None,
    given: dict[str, Any],
) -> Notebook:
    """The notebook of a file, begun now or before."""
    if given["hands"] and given["game"] is None:
        raise QueryError("--hand needs --game", hint="or leave both out")
    file = saved = None
    if path.exists():
        file = held.enter_context(NotebookFile(path))
        saved, _ = read_start(file)
        if file.cut_off:
            tell_of_cut_off(file.cut_off, file)
    if given["source"] is not None:
        if saved is not None:
            hint = "name a new file, or leave out --from"
            raise QueryError(f"{path} is a notebook already", hint=hint)
        return _of_record(path, file, held, engine, owner, given)
    require_no_place()
    if saved is not None and file is not None:
        _require_same(saved, path, given)
        return Notebook.resume(file, engine, owner)
    start = _new_start(source, owner, given)
    if file is None:
        file = held.enter_context(NotebookFile(path, create=True))
    return Notebook.begin(file, start, engine)


def _of_record(
    path: Path,
    file: NotebookFile | None,
    held: ExitStack,
    engine: str,
    owner: str | None,
    given: dict[str, Any],
) -> Notebook:
    """A new notebook with the game of a record, or of one of many with its number."""
    from mystpy.records.notebook_lines import notebook_lines, owner_of
    from mystpy.records.query import record_named

    if given["game"] is not None:
        raise QueryError("--from and --game do not go together")
    text, name = file_read(given["source"])
    record = record_named(text, name, place_in_file().get("record", 1))
    if (turn := place_in_file().get("turn")) is not None:
        record = record.until(turn)
    found = notebook_lines(record, owner_of(record, owner))
    if file is None:
        file = held.enter_context(NotebookFile(path, create=True))
    start = GameStart.of(found.start, found.owner)
    notebook = Notebook.begin(file, start, engine)
    for line in found.lines:
        notebook.record(line)
    return notebook


def _new_start(
    source: LineInput, owner: str | None, given: dict[str, Any]
) -> GameStart:
    asked = given["game"] is None
    history = History.make(ask_game(source)) if asked else _given(given)
    if owner is None and any(hand is not None for hand in history.hands[1:]):
        return GameStart.of(history)
    return ask_start(source, history, owner)


def _given(given: dict[str, Any]) -> History:
    return read_query(None, given["game"], given["hands"], ()).history


def _require_same(saved: GameStart, path: Path, given: dict[str, Any]) -> None:
    """Raise QueryError if the options say another game, or hands, than the file."""
    if given["game"] is None:
        return
    hands_text = _given(given)
    if hands_text.game != saved.game or (
        given["hands"] and hands_text != saved.history
    ):
        what = "other hands" if hands_text.game == saved.game else "another game"
        raise QueryError(
            f"{path} exists already, with {what}",
            hint="leave out --game and --hand to go on with it, or name a new file",
        )


def tell_of_cut_off(line: Line, file: NotebookFile) -> None:
    """Warn that the last line of a file has no end."""
    click.echo(
        f"mystpy: warning: {file.place(line)} was cut off and does not count: "
        f"{line.text.strip()}",
        err=True,
    )
