"""``mystpy ask``: does a formula follow from what is given?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.options import answer_options, read_query, situation_options
from mystpy.cli.status import NO, YES, worst
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.formula_text import parse_formula
from mystpy.formulas import Formula
from mystpy.game import Game
from mystpy.knowledge import AskResult, ask
from mystpy.query import Query
from mystpy.show import json, latex, term, text


@click.command("ask")
@click.argument("words", nargs=-1, metavar="[FILE] [FORMULA]...")
@click.option(
    "--check",
    is_flag=True,
    help="Compare the answers with what the file expects; 0 if all agree, else 1.",
)
@situation_options
@answer_options("text", "json", "latex", "term")
def command(
    words: tuple[str, ...], engine: str, form: str, check: bool, **given: Any
) -> int:
    """Say of each formula whether it follows: true, false or undetermined.

    Without FORMULA the formulas of FILE are asked. With --game there is no FILE.
    The exit status of several formulas is 1 if one is false, else 5 if one is
    undetermined, else 0.

    \b
    Examples:
      $ mystpy ask queries/fifteen-cards.toml
      $ mystpy ask queries/fifteen-cards.toml 'K(3, ~h(2,s5))' 'K(3, h(2,s1))'
    """
    query, texts = _query_and_formulas(words, given)
    wanted = _formulas(query, texts)
    chosen = get_engine(engine)
    results = []
    for formula, expected in wanted:
        result = ask(query.history, formula, chosen)
        results.append(result)
        click.echo(
            _shown(result, expected if check else None, form, query.history.game)
        )
    if check:
        agreed = all(
            expected in (None, result.value)
            for (_, expected), result in zip(wanted, results, strict=True)
        )
        return YES if agreed else NO
    return worst(result.value for result in results)


def _query_and_formulas(
    words: tuple[str, ...], given: dict[str, Any]
) -> tuple[Query, tuple[str, ...]]:
    """Take FILE from the words, unless --game says that all of them are formulas."""
    if given["game"] is not None:
        return read_query(None, **given), words
    return read_query(words[0] if words else None, **given), words[1:]


def _formulas(query: Query, texts: tuple[str, ...]) -> list[tuple[Formula, str | None]]:
    """Return the formulas to ask, each with what the file expects of it if it does."""
    if texts:
        return [(parse_formula(formula, query.history.game), None) for formula in texts]
    if not query.asks:
        raise QueryError(
            "there is no formula to ask",
            hint="give one behind FILE, such as 'K(1, h(0,s1))', or [[ask]] in it",
        )
    return [(asked.formula, asked.expect) for asked in query.asks]


def _shown(result: AskResult, expected: str | None, form: str, game: Game) -> str:
    match form:
        case "json":
            extra = {} if expected is None else {"expect": expected}
            return json.line({**json.asked(result), **extra})
        case "latex":
            return latex.asked(result)
        case "term":
            return term.asked(result, game)
    line = text.asked(result)
    if expected in (None, result.value):
        return line
    return f"{line}  but {expected} was expected"
