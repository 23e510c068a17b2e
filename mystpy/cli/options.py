"""The options that commands share, and the query that they describe."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from mystpy.axiom_folder import named_folder
from mystpy.cli import source as files
from mystpy.cli.running.limit import Duration
from mystpy.cli.running.theory import enter_theory
from mystpy.compilation import replace
from mystpy.engines import DEFAULT, ENGINE_NAMES, OLD_NAMES
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.questions.query import Query, QueryChanges
from mystpy.questions.written import require_notes_as_seen

F = TypeVar("F", bound=Callable[..., Any])

_GAME_HINT = "for example --game 'MYST(1,2,3,2)', or FILE example:fifteen-cards"


def situation_options(command: F) -> F:
    """Add the options that describe a situation on the command line, as a file does."""
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
            help="The game: MYST(1,2,3,2), clue(3), a JSON object or inline TOML. With"
            " FILE: in place of its game.",
        ),
        files.place_options(),
    ):
        command = option(command)
    return command


def answer_options(*formats: str) -> Callable[[F], F]:
    """Add --engine, and --format with these formats; the first is the default."""

    def add(command: F) -> F:
        return engine_option(format_option(*formats)(command))

    return add


class EngineChoice(click.Choice[str]):
    """The type of the name of an engine; it also accepts old names."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the present name, with a warning about an old one."""
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
        help="The method that computes the answer: auto chooses a fast one, asp and"
        " prolog read the axioms, and both compares these two. With sat or bdd, one"
        " symbolic method answers, or the command reports an error.",
    )(command)


def seconds_option(what: str) -> Callable[[F], F]:
    """Add --seconds, a time limit; `what` is its help text."""
    return click.option("--seconds", type=Duration(), help=what)


def path_option(
    name: str, what: str, *, folder: bool = False, exists: bool = False
) -> Callable[[F], F]:
    """Add an option whose value is the path of a file, or of a folder."""
    kind = click.Path(
        path_type=Path, dir_okay=folder, file_okay=not folder, exists=exists
    )
    return click.option(name, type=kind, help=what)


class FormatOption(click.Option):
    """The option --format; if json is a format, --json is short for --format json."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Add the option, and --json as a short form of one value."""
        super().add_to_parser(parser, ctx)
        if self.has_json:
            parser.add_option(
                self, ["--json"], dest=self.name, action="store_const", const="json"
            )

    @property
    def has_json(self) -> bool:
        """Return whether json is one of the formats."""
        return isinstance(self.type, click.Choice) and "json" in self.type.choices


def format_option(*formats: str) -> Callable[[F], F]:
    """Add --format with these formats, of which the first is the default."""
    short = "; --json is short for --format json" if "json" in formats else ""
    return click.option(
        "--format",
        "form",
        cls=FormatOption,
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help=f"The format of the answer{short}.",
    )


def read_query(
    file: str | None, game: str | None, hands: Sequence[str], actions: Sequence[str]
) -> Query:
    """Return the query of a file, standard input, or the command line: see `query_of`.

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
    """Return the query of a text with its name, or of the command line.

    Together with a text, the other arguments change it for a what-if question: another
    game, a hand in place of its own, further actions. Raises QueryError if there is
    neither text nor game.
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
    """Return the changes of FILE, as they were written."""
    parts = [] if game is None else [f"the game is {game.strip()}"]
    parts += [f"the hand is {hand}" for hand in hands]
    parts += [f"then {' '.join(' '.join(actions).split())}"] if actions else []
    return ", ".join(parts)


def file_and_formulas(
    words: Sequence[str], game: str | None
) -> tuple[str | None, tuple[str, ...]]:
    """Return FILE and the formulas: with --game the first word may be a formula."""
    if not words or (game is not None and not files.is_file(words[0])):
        return None, tuple(words)
    return words[0], tuple(words[1:])


def tell_changes(query: Query, form: str) -> dict[str, object]:
    """Return the JSON keys for options given besides FILE, and for edited axioms.

    In other formats these options are printed here, and also that a game has events.
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
    """Return the players of a list with commas between them, in brackets or not."""
    return [name.strip() for name in text.strip("[]{}").split(",")]


def read_game(text: str, *, ranges: bool = False) -> Game:
    """Read a game such as `MYST(1,2,3,2)`, `clue`, a JSON object or inline TOML.

    Raises QueryError if its sizes are ranges, unless the command follows these.
    """
    from mystpy.game.written import game_table  # most games are in files

    game = Game.from_dict(game_table(text, "--game"))
    if game.possible_sizes and not ranges:
        raise QueryError(
            "here the sizes of hands have to be known, and some are ranges",
            hint="ask, know, why, legal, poss and notebook follow ranges",
        )
    return game


def read_object(text: str, option: str) -> Any:
    """Read the value of an option that is a JSON object or inline TOML."""
    from mystpy.files.inline import inline_value  # few options are tables

    return inline_value(text, option, lambda _: _OBJECT_HINTS.get(option))


_OBJECT_HINTS = {
    "--games": """for example --games 'rules = "myst", p = "2..3", c = "..6"'""",
    "--player": """for example --player 'kind = "random", name = "ann"'""",
}
"""The hint on the form of options whose values are tables."""


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
