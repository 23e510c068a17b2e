"""The options that commands share, and how they become a query."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from mystpy.axiom_folder import named_folder
from mystpy.cli import source as files
from mystpy.cli.running.limit import Duration
from mystpy.cli.running.theory import enter_theory
from mystpy.compilation import pattern, replace
from mystpy.engines import DEFAULT, ENGINE_NAMES, OLD_NAMES
from mystpy.errors import ParseError, QueryError
from mystpy.files.json_text import json_value
from mystpy.files.toml import toml_table
from mystpy.game.game import Game
from mystpy.game.table import edition_names
from mystpy.history.history import History
from mystpy.questions.query import Query, QueryChanges
from mystpy.questions.written import require_notes_as_seen

F = TypeVar("F", bound=Callable[..., Any])

_MYST = pattern(r"MYST\(" + ",".join(4 * [r" *(\d{1,9}) *"]) + r"\)", re.I)
_UNQUOTED = pattern(r"(=\s*)(?!true\b|false\b)([A-Za-z][\w-]*)")
_JSON = pattern(r'\[|\{\s*"[^"]*"\s*(?::|$)')
"""How a text begins that is meant as JSON, and not as inline TOML."""

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
            help="Actions, or a whole history; may be repeated. With FILE: after its"
            " own. Steps are counted from 0 on.",
        ),
        click.option(
            "--hand",
            "hands",
            multiple=True,
            metavar="HOLDER=CARDS",
            help="A hand that is given, as 5=s6,s7, or a part of it, as 5=s6,...;"
            " holder 0 is the pile. With FILE: in place of that hand in it.",
        ),
        click.option(
            "--game",
            metavar="GAME",
            help="The game, as a JSON object or inline TOML; with FILE instead of its"
            " game.",
        ),
        *files.PLACE_OPTIONS,
    ):
        command = option(command)
    return command


def answer_options(*formats: str) -> Callable[[F], F]:
    """Add --engine, and --format with these formats; the first is the default."""

    def add(command: F) -> F:
        return engine_option(format_option(*formats)(command))

    return add


class EngineChoice(click.Choice[str]):
    """The name of an engine, or an old word for one."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The name of today, with a warning about an old word."""
        if value in OLD_NAMES:
            new = OLD_NAMES[value]
            click.echo(f"mystpy: {value} is called {new} now", err=True)
            return new
        return super().convert(value, param, ctx)


def engine_option(command: F) -> F:
    """Add --engine."""
    return click.option(
        "--engine",
        type=EngineChoice(ENGINE_NAMES),
        default=DEFAULT,
        show_default=True,
        help="What computes the answer: auto takes a fast method, asp and prolog"
        " read the axioms themselves, and both compares these two; sat and bdd ask one"
        " symbolic method about all that is known, and refuse what it cannot do.",
    )(command)


def seconds_option(what: str) -> Callable[[F], F]:
    """Add --seconds, a time limit; `what` says what then happens."""
    return click.option("--seconds", type=Duration(), help=what)


def path_option(
    name: str, what: str, *, folder: bool = False, exists: bool = False
) -> Callable[[F], F]:
    """Add an option whose value is the path of a file, or of a folder."""
    kind = click.Path(
        path_type=Path, dir_okay=folder, file_okay=not folder, exists=exists
    )
    return click.option(name, type=kind, help=what)


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
    """The query of a file, of standard input, or of the command line; see `query_of`.

    Raises QueryError if the file cannot be read.
    """
    read = None if file is None else files.file_read(file)
    return query_of(read, game, hands, actions)


def query_of(
    source: tuple[str, str] | None,
    game: str | None,
    hands: Sequence[str],
    actions: Sequence[str],
) -> Query:
    """The query of a text with its name, or of the command line.

    Besides a text the others say what would be if: another game, a hand in place of
    its own, actions that follow. Raises QueryError if there is neither text nor game.
    """
    changes = QueryChanges(
        None if game is None else read_game(game, ranges=True),
        _read_hands(hands),
        "\n".join(actions),
    )
    if source is not None:
        query = files.query_in_file(*source, changes if any(changes) else None)
        enter_theory(query.theory)
        return replace(query, but=_in_words(game, hands, actions))
    files.require_no_place()
    if changes.game is None:
        raise QueryError("there is no query: give FILE, - or --game", hint=_GAME_HINT)
    history = History.make(changes.game, changes.hands, changes.actions)
    require_notes_as_seen(history, changes.actions, len(history))
    return Query(title="", source=None, history=history)


def _in_words(game: str | None, hands: Sequence[str], actions: Sequence[str]) -> str:
    """What is said besides FILE, as it was written."""
    parts = [] if game is None else [f"the game is {game.strip()}"]
    parts += [f"the hand is {hand}" for hand in hands]
    parts += [f"then {' '.join(' '.join(actions).split())}"] if actions else []
    return ", ".join(parts)


def file_and_formulas(
    words: Sequence[str], game: str | None
) -> tuple[str | None, tuple[str, ...]]:
    """FILE and the formulas after it: with --game the first word may be a formula."""
    if not words or (game is not None and not files.is_file(words[0])):
        return None, tuple(words)
    return words[0], tuple(words[1:])


def tell_changes(query: Query, form: str) -> dict[str, object]:
    """The keys of JSON for what was said besides FILE, and for edited axioms.

    Elsewhere what was said is printed here, and that a game has events.
    """
    if query.but and form != "json":
        click.echo("% " * (form != "text") + f"FILE, but {query.but}")
    if query.history.game.events and form == "text":
        from mystpy.show.text import WITH_EVENTS  # few games have them

        click.echo(WITH_EVENTS)
    but: dict[str, object] = {"but": query.but} if query.but else {}
    if named_folder() or os.environ.get("MYSTPY_ORIGIN"):
        from mystpy.theories import theory_keys  # seldom needed

        but |= theory_keys()
    return but


def read_players(text: str) -> list[str]:
    """The players of a list with commas between them, in brackets or not."""
    return [name.strip() for name in text.strip("[]{}").split(",")]


def read_game(text: str, *, ranges: bool = False) -> Game:
    """The game of a JSON object, of inline TOML, or of MYST(m,n,p,q).

    Raises QueryError if its sizes are ranges, unless the command follows these.
    """
    if constants := _MYST.fullmatch(text.strip()):
        sizes = dict(zip("mnpq", map(int, constants.groups()), strict=True))
        return Game.from_dict({"rules": "myst", **sizes})
    game = Game.from_dict(read_object(text, "--game"))
    if game.possible_sizes and not ranges:
        raise QueryError(
            "here the sizes of hands have to be known, and some are ranges",
            hint="ask, know, why, legal, poss and notebook follow ranges",
        )
    return game


def read_object(text: str, option: str) -> Any:
    """The value of an option that is a JSON object or inline TOML."""
    from json import JSONDecodeError

    text = text.strip()
    try:
        return json_value(text)
    except JSONDecodeError as error:
        if _JSON.match(text):
            raise ParseError(
                f"this is not JSON: {error.msg}",
                text=text,
                position=error.pos,
                source=option,
            ) from None
    except ValueError as error:
        raise QueryError(f"{option}: {error}") from None
    if "=" not in text:
        raise QueryError(
            f"{option} is neither JSON nor inline TOML", hint=_hint(option, text)
        )
    return _inline(text, option)


def _inline(text: str, option: str) -> Any:
    """The value of inline TOML, with its outer brackets or without."""
    opening = "game = " if text.startswith(("{", "[")) else "game = {"
    closing = "}" if opening.endswith("{") else ""
    try:
        return toml_table(opening + text + closing, None)["game"]
    except ParseError as error:
        raise ParseError(
            error.message,
            text=text,
            position=error.position - len(opening),
            source=option,
            hint=_hint(option, text),
        ) from None


def _hint(option: str, text: str) -> str | None:
    """How the value of an option that says games is written."""
    if option == "--games":
        return """for example --games 'rules = "myst", p = "2..3", c = "..6"'"""
    if option != "--game":
        return None
    quoted = _UNQUOTED.sub(r'\1"\2"', text)
    if quoted != text:
        return f"put texts in quotes: --game '{quoted}'"
    if text == "clue":
        return """for example --game 'rules = "clue", p = 3'"""
    if text in edition_names():
        return f"""for example --game 'rules = "clue", edition = "{text}", p = 3'"""
    return _GAME_HINT


def _read_hands(hands: Sequence[str]) -> dict[str, str]:
    """Read `5=s6,s7` into holder and cards."""
    given: dict[str, str] = {}
    for hand in hands:
        holder, equals, cards = map(str.strip, hand.partition("="))
        if not equals or not holder:
            raise QueryError(
                f"--hand {hand} does not say who holds what",
                hint="write HOLDER=CARDS, for example --hand 5=s6,s7",
            )
        if holder in given:
            raise QueryError(f"the hand of {holder} is given twice")
        given[holder] = cards if cards[:1] in ("{", "[") else f"{{{cards}}}"
    return given
