"""`mystpy why`: the reasons for an answer, or a witness against it."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import AnswerOutput
from mystpy.cli.options import (
    answer_options,
    file_and_formulas,
    query_of,
    situation_options,
    tell_changes,
)
from mystpy.cli.source import file_read
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.files.table import MODEL, is_smcdel, is_task, kind_of_text
from mystpy.language.read import parse_formula
from mystpy.questions import reason_text as reasons
from mystpy.questions.query import Query
from mystpy.questions.why import why


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

    Of a game, there are no reasons for D, for C within another formula, for the past,
    and for a true formula with K under a negation, such as K(1,~K(2,F)): they are
    refused, and ask says whether they hold.

    Of a model file, after all its steps or --after N, the worlds are shown that bear it
    out: where K or C is false, a shortest path to one. svg draws it, and latex as TikZ.

    \b
    Examples:
      $ mystpy why queries/five-players.toml 'K(5, ~h(0,s1))'
      $ mystpy why queries/fifteen-cards.toml 'K(3, h(0,s5))'
      $ mystpy why queries/models/hexa.toml 'C([1,2], ~h(1,b))'
    """
    file, texts = file_and_formulas(words, given["game"])
    source = None if file is None else _source(file)
    _require_formulas(texts)
    of_model = source is not None and kind_of_text(source[0]) == MODEL
    if of_model and (smallest or any(given.values())):
        raise QueryError("--smallest, --game, --hand and --do are for games")
    if not of_model and (after is not None or form == "svg"):
        raise QueryError("--after and --format svg are for model files")
    if source is not None and of_model:
        return _why_in_model(*source, texts, after, form)
    query = query_of(source, **given)
    return _why_in_game(query, texts, engine, form, smallest)


def _why_in_game(
    query: Query, texts: tuple[str, ...], engine: str, form: str, smallest: bool
) -> int:
    history = query.history
    answers, extra = AnswerOutput(form), tell_changes(query, form)
    for written in texts:
        with answers.one():
            formula = parse_formula(written, history.game)
            found = why(history, formula, get_engine(engine), smallest=smallest)
            answers.values.append(found.value)
            if form == "json":
                answer = reasons.json(found, history.game)
                click.echo(json_line({**answer, **extra}))
            else:
                shown = reasons.latex if form == "latex" else reasons.text
                click.echo(shown(found, history.game))
    return answers.status


def _why_in_model(*given: Any) -> int:
    from mystpy.kripke.commands.grounds.answer import why_in_model  # which loads models

    return why_in_model(*given)


def _source(file: str) -> tuple[str, str]:
    """Read a file; one of SMCDEL, and a planning task, become a model file."""
    text, name = file_read(file)
    if not is_smcdel(text, name) and not is_task(name):
        return text, name
    from mystpy.kripke.commands.file import as_model_file

    return as_model_file(text, name)


def _require_formulas(texts: tuple[str, ...]) -> None:
    if not texts:
        raise QueryError(
            "there is no formula to explain",
            hint="give one behind FILE, such as 'K(1, h(0,s1))'",
        )
