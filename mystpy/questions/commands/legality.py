"""`mystpy legal` and `mystpy poss`: could these actions be done, and which can now?"""

from __future__ import annotations

from typing import Any

import click

from mystpy import show
from mystpy.cli.options import (
    answer_options,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.cli.status import NO, YES, status_of_answer
from mystpy.engines import get_engine
from mystpy.files.json_text import json_line
from mystpy.questions.legality import ending, expand_patterns, legal, possible


@click.command("legal")
@click.argument("file", required=False)
@situation_options
@answer_options("text", "json", "latex", "term")
def legal_command(file: str | None, engine: str, form: str, **given: Any) -> int:
    """Check whether each action was possible when it was done.

    The answer is legal (in every deal that fits what is given), possible (in some), or
    illegal. If it is illegal, the answer names the step, the action, the number of the
    axiom, and the conditions that fail. The formats latex and term print the situation
    instead.

    \b
    Examples:
      $ mystpy legal queries/fifteen-cards.toml
      $ mystpy legal --game 'rules="myst", m=1, n=1, p=3, q=1' --do 'asks(1,{s1}) no(3)'
    """
    query = read_query(file, **given)
    history = query.history
    judged = legal(history, get_engine(engine))
    extra = tell_changes(query, form)
    match form:
        case "json":
            answer = show.json.legality(judged, history.game)
            click.echo(json_line({**answer, **extra}))
        case "latex":
            click.echo(history.latex())
        case "term":
            click.echo(history.term())
        case _:
            click.echo(show.text.legality(judged, history.game))
    return status_of_answer(judged.verdict)


@click.command("poss")
@click.argument("file", required=False)
@click.option("--all", "every", is_flag=True, help="List every question and guess.")
@situation_options
@answer_options("text", "json", "latex", "term")
def poss_command(
    file: str | None, engine: str, form: str, every: bool, **given: Any
) -> int:
    """List the actions that are possible now.

    Each is legal (in every deal that fits what is given) or possible (in some).
    Questions and guesses are shown as one line each, with their number; --all lists
    them. If nothing is possible, the answer says why the game is over, and the exit
    status is 1.

    \b
    Examples:
      $ mystpy poss queries/fifteen-cards.toml
      $ mystpy poss --all --game 'rules="myst", m=1, n=1, p=3, q=2'
    """
    query = read_query(file, **given)
    history, chosen = query.history, get_engine(engine)
    found = possible(history, chosen)
    over = None if found else ending(history, chosen)
    actions = expand_patterns(found, history.game) if every else iter(found)
    extra = tell_changes(query, form)
    if form == "json":
        answer = show.json.possible(actions, history.game, over)
        click.echo(json_line({**answer, **extra}))
    else:
        for line in getattr(show, form).possible(actions, history.game):
            click.echo(line)
        if over is not None:
            click.echo(over if form == "text" else f"% {over}")
    return YES if found else NO
