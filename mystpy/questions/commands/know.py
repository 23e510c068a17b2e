"""`mystpy know`: what does a player, or a group, know?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from mystpy import show
from mystpy.cli.answers import print_answer
from mystpy.cli.options import (
    answer_options,
    read_players,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.cli.source import is_file
from mystpy.cli.status import YES
from mystpy.engines import get_engine
from mystpy.engines.base import Engine, Odds
from mystpy.engines.combination import CombinedEngine
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.possible_histories import require_one_history
from mystpy.questions.knowledge import Knowledge, know_of
from mystpy.questions.query import Query
from mystpy.thresholds import MAX_DEALS_LISTED


@click.command("know")
@click.argument("player")
@click.argument("file", required=False)
@click.option("--odds", is_flag=True, help="Show the probability of each open cell.")
@click.option(
    "--weigh",
    type=click.Choice([model.value for model in Odds]),
    help="The probabilities of deals: equal (the default), or shows, where responders "
    "show a random one of the cards that they can show. Implies --odds.",
)
@click.option(
    "--that",
    multiple=True,
    metavar="PLAYER",
    help="Show what PLAYER knows about the knowledge of this player; may be repeated:"
    " --that 2,3 shows what PLAYER knows that 2 knows that 3 knows.",
)
@click.option(
    "--tuple",
    "numbers",
    is_flag=True,
    help="PLAYER is 1,2: show the four numbers of section 4.3 of the thesis, for two"
    " players.",
)
@click.option("--no-count", is_flag=True, help="Leave out the number of deals.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="STATES",
    help="Let the count of deals store at most this many states (2,000,000 need about"
    " 500 MB).",
)
@situation_options
@answer_options("text", "json", "latex", "term")
def command(
    player: str,
    file: str | None,
    engine: str,
    form: str,
    numbers: bool,
    **options: Any,
) -> int:
    """Show what PLAYER knows about each card, and how many deals are left.

    A cell is yes or no if PLAYER knows the answer, ? if PLAYER does not, and ! if it
    depends on cards that are not given.

    PLAYER is a player, or several with commas between them: then the grid shows their
    common knowledge. PLAYER can also be observer: somebody without a hand who has seen
    the public history. The PLAYER of --that is given in the same way. With --odds an
    open cell has the probability that it is yes. The format term prints one
    k(PLAYER,...) for each known cell.

    \b
    Examples:
      $ mystpy know 3 queries/fifteen-cards.toml
      $ mystpy know 3 queries/fifteen-cards.toml --odds
      $ mystpy know 3 queries/fifteen-cards.toml --that 1
      $ mystpy know 1,2 queries/fifteen-cards.toml
      $ mystpy know observer queries/fifteen-cards.toml
      $ mystpy know 1,2 example:two-players-midway --tuple
    """
    given = {key: options.pop(key) for key in ("game", "hands", "actions")}
    if is_file(player):
        raise _no_player(player, file)
    query = read_query(file, **given)
    history = query.history
    if numbers:
        return _four_numbers(query, player, engine, form, options)
    known = _known(history, player, get_engine(engine), **options)
    _tell_if_replaced(engine, history)
    extra = tell_changes(query, form)
    _print(known, history.game, form, extra)
    return YES


def _print(known: Knowledge, game: Game, form: str, extra: Mapping[str, Any]) -> None:
    match form:
        case "json":
            click.echo(json_line({**show.json.knowledge(known), **extra}))
        case "latex":
            click.echo(show.latex.knowledge(known, game))
        case "term":
            for line in show.term.knowledge(known, game):
                click.echo(line)
        case _:
            click.echo(show.text.knowledge(known, game))


def _four_numbers(
    query: Query, player: str, engine: str, form: str, options: Mapping[str, Any]
) -> int:
    """Show the four numbers of section 4.3, and the sets that they count."""
    # Not at the top: seldom asked for.
    from mystpy.questions.commands.four_numbers_text import lines, numbers_object
    from mystpy.questions.four_numbers import four_numbers

    game = query.history.game
    who = {game.player(name) for name in read_players(player)}
    if who != {1, 2} and game.p == 2:
        raise QueryError("--tuple is about both players", hint="PLAYER is 1,2")
    if any(options.values()):
        raise QueryError("with --tuple, give no options but --engine and --format")
    if form not in ("text", "json"):
        raise QueryError("--tuple is written as text and as json")
    require_one_history(query.history, "the four numbers are not counted")
    found = four_numbers(query.history, get_engine(engine))
    extra = tell_changes(query, form)
    print_answer(form, {**numbers_object(found, game), **extra}, lines(found, game))
    return YES


def _tell_if_replaced(name: str, history: History) -> None:
    """Report on standard error that other methods have replaced an engine."""
    engine = get_engine(name)
    if isinstance(engine, CombinedEngine) and engine.is_replaced(history):
        click.echo(
            f"mystpy: {name} lists at most {MAX_DEALS_LISTED:,} deals: symbolic methods"
            " have answered in its place",
            err=True,
        )


def _no_player(word: str, file: str | None) -> QueryError:
    """Return the error for a FILE in place of PLAYER."""
    who = "1" if file is None or is_file(file) else file
    return QueryError(
        f"{word} is a file, and PLAYER is missing",
        hint=f"write PLAYER before FILE: mystpy know {who} {word}",
    )


def _known(
    history: History,
    player: str,
    engine: Engine,
    *,
    odds: bool,
    weigh: str | None,
    that: tuple[str, ...],
    no_count: bool,
    limit: int | None,
) -> Knowledge:
    """Return the knowledge of a player, of players in turn, or of a group."""
    group = read_players(player)
    chain = [name for each in that for name in read_players(each)]
    counted = odds or weigh is not None or limit is not None
    if (that or len(group) > 1) and counted:
        raise QueryError(
            "deals are counted for one player, not for what several know",
            hint="leave out --odds, --weigh and --limit, or ask for one PLAYER",
        )
    if that and len(group) > 1:
        raise QueryError(
            "--that needs one PLAYER, and several PLAYERs mean common knowledge"
        )
    if no_count and counted:
        raise QueryError("--no-count leaves out what --odds, --weigh and --limit need")
    model, count = Odds(weigh) if weigh else odds, not no_count
    return know_of(history, group, engine, chain, odds=model, count=count, limit=limit)
