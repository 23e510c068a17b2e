"""`mystpy why`: the reasons for an answer, or a witness against it."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import Answers
from mystpy.cli.options import (
    answer_options,
    file_and_formulas,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.language.read import parse_formula
from mystpy.questions.why import why
from mystpy.show import json, reasons


@click.command("why")
@click.argument("words", nargs=-1, metavar="[FILE] FORMULA...")
@click.option(
    "--smallest",
    is_flag=True,
    help="Find reasons of which there are as few as possible, not just none too many.",
)
@situation_options
@answer_options("text", "json", "latex")
def command(
    words: tuple[str, ...], engine: str, form: str, smallest: bool, **given: Any
) -> int:
    """Say from which observations and axioms a formula follows.

    None of the reasons can be left out. If the formula is false in every world, they
    are those of its negation. If it does not follow, worlds are shown in which it
    fails: one that fits what is given, and for each K one that the player cannot rule
    out there. The exit status is that of ask.

    \b
    Examples:
      $ mystpy why queries/five-players.toml 'K(5, ~h(0,s1))'
      $ mystpy why queries/fifteen-cards.toml 'K(3, h(0,s5))'
    """
    file, texts = file_and_formulas(words, given["game"])
    query = read_query(file, **given)
    if not texts:
        raise QueryError(
            "there is no formula to explain",
            hint="give one behind FILE, such as 'K(1, h(0,s1))'",
        )
    history = query.history
    answers, extra = Answers(form), tell_changes(query, form)
    for written in texts:
        with answers.one():
            formula = parse_formula(written, history.game)
            found = why(history, formula, get_engine(engine), smallest=smallest)
            answers.values.append(found.value)
            if form == "json":
                click.echo(json.line({**reasons.json(found, history.game), **extra}))
            else:
                shown = reasons.latex if form == "latex" else reasons.text
                click.echo(shown(found, history.game))
    return answers.status
