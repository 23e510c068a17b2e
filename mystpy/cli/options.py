"""The options that commands share, and how they become a query."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from mystpy.cli.signals import piped_in
from mystpy.engines import ENGINE_NAMES
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.questions.query import Query, load_query

F = TypeVar("F", bound=Callable[..., Any])

_GAME_HINT = (
    """for example --game '{"rules": "myst", "m": 1, "n": 1, "p": 5, "q": 2}'"""
)


def situation_options(command: F) -> F:
    """Add the options that say on the command line what a query file says."""
    for option in (
        click.option(
            "--do",
            "actions",
            multiple=True,
            metavar="ACTIONS",
            help="Actions, or a whole history; may be repeated.",
        ),
        click.option(
            "--hand",
            "hands",
            multiple=True,
            metavar="HOLDER=CARDS",
            help="A hand that is given, as 5=s6,s7; holder 0 is the pile.",
        ),
        click.option(
            "--game",
            metavar="GAME",
            help="The game, as a JSON object or inline TOML, instead of FILE.",
        ),
    ):
        command = option(command)
    return command


def answer_options(*formats: str) -> Callable[[F], F]:
    """Add --engine, and --format with these formats; the first is the default."""

    def add(command: F) -> F:
        return engine_option(format_option(*formats)(command))

    return add


def engine_option(command: F) -> F:
    """Add --engine."""
    return click.option(
        "--engine",
        type=click.Choice(ENGINE_NAMES),
        default="asp",
        show_default=True,
        help="What computes the answer; both compares asp and prolog.",
    )(command)


def format_option(*formats: str) -> Callable[[F], F]:
    """Add --format with these formats, of which the first is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How the answer is written.",
    )


def read_query(
    file: str | None, game: str | None, hands: Sequence[str], actions: Sequence[str]
) -> Query:
    """The query of a file, of standard input, or of the command line.

    Raises QueryError if both or neither are given, or the file cannot be read.
    """
    if game is not None:
        if file is not None:
            raise QueryError(
                f"the game is given twice: by {file} and by --game",
                hint="give either FILE or --game",
            )
        history = History.make(read_game(game), _read_hands(hands), "\n".join(actions))
        return Query(title="", source=None, history=history)
    if file is None:
        raise QueryError("there is no query: give FILE, - or --game", hint=_GAME_HINT)
    if hands or actions:
        raise QueryError(
            "--hand and --do go with --game, not with FILE",
            hint=f"write them into {file}, or give --game instead of FILE",
        )
    if file == "-":
        return load_query(standard_input() + "\n", "standard input")
    return load_query(Path(file))


def read_players(text: str) -> list[str]:
    """The players of a list with commas between them, in brackets or not."""
    return [name.strip() for name in text.strip("[]{}").split(",")]


def read_game(text: str) -> Game:
    """The game of a JSON object or of inline TOML."""
    return Game.from_dict(read_object(text, "--game"))


def read_object(text: str, option: str) -> Any:
    """The value of an option that is a JSON object or inline TOML."""
    text = text.strip()
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        inline = text if text.startswith(("{", "[")) else f"{{{text}}}"
        try:
            found = tomllib.loads(f"game = {inline}")["game"]
        except (ValueError, RecursionError) as error:
            raise QueryError(
                f"{option} is neither JSON nor inline TOML: {error}", hint=_GAME_HINT
            ) from None
    return found


def _read_hands(hands: Sequence[str]) -> dict[str, str]:
    """Read `5=s6,s7` into holder and cards."""
    given: dict[str, str] = {}
    for hand in hands:
        holder, equals, cards = hand.partition("=")
        holder = holder.strip()
        if not equals or not holder:
            raise QueryError(
                f"--hand {hand} does not say who holds what",
                hint="write HOLDER=CARDS, for example --hand 5=s6,s7",
            )
        if holder in given:
            raise QueryError(f"the hand of {holder} is given twice")
        given[holder] = (
            cards.strip() if cards.strip()[:1] in ("{", "[") else f"{{{cards}}}"
        )
    return given


def standard_input() -> str:
    """The text on standard input."""
    try:
        return piped_in().read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = f"byte {error.start}"
        raise QueryError(f"standard input is not text in UTF-8: {place}") from None
