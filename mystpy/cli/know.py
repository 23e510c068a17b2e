"""``mystpy know``: what does a player know?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.options import answer_options, read_query, situation_options
from mystpy.cli.status import YES
from mystpy.engines import get_engine
from mystpy.knowledge import know
from mystpy.show import json, latex, term, text


@click.command("know")
@click.argument("player")
@click.argument("file", required=False)
@click.option("--odds", is_flag=True, help="Show the share of deals in each open cell.")
@situation_options
@answer_options("text", "json", "latex", "term")
def command(
    player: str, file: str | None, engine: str, form: str, odds: bool, **given: Any
) -> int:
    """Show what PLAYER knows: who holds which card, and how many deals are left.

    A cell is yes or no if PLAYER knows it, and ? if not. With --odds an open cell
    has the share of the deals held possible in which it is yes, each deal counting
    once. term prints one k(PLAYER,...) for each cell that is known.

    \b
    Examples:
      $ mystpy know 3 queries/fifteen-cards.toml
      $ mystpy know 3 queries/fifteen-cards.toml --odds
    """
    history = read_query(file, **given).history
    known = know(history, player, get_engine(engine), odds=odds)
    match form:
        case "json":
            click.echo(json.line(json.knowledge(known)))
        case "latex":
            click.echo(latex.knowledge(known, history.game))
        case "term":
            for line in term.knowledge(known, history.game):
                click.echo(line)
        case _:
            click.echo(text.knowledge(known, history.game))
    return YES
