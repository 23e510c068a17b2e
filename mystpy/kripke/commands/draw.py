"""`mystpy draw`: pictures of models, of knowledge, and of whole games."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.options import (
    engine_option,
    query_of,
    read_players,
    situation_options,
)
from mystpy.cli.pictures import picture_format, picture_options, write_picture
from mystpy.cli.source import file_read
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.files.table import (
    MODEL,
    PUZZLE,
    QUERY,
    RECORD,
    is_efg,
    kind_of_text,
)
from mystpy.kripke.commands.file import as_model_file
from mystpy.possible_histories import require_one_history


@click.command("draw")
@click.argument("file", required=False)
@picture_options
@click.option("--player", metavar="PLAYER", help="Draw what PLAYER knows in a game.")
@click.option(
    "--odds", is_flag=True, help="With --player: show the odds of open cells."
)
@click.option(
    "--strip", is_flag=True, help="Draw what each player learns at each step of a game."
)
@click.option(
    "--after", type=int, metavar="N", help="In a model: the state after N steps."
)
@click.option(
    "--stages", is_flag=True, help="Draw all steps of a model or puzzle side by side."
)
@click.option(
    "--steps",
    metavar="A..B",
    help="Draw only these steps: of a game, counted from 0, or with --stages, counted"
    " from 1.",
)
@click.option(
    "--actions",
    "alternatives",
    is_flag=True,
    help="Draw a model after each action that FILE names, side by side.",
)
@click.option("--contract", is_flag=True, help="Draw the smallest bisimilar model.")
@click.option(
    "--phases",
    is_flag=True,
    help="Draw the phases of a game, computed from its axioms.",
)
@click.option(
    "--turn", is_flag=True, help="Draw the flow of one turn, computed from the axioms."
)
@click.option(
    "--n",
    type=int,
    metavar="N",
    help="In a puzzle: its size, such as the number of children.",
)
@click.option(
    "--k",
    type=int,
    metavar="K",
    help="In a puzzle: a part of its size, such as the number of muddy children.",
)
@situation_options
@engine_option
def command(file: str | None, output: str, form: str | None, **options: Any) -> int:
    """Draw a model, a player's knowledge, or a whole game, as SVG, PDF, DOT or TikZ.

    FILE is a model file, a puzzle file, a query file, a game tree in Gambit's format
    .efg, or - for standard input. For a model file or a puzzle, the command draws the
    model before its first step.

    For a query file, it draws the history, step by step. With --player it draws the
    grid of what a player knows; PLAYER is a player, several with commas between them,
    or observer. With --player and --steps it draws what these players learn at each
    step.

    --phases draws the order of the phases of a game, and --turn the flow of its first
    turn. Both are computed from the axioms. The format tikz writes a tikzpicture for
    LaTeX.

    \b
    Examples:
      $ mystpy draw queries/models/hexa.toml
      $ mystpy draw queries/models/example-05.toml --stages
      $ mystpy draw queries/models/example-11.toml --after 1 --format dot
      $ mystpy draw queries/fifteen-cards.toml --player 3
      $ mystpy draw queries/full-deal.toml --steps 0..9 --width 1000
      $ mystpy draw queries/puzzles/cheryls-birthday.toml --stages
      $ mystpy draw queries/models/example-01-answers.toml --actions
      $ mystpy draw queries/puzzles/muddy-children.toml --n 4 --k 1 --stages
      $ mystpy draw queries/models/tetra.toml --format tikz
      $ mystpy draw --phases
      $ mystpy draw --turn --game 'rules="generalized",m=1,n=1,p=3,q=1'
      $ mystpy draw queries/trees/rock-paper-scissors-at-once.efg

    -o hexa.svg writes the picture to a file.
    """
    form = picture_format(output, form)
    kind = "svg" if form == "pdf" else form
    given = {key: options.pop(key) for key in ("game", "hands", "actions")}
    rules = {key: options.pop(key) for key in ("phases", "turn")}
    if any(rules.values()):
        drawn = _of_rules(file, kind, rules, given, options)
    else:
        drawn = _of_file(file, kind, given, options)
    write_picture(drawn, output, form)
    return YES


def _of_file(
    file: str | None, kind: str, given: dict[str, Any], options: dict[str, Any]
) -> str:
    """The picture of a file of any kind, or of the game that is given."""
    source = _source(file, given["game"])
    if source is not None and is_efg(source[0]):
        return _of_tree(source, kind, given, options)
    of = QUERY if source is None else kind_of_text(source[0]) or MODEL
    of = QUERY if of == RECORD else of
    if source is None or of == QUERY:
        return _game(source, kind, options, given)
    _refuse(options, ("player", "odds", "strip"), f"is for games, not for {of}")
    if any(given.values()):
        raise QueryError(f"--game, --hand and --do are for games, not for {of}")
    return _of_worlds(of, source, kind, options)


def _source(file: str | None, game: str | None) -> tuple[str, str] | None:
    """The text of FILE and its name; None if there is --game only."""
    if file is None and game is None:
        raise QueryError(
            "there is no FILE to draw: give FILE, - or --game",
            hint="for example example:hexa",
        )
    if file is None:
        return None
    found = file_read(file)
    return found if is_efg(found[0]) else as_model_file(*found)


def _refuse(options: dict[str, Any], names: tuple[str, ...], why: str) -> None:
    for name in names:
        if options.get(name) not in (None, False, ()):
            raise QueryError(f"--{name} {why}")


def _of_worlds(
    of: str, source: tuple[str, str], kind: str, options: dict[str, Any]
) -> str:
    from mystpy.kripke.commands.drawing import SIZES, draw_model, draw_puzzle

    if of == PUZZLE and options["alternatives"]:
        raise QueryError(f"--actions needs a model file, and this is {of}")
    if of != PUZZLE:
        _refuse(options, SIZES, f"is for puzzles, not for {of}")
    return (draw_puzzle if of == PUZZLE else draw_model)(*source, kind, options)


def _of_rules(
    file: str | None,
    kind: str,
    asked: dict[str, bool],
    given: dict[str, Any],
    options: dict[str, Any],
) -> str:
    """The phases, or the flow of a turn, of the game that is given."""
    from mystpy.game.game import Game
    from mystpy.show.draw.graphs.pictures import FLOW, PHASES, rules_picture

    if all(asked.values()):
        raise QueryError("--phases and --turn are two pictures", hint="draw them apart")
    what = PHASES if asked["phases"] else FLOW
    option = "phases" if asked["phases"] else "turn"
    if given["hands"] or given["actions"]:
        raise QueryError(f"--{option} is about the rules: --hand and --do are not used")
    _refuse(options, _NOT_OF_GRAPHS, f"cannot be combined with --{option}")
    if file is None and given["game"] is None:
        return rules_picture(Game.myst(1, 1, 3, 1), what, kind)
    source = None if file is None else file_read(file)
    return rules_picture(query_of(source, **given).history.game, what, kind)


_NOT_OF_GRAPHS = (
    "player", "odds", "strip", "after", "stages", "steps", "contract", "n", "k",
    "width", "reach",
)  # fmt: skip
"""Options that choose a part of a model or of a history."""


def _of_tree(
    source: tuple[str, str], kind: str, given: dict[str, Any], options: dict[str, Any]
) -> str:
    from mystpy.show.draw.graphs.pictures import tree_picture

    if any(given.values()):
        raise QueryError("--game, --hand and --do are for games, not for a game tree")
    _refuse(options, _NOT_OF_GRAPHS, "is not for game trees")
    return tree_picture(*source, kind)


def _game(
    source: tuple[str, str] | None,
    kind: str,
    options: dict[str, Any],
    given: dict[str, Any],
) -> str:
    from mystpy.engines import get_engine
    from mystpy.kripke.commands.drawing import NAMES, SIZES, read_steps
    from mystpy.show.draw.lessons import strip_of
    from mystpy.show.draw.strip_svg import strip_svg

    why = "needs a model file, and this is a game"
    if options["alternatives"]:
        raise QueryError(f"--actions {why}")
    _refuse(options, ("after", "stages", "contract", "reach"), why)
    _refuse(options, SIZES, "needs a puzzle, and this is a game")
    if kind != "svg":
        raise QueryError(
            f"only models are drawn as {NAMES[kind]}; a game as SVG or PDF"
        )
    query = query_of(source, **given)
    named = f"{query.title}, but {query.but}" if query.but else query.title
    engine = get_engine(options["engine"])
    if options["player"] is not None and not options["strip"]:
        _refuse(options, ("steps", "width"), "is for strips, not for a grid")
        return _grid(query.history, named, options, engine)
    _refuse(options, ("odds",), "needs --player, for a grid")
    players = None if options["player"] is None else read_players(options["player"])
    title = named or "What each step teaches"
    require_one_history(query.history, "no strip is drawn")
    strip = strip_of(query.history, engine, players)
    steps = read_steps(options["steps"], 0, len(query.history) - 1)
    if steps is not None:
        strip = strip.part(*steps)
    return strip_svg(strip, title, options["width"])


def _grid(history: Any, title: str, options: dict[str, Any], engine: Any) -> str:
    from mystpy.questions.knowledge import know_of
    from mystpy.show.draw.grid_svg import grid_svg

    players = read_players(options["player"])
    if len(players) > 1:
        _refuse(options, ("odds",), "is for one player, not for common knowledge")
    known = know_of(history, players, engine, odds=options["odds"])
    return grid_svg(known, history.game, title)
