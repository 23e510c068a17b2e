"""`mystpy ask`: does a formula follow from what is given?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.options import answer_options, read_query, situation_options
from mystpy.cli.status import NO, YES, worst
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import AskResult, ask
from mystpy.questions.query import Ask, Query


@click.command("ask")
@click.argument("words", nargs=-1, metavar="[FILE] [FORMULA]...")
@click.option(
    "--check",
    is_flag=True,
    help="Compare the answers with what the file expects; 0 if all agree, else 1.",
)
@click.option(
    "--announce",
    "told",
    multiple=True,
    metavar="FORMULA",
    help="Ask what follows once this is announced to all; may be repeated.",
)
@situation_options
@answer_options("text", "json", "latex", "term")
def command(
    words: tuple[str, ...],
    engine: str,
    form: str,
    *,
    check: bool,
    told: tuple[str, ...],
    **given: Any,
) -> int:
    """Say of each formula whether it follows: true, false or undetermined.

    Without FORMULA the formulas of FILE are asked. With --game there is no FILE.
    The exit status of several formulas is 1 if one is false, else 5 if one is
    undetermined, else 0.

    What is announced is true, and everybody hears it, after the history: worlds in
    which it is false are left out, one announcement after the other. In FILE the key
    announce of an [[ask]] lists formulas; those of --announce come after them.

    \b
    Examples:
      $ mystpy ask queries/fifteen-cards.toml
      $ mystpy ask queries/fifteen-cards.toml 'K(3, ~h(2,s5))' 'K(3, h(2,s1))'
      $ mystpy ask queries/fifteen-cards.toml --announce '~K(1,h(2,s1))' 'K(3,h(2,s2))'
    """
    query, texts = _query_and_formulas(words, given)
    game = query.history.game
    announced = tuple(parse_formula(formula, game) for formula in told)
    chosen = get_engine(engine)
    values, agreed = [], True
    for asked in _asks(query, texts):
        result = ask(
            query.history, asked.formula, chosen, (*asked.announced, *announced)
        )
        values.append(result.value)
        agreed = agreed and asked.expect in (None, result.value)
        click.echo(_shown(result, asked.expect if check else None, form, game))
    if check:
        return YES if agreed else NO
    return worst(values)


def _query_and_formulas(
    words: tuple[str, ...], given: dict[str, Any]
) -> tuple[Query, tuple[str, ...]]:
    """Take FILE from the words, unless --game says that all of them are formulas."""
    if given["game"] is not None:
        return read_query(None, **given), words
    return read_query(words[0] if words else None, **given), words[1:]


def _asks(query: Query, texts: tuple[str, ...]) -> tuple[Ask, ...]:
    """What to ask: these formulas, or what the file asks."""
    if texts:
        game = query.history.game
        return tuple(Ask(formula, parse_formula(formula, game)) for formula in texts)
    if not query.asks:
        raise QueryError(
            "there is no formula to ask",
            hint="give one behind FILE, such as 'K(1, h(0,s1))', or [[ask]] in it",
        )
    return query.asks


def _shown(result: AskResult, expected: str | None, form: str, game: Game) -> str:
    if form == "json":
        from mystpy.show import json

        extra = {} if expected is None else {"expect": expected}
        return json.line({**json.asked(result), **extra})
    line = _line(result, form, game)
    if number := len(result.announced):
        line += f"  after {number} announcement{'s' * (number > 1)}"
    if form != "text" or expected in (None, result.value):
        return line
    return f"{line}  but {expected} was expected"


def _line(result: AskResult, form: str, game: Game) -> str:
    match form:
        case "latex":
            from mystpy.show import latex

            return latex.asked(result)
        case "term":
            from mystpy.show import term

            return term.asked(result, game)
    from mystpy.show import text

    return text.asked(result)
