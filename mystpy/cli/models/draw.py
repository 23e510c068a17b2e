"""`mystpy draw`: pictures of models, of what is known, and of whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mystpy.cli.options import (
    engine_option,
    query_of,
    read_players,
    situation_options,
)
from mystpy.cli.source import file_read
from mystpy.cli.status import YES
from mystpy.errors import MystError, QueryError
from mystpy.files.kinds import MODEL, PUZZLE, QUERY, kind_of
from mystpy.files.toml import toml_table

_FORMATS = ("svg", "dot")


@click.command("draw")
@click.argument("file", required=False)
@click.option(
    "-o",
    "--output",
    default="-",
    metavar="PATH",
    help="Where the picture is written; - (the default) is standard output.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    help="svg, or dot for a model; by default what PATH ends with, or else svg.",
)
@click.option("--player", metavar="PLAYER", help="A game: draw what PLAYER knows.")
@click.option("--odds", is_flag=True, help="With --player: the odds of open cells.")
@click.option("--strip", is_flag=True, help="A game: what each step taught whom.")
@click.option("--after", type=int, metavar="N", help="A model: after N of its steps.")
@click.option(
    "--stages", is_flag=True, help="A model: all its steps beside each other."
)
@click.option("--contract", is_flag=True, help="A model: the smallest bisimilar one.")
@click.option(
    "--reach",
    type=click.IntRange(min=0),
    metavar="N",
    help="A model: only the worlds at most N steps from the actual one.",
)
@situation_options
@engine_option
def command(file: str | None, output: str, form: str | None, **options: Any) -> int:
    """Draw the model of FILE, or the game of FILE, as SVG or as DOT.

    FILE is a model file, a puzzle file, a query file, or - for standard input. Of a
    query file the strip of its steps is drawn, or with --player the grid of what a
    player knows (a player, several with commas between, or observer); with both the
    strip of these players. Of a model file, or a puzzle, the model is drawn before its
    first step.

    \b
    Examples:
      $ mystpy draw queries/models/hexa.toml
      $ mystpy draw queries/models/example-05.toml --stages
      $ mystpy draw queries/models/example-11.toml --after 1 --format dot
      $ mystpy draw queries/fifteen-cards.toml --player 3
      $ mystpy draw queries/full-deal.toml

    -o hexa.svg writes the picture to a file.
    """
    kind = _format(output, form)
    given = {key: options.pop(key) for key in ("game", "hands", "actions")}
    source = _source(file, given["game"])
    of = QUERY if source is None else _kind(source[0])
    if source is not None and of != QUERY:
        _refuse(options, ("player", "odds", "strip"), f"is for games, not for {of}")
        if any(given.values()):
            raise QueryError(f"--game, --hand and --do are for games, not for {of}")
        made = _puzzle if of == PUZZLE else _model
        drawn = made(*source, kind, options)
    else:
        drawn = _game(source, kind, options, given)
    _write(drawn, output)
    return YES


def _format(output: str, form: str | None) -> str:
    """The form svg or dot; QueryError for a path that ends with something else."""
    ending = "" if output == "-" else Path(output).suffix.lower().removeprefix(".")
    ending = {"gv": "dot"}.get(ending, ending)
    if form is not None or ending in _FORMATS:
        return form or ending
    if output == "-":
        return "svg"
    raise QueryError(
        f"{output} does not say what kind of picture it is",
        hint="end it with .svg or .dot, or give --format",
    )


def _source(file: str | None, game: str | None) -> tuple[str, str] | None:
    """The text of FILE and its name; None if there is --game only."""
    if file is None and game is None:
        raise QueryError(
            "there is nothing to draw: give FILE, - or --game",
            hint="for example example:hexa",
        )
    return None if file is None else file_read(file)


def _kind(text: str) -> str:
    """The kind of the file with this text: what is no TOML is read as a query file."""
    try:
        return kind_of(toml_table(text, None)) or MODEL
    except MystError:
        return QUERY


def _refuse(options: dict[str, Any], names: tuple[str, ...], why: str) -> None:
    for name in names:
        if options.get(name) not in (None, False, ()):
            raise QueryError(f"--{name} {why}")


def _puzzle(text: str, name: str, kind: str, options: dict[str, Any]) -> str:
    """The picture of a puzzle, with its usual sizes, before anything is said."""
    from mystpy.kripke.files.stage import ModelStage
    from mystpy.kripke.puzzles.puzzle_file import read_puzzle
    from mystpy.kripke.puzzles.setting import arrange
    from mystpy.kripke.puzzles.solvers.explicit import Explicit

    _refuse(options, ("after", "stages"), "goes with a model file, not with a puzzle")
    puzzle = read_puzzle(text, name)
    found = Explicit(arrange(puzzle))
    return _drawn(ModelStage(found.model, found.actual), puzzle.title, kind, options)


def _drawn(stage: Any, title: str, kind: str, options: dict[str, Any]) -> str:
    """The picture of a stage, or of the part that is asked for."""
    from mystpy.show.draw.layout.parts import reached
    from mystpy.show.draw.model_dot import model_dot
    from mystpy.show.draw.model_svg import model_svg

    stage = stage.contracted() if options["contract"] else stage
    stage = stage if options["reach"] is None else reached(stage, options["reach"])
    return (model_dot if kind == "dot" else model_svg)(stage, title)


def _model(text: str, name: str, kind: str, options: dict[str, Any]) -> str:
    """The picture of a model file."""
    from mystpy.cli.models.file import stages_of
    from mystpy.kripke.files.model_file import load_model
    from mystpy.show.draw.stages_svg import stages_svg

    read = load_model(text, name)
    if options["stages"]:
        if kind == "dot":
            raise QueryError("--stages are drawn as SVG, not as DOT")
        _refuse(options, ("contract", "reach"), "does not go with --stages")
        found = stages_of(read, options["after"])
        return stages_svg(found, read.title, [step.title for step in read.steps])
    after = options["after"] or 0
    stage = stages_of(read, after)[-1]
    title = read.title
    if after:
        step = read.steps[after - 1]
        steps = "1 step" if after == 1 else f"{after} steps"
        title = f"{read.title} – after {step.title or steps}"
    return _drawn(stage, title, kind, options)


def _game(
    source: tuple[str, str] | None,
    kind: str,
    options: dict[str, Any],
    given: dict[str, Any],
) -> str:
    """The strip or the grid of a query."""
    from mystpy.engines import get_engine
    from mystpy.show.draw.lessons import strip_of
    from mystpy.show.draw.strip_svg import strip_svg

    why = "goes with a model file, and this is a game"
    _refuse(options, ("after", "stages", "contract", "reach"), why)
    if kind == "dot":
        raise QueryError("a game is drawn as SVG; only models are drawn as DOT")
    query = query_of(source, **given)
    named = f"{query.title}, but {query.but}" if query.but else query.title
    engine = get_engine(options["engine"])
    if options["player"] is not None and not options["strip"]:
        return _grid(query.history, named, options, engine)
    _refuse(options, ("odds",), "goes with --player, for a grid")
    players = None if options["player"] is None else read_players(options["player"])
    title = named or "What each step teaches"
    return strip_svg(strip_of(query.history, engine, players), title)


def _grid(history: Any, title: str, options: dict[str, Any], engine: Any) -> str:
    """The grid of a player, or of the common knowledge of several."""
    from mystpy.questions.knowledge import know_of
    from mystpy.show.draw.grid_svg import grid_svg

    players = read_players(options["player"])
    if len(players) > 1:
        _refuse(options, ("odds",), "is for one player, not for common knowledge")
    known = know_of(history, players, engine, odds=options["odds"])
    return grid_svg(known, history.game, title)


def _write(drawn: str, output: str) -> None:
    """Write a picture; raise QueryError if the file cannot be written."""
    if output == "-":
        click.echo(drawn, nl=False)
        return
    try:
        Path(output).write_text(drawn, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise QueryError(
            f"{output} cannot be written: {reason[:1].lower()}{reason[1:]}"
        ) from None
