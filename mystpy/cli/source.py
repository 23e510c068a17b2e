"""FILE on the command line: a path, standard input, or an example."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mystpy.cli.running.signals import piped_in
from mystpy.errors import QueryError
from mystpy.files import EXAMPLE
from mystpy.files.bounded import stream_bytes
from mystpy.files.toml import file_text

if TYPE_CHECKING:
    from mystpy.questions.query import Query, QueryChanges

F = TypeVar("F", bound=Callable[..., Any])


def file_read(file: str) -> tuple[str, str]:
    """Return the text of FILE, or of standard input for -, and its name in messages.

    Raises QueryError if it cannot be read, or there is no such example.
    """
    if file == "-":
        return standard_input() + "\n", "standard input"
    if not file.startswith(EXAMPLE) and (hint := _meant(file)):
        raise QueryError(f"there is no file {file}", hint=hint)
    return file_text(path_of(file)) + "\n", file


def folder_of(name: str) -> Path | None:
    """Return the folder of FILE, for paths in it; None for standard input."""
    return None if name in ("-", "standard input") else path_of(name).absolute().parent


def _meant(file: str) -> str | None:
    """Return the hint if FILE is a formula, or the name of an example."""
    if _is_there(file):
        return None
    if "(" in file:
        return f"write FILE, or --game GAME, before the formulas: FILE '{file}'"
    from mystpy.sources.examples import examples

    named = [full for full in examples() if full.endswith(f"/{file}") or full == file]
    return f"did you mean {EXAMPLE}{named[0]}?" if len(named) == 1 else None


def _is_there(file: str) -> bool:
    """Return whether a file or folder exists; none has the length of a formula."""
    try:
        return Path(file).exists()
    except OSError:
        return False


def path_of(file: str) -> Path:
    """Return the path of FILE: that of an example, or the given one.

    Raises QueryError, with the most similar name, if there is no such example.
    """
    if not file.startswith(EXAMPLE):
        return Path(file)
    from mystpy.sources.examples import (
        example_path,  # not needed by those who have files
    )

    return example_path(file)


def is_file(word: str) -> bool:
    """Return whether a word is a file, not a player or a formula."""
    if word == "-" or word.startswith(EXAMPLE) or word.endswith(".toml"):
        return True
    return _is_there(word) and Path(word).is_file()


def standard_input() -> str:
    """Read standard input. Raises QueryError if it is empty or too large."""
    try:
        return stream_bytes(piped_in(), "standard input").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"byte {error.start}"
        raise QueryError(f"standard input is not text in UTF-8: {place}") from None


def require_folder(folder: Path) -> None:
    """Make a folder for results before the work begins.

    Raises QueryError if that cannot be.
    """
    from tempfile import TemporaryFile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QueryError(f"nothing can be written into {folder}: {reason}") from None


def require_file(path: Path) -> None:
    """Check that a file for results can be written before the work begins.

    Raises QueryError if it cannot be written, or its folder does not exist.
    """
    from mystpy.files.whole import require_replaceable

    if not path.parent.is_dir():
        raise QueryError(f"{path} cannot be written: there is no folder {path.parent}")
    if require_replaceable(path):
        require_folder(path.resolve().parent)


_KEY = "mystpy.place"
_NAMES = {"at_turn": "turn", "record": "record"}
"""The options by the names of their values, with their names in functions."""


def _keep(ctx: click.Context, option: click.Parameter, value: int | None) -> None:
    ctx.meta[f"{_KEY}.{option.name}"] = value


def place_options(file: str = "FILE") -> Callable[[F], F]:
    """Add the options --record and --at-turn to a command that reads `file`."""

    def add(command: F) -> F:
        for name, least, what in (
            ("--record", 1, "the number of the record, if FILE has many."),
            ("--at-turn", 0, "the state after N turns; 0 is the start."),
        ):
            command = click.option(
                name,
                type=click.IntRange(least),
                expose_value=False,
                callback=_keep,
                help=f"With {file}: {what}",
            )(command)
        return command

    return add


def place_in_file() -> dict[str, int]:
    """Return the given values of --at-turn, as `turn`, and of --record."""
    context = click.get_current_context(silent=True)
    meta = {} if context is None else context.meta
    found = {key: meta.get(f"{_KEY}.{option}") for option, key in _NAMES.items()}
    return {key: value for key, value in found.items() if value is not None}


def require_no_place(file: str = "a FILE") -> None:
    """Raise QueryError if one of the options is given without `file`."""
    if place := place_in_file():
        option = "--at-turn" if "turn" in place else "--record"
        raise QueryError(f"{option} is about {file}", hint=f"leave out {option}")


def query_in_file(text: str, name: str, changes: QueryChanges | None) -> Query:
    """Return the query of a query file's text, or of a record's at a turn.

    Raises as `mystpy.records.query.load_question`.
    """
    from mystpy.questions.query import load_query

    place = place_in_file()
    if not place and "record" not in text:
        return load_query(text, name, changes, folder=folder_of(name))
    from mystpy.records.query import load_question  # most files are query files

    return load_question(text, name, changes, folder=folder_of(name), **place)
