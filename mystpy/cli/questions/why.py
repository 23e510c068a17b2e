"""`mystpy why`: the reasons for an answer, or a witness against it."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import Answers
from mystpy.cli.models.grounds import why_in_model
from mystpy.cli.options import (
    answer_options,
    file_and_formulas,
    query_of,
    situation_options,
    tell_changes,
)
from mystpy.cli.source import file_read
from mystpy.engines import get_engine
from mystpy.errors import MystError, QueryError
from mystpy.files.kinds import MODEL, kind_of
from mystpy.files.toml import toml_table
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
@click.option("--after", type=int, metavar="N", help="A model: after N of its steps.")
@answer_options("text", "json", "latex", "svg")
def command(
    words: tuple[str, ...],
    engine: str,
    form: str,
    smallest: bool,
    after: int | None,
    **given: Any,
) -> int:
    """Say from which observations and axioms a formula follows.

    None of the reasons can be left out. If the formula is false in every world, they
    are those of its negation. If it does not follow, worlds are shown in which it
    fails: one that fits what is given, and for each K one that the player cannot rule
    out there. The exit status is that of ask.

    Of a model file the worlds are shown that bear it out: for each K that is false a
    world that the agent holds possible, for each C a shortest path of worlds. This is
    after all steps of FILE, unless --after is given; svg draws the path.

    \b
    Examples:
      $ mystpy why queries/five-players.toml 'K(5, ~h(0,s1))'
      $ mystpy why queries/fifteen-cards.toml 'K(3, h(0,s5))'
      $ mystpy why queries/models/hexa.toml 'C([1,2], ~h(1,b))'
    """
    file, texts = file_and_formulas(words, given["game"])
    source = None if file is None else file_read(file)
    if not texts:
        raise QueryError(
            "there is no formula to explain",
            hint="give one behind FILE, such as 'K(1, h(0,s1))'",
        )
    if source is not None and _is_model(source[0]):
        if smallest or any(given.values()):
            raise QueryError("--smallest, --game, --hand and --do are for games")
        return why_in_model(*source, texts, after, form)
    if after is not None or form == "svg":
        raise QueryError("--after and --format svg are for model files")
    query = query_of(source, **given)
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


def _is_model(text: str) -> bool:
    """Whether this is a model file; what is no TOML is read as a query file."""
    try:
        return kind_of(toml_table(text, None)) == MODEL
    except MystError:
        return False
