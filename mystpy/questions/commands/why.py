"""`mystpy why`: the reasons for an answer, or a witness against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from mystpy.engines.base import Engine
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.files.table import MODEL, is_smcdel, is_task, kind_of_text
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions import reason_text as reasons
from mystpy.questions.query import Query
from mystpy.questions.why import Why, why

if TYPE_CHECKING:
    from mystpy.files.json_text import Object


@click.command("why")
@click.argument("words", nargs=-1, metavar="[FILE] FORMULA...")
@click.option(
    "--smallest",
    is_flag=True,
    help="Find the smallest set of reasons, not only one from which none can be left "
    "out.",
)
@click.option(
    "--derivation",
    is_flag=True,
    help="Show how the formula is derived from the reasons, line by line; each line is"
    " checked by a solver.",
)
@situation_options
@click.option(
    "--after", type=int, metavar="N", help="In a model: the state after N steps."
)
@answer_options("text", "json", "latex", "svg")
def command(
    words: tuple[str, ...], engine: str, form: str, after: int | None, **given: Any
) -> int:
    """Explain why a formula holds, or show how it can fail.

    If the formula follows, the answer is a set of observations and axioms from which it
    follows, none of which can be left out. If the formula is false in every world, they
    are reasons for its negation. If it does not follow, the answer is a counterexample:
    a possible world in which the formula fails. For each K it also shows a world that
    the player cannot rule out there. The exit status is that of ask.

    In a game there are no reasons for D, for C within another formula, for the past,
    and for a true formula with K under a negation, such as K(1,~K(2,F)). The command
    refuses these; ask evaluates them.

    With --derivation the reasons are the first lines of a derivation as in sections 3.1
    and 3.2 of the thesis. The formula must then be about cards, or about what one
    player knows of them.

    For a model file, after all its steps or after --after N, the answer shows the
    worlds that decide the formula: where K or C is false, a shortest path to such a
    world. The format svg draws it, and latex writes it for TikZ.

    \b
    Examples:
      $ mystpy why queries/five-players.toml 'K(5, ~h(0,s1))'
      $ mystpy why queries/fifteen-cards.toml 'K(3, h(0,s5))'
      $ mystpy why example:five-players --derivation 'K(5, ~h(0,s1))'
      $ mystpy why queries/models/hexa.toml 'C([1,2], ~h(1,b))'
    """
    file, texts = file_and_formulas(words, given["game"])
    source = None if file is None else _source(file)
    _require_formulas(texts)
    smallest, derivation = given.pop("smallest"), given.pop("derivation")
    of_model = source is not None and kind_of_text(source[0]) == MODEL
    if not of_model and (after is not None or form == "svg"):
        raise QueryError("--after and --format svg are for model files")
    if source is not None and of_model:
        _require_no_game(smallest, derivation, *given.values())
        return _why_in_model(*source, texts, after, form)
    query = query_of(source, **given)
    return _why_in_game(query, texts, engine, form, smallest, derivation)


def _why_in_game(
    query: Query,
    texts: tuple[str, ...],
    engine: str,
    form: str,
    smallest: bool,
    derivation: bool,
) -> int:
    history = query.history
    answers, extra = AnswerOutput(form), tell_changes(query, form)
    chosen = get_engine(engine)
    for written in texts:
        with answers.one():
            formula = parse_formula(written, history.game)
            found = why(history, formula, chosen, smallest=smallest)
            keys: Object = {}
            lines: list[str] = []
            if derivation:
                keys, lines = _derived(found, history, chosen, form)
            answers.values.append(found.value)
            if form == "json":
                answer = reasons.json(found, history.game)
                click.echo(json_line({**answer, **keys, **extra}))
            else:
                shown = reasons.latex if form == "latex" else reasons.text
                click.echo("\n".join([shown(found, history.game), *lines]))
    return answers.status


def _derived(
    found: Why, history: History, engine: Engine, form: str
) -> tuple[Object, list[str]]:
    """Return the derivation of the explained formula: keys of JSON, or lines."""
    if not found.follows:
        comment = "% " if form == "latex" else "  "
        return {"derivation": None}, [f"{comment}no derivation: it does not follow"]
    from mystpy.questions.derivation import text as derivation_text  # seldom needed
    from mystpy.questions.derivation.derivation import derive

    derivation = derive(found, history, engine)
    if form == "json":
        return derivation_text.objects(derivation, history.game), []
    lines = derivation_text.latex if form == "latex" else derivation_text.text
    return {}, list(lines(derivation, history.game))


def _require_no_game(*given: object) -> None:
    if any(given):
        options = "--smallest, --derivation, --game, --hand and --do"
        raise QueryError(f"{options} are for games")


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
