"""`mystpy ask`: does a formula follow from the given facts?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from mystpy.cli.answers import AnswerOutput
from mystpy.cli.options import (
    answer_options,
    file_and_formulas,
    read_query,
    situation_options,
    tell_changes,
)
from mystpy.cli.status import NO, YES
from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.errors import QueryError
from mystpy.files.json_text import json_line
from mystpy.game.game import Game
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import AskResult, ask
from mystpy.questions.query import Ask, Query


@click.command("ask")
@click.argument("words", nargs=-1, metavar="[FILE] [FORMULA]...")
@click.option(
    "--check",
    is_flag=True,
    help="Compare the answers with what the file expects; 0 if all agree, else 1, or"
    " the status of the error if a formula cannot be answered.",
)
@click.option(
    "--announce",
    "statements",
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
    statements: tuple[str, ...],
    **given: Any,
) -> int:
    """Evaluate formulas in a situation: true, false or undetermined.

    Without FORMULA, the command evaluates the formulas of FILE. The exit status for
    several formulas is 1 if one is false, else 5 if one is undetermined, else 0. If a
    formula cannot be answered, the command reports the error, answers the others, and
    ends with the status of the error.

    An announcement is true, and all players hear it after the history: worlds in which
    it is false are removed, one announcement after the other. In FILE the key announce
    of an [[ask]] lists such formulas; those of --announce come after them.

    \b
    Examples:
      $ mystpy ask queries/fifteen-cards.toml
      $ mystpy ask queries/fifteen-cards.toml 'K(3, ~h(2,s5))' 'K(3, h(2,s1))'
      $ mystpy ask queries/fifteen-cards.toml --announce '~K(1,h(2,s1))' 'K(3,h(2,s2))'
    """
    file, texts = file_and_formulas(words, given["game"])
    query = read_query(file, **given)
    if check and query.but:
        raise QueryError("--check compares with what FILE expects, as it stands")
    questions = _asks(query, texts)
    if form == "text" and not texts:
        click.echo(_heading(query), err=True)
    game = query.history.game
    announced = tuple(parse_formula(formula, game) for formula in statements)
    return _answered(query, questions, announced, get_engine(engine), form, check)


def _answered(
    query: Query,
    questions: Sequence[Ask | str],
    announced: tuple[Formula, ...],
    engine: Engine,
    form: str,
    check: bool,
) -> int:
    game = query.history.game
    answers, agreed = AnswerOutput(form), list[bool]()
    extra = tell_changes(query, form)
    for asked in questions:
        own = isinstance(asked, Ask) and bool(asked.announced)
        with answers.one(alone=own):
            if isinstance(asked, str):
                asked = Ask(asked, parse_formula(asked, game))
            announced_before = (*asked.announced, *announced)
            result = ask(query.history, asked.formula, engine, announced_before)
            answers.values.append(result.value)
            if asked.expect is not None:
                agreed.append(asked.expect == result.value)
            expected = asked.expect if check else None
            click.echo(_shown(result, expected, form, game, extra))
    if not check:
        return answers.status
    status = _checked(agreed, len(answers.values))
    return answers.failed or status


def _checked(agreed: list[bool], asked: int) -> int:
    """Tell how many answers agreed with what the file expects; the exit status."""
    report = f"{sum(agreed)} of {len(agreed)} agreed with what was expected"
    if rest := asked - len(agreed):
        report += f"; of {rest} nothing was expected"
    click.echo(report, err=True)
    return YES if all(agreed) else NO


def _heading(query: Query) -> str:
    """Return the title of a file, and its source."""
    return query.title + (f" ({query.source})" if query.source else "")


def _asks(query: Query, texts: tuple[str, ...]) -> Sequence[Ask | str]:
    """Return the questions: these formulas, still to be read, or those of the file."""
    if texts:
        return texts
    if not query.asks:
        raise QueryError(
            "there is no formula to ask",
            hint="give one behind FILE, such as 'K(1, h(0,s1))', or [[ask]] in it",
        )
    return query.asks


def _shown(
    result: AskResult,
    expected: str | None,
    form: str,
    game: Game,
    extra: dict[str, object],
) -> str:
    if form == "json":
        from mystpy.show import json

        expects = {} if expected is None else {"expect": expected}
        return json_line({**json.ask_result(result, game), **expects, **extra})
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

            return latex.ask_result(result)
        case "term":
            from mystpy.show import term

            return term.ask_result(result, game)
    from mystpy.show import text

    return text.ask_result(result, game)
