"""`mystpy ask` about a package: does a formula follow from what is given?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import AnswerOutput, print_answer
from mystpy.cli.options import file_and_formulas
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.packages.commands.answering.answer_objects import (
    ask_object,
    situation_object,
)
from mystpy.packages.commands.options import package_options, package_query
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.theory_query import PackageAsk


@click.command("ask")
@click.argument("words", nargs=-1, metavar="[FILE] [FORMULA]...")
@click.option("--check", is_flag=True, help="Compare with what FILE expects.")
@click.option(
    "--announce",
    "announced",
    multiple=True,
    metavar="FORMULA",
    help="Ask what follows once this is announced to all; may be repeated.",
)
@package_options
def command(
    words: tuple[str, ...],
    announced: tuple[str, ...],
    form: str,
    *,
    check: bool,
    **options: Any,
) -> int:
    """Say of each formula whether it follows: true, false or undetermined.

    \b
    Examples:
      $ mystpy ask --theory black-vienna --do 'asks(1,2,{s1,s2,s3}) has(2,1)' \\
          --given 'h(1,s4)' 'K(1,h(2,s1))'
    """
    file, texts = file_and_formulas(words, options["theory"] or "")
    query = package_query(file, **options)
    questions = tuple(PackageAsk(text, None) for text in texts) or query.asks
    if not questions:
        raise QueryError(
            "there is no formula to ask", hint="give one, or write [[ask]] into FILE"
        )
    answers, agreed = AnswerOutput(form), list[bool]()
    for asked in questions:
        before = (*asked.announced, *announced)
        with answers.one(alone=bool(before)):
            value = _answer(query.situation, asked, before, form, check=check)
            answers.values.append(value)
            agreed.append(asked.expect in (None, value))
    if check and not answers.failed:
        click.echo(f"{sum(agreed)} of {len(agreed)} agreed", err=True)
        return YES if all(agreed) else NO
    return answers.status


def _answer(
    situation: PackageSituation,
    asked: PackageAsk,
    announced: tuple[str, ...],
    form: str,
    *,
    check: bool,
) -> str:
    found = ask_object(situation, asked.formula, announced)
    value = str(found["value"])
    line = f"{value:<12}  {asked.formula}  ({found['method']})"
    if announced:
        line += f"  after {len(announced)} announcement{'s' * (len(announced) > 1)}"
    if check and asked.expect not in (None, value):
        line += f"  but {asked.expect} was expected"
    if check and asked.expect is not None:
        found |= {"expect": asked.expect, "agrees": asked.expect == value}
    print_answer(form, {**found, **situation_object(situation)}, line)
    return value
