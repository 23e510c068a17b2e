"""`mystpy legal`: can these actions be done?"""

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
from mystpy.cli.status import status_of_answer
from mystpy.engines import get_engine
from mystpy.files.json_text import json_line
from mystpy.questions.legality import legal


@click.command("legal")
@click.argument("file", required=False)
@situation_options
@answer_options("text", "json", "latex", "term")
def command(file: str | None, engine: str, form: str, **given: Any) -> int:
    """Say whether each action was possible when it was done.

    The answer is legal (in every deal that fits), possible (in some), or illegal:
    then the step, the action, the number of the axiom, and what fails of it.
    latex and term print the situation instead.

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
