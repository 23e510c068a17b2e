"""`mystpy check`: does a formula hold in a Kripke model?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from mystpy.cli.models.file import source_of
from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES, worst
from mystpy.errors import QueryError
from mystpy.kripke.files.given_steps import FormulaCheck
from mystpy.kripke.files.model_file import read_model
from mystpy.kripke.files.stage import ModelStage, stages
from mystpy.kripke.files.structure_file import LargeStage, is_large, read_large
from mystpy.language.decidable import parse_in_model
from mystpy.language.vocabulary import ModelWords
from mystpy.show import json


@click.command("check")
@click.argument("file")
@click.argument("formulas", nargs=-1, metavar="[FORMULA]...")
@click.option("--after", type=int, metavar="N", help="After the first N steps of FILE.")
@click.option(
    "--check",
    is_flag=True,
    help="Compare the answers with what the file expects; 0 if all agree, else 1.",
)
@format_option("text", "json")
def command(
    file: str, formulas: tuple[str, ...], after: int | None, check: bool, form: str
) -> int:
    """Say of each formula whether it is true in the actual world of FILE.

    This is after all steps of FILE, unless --after is given. Without FORMULA the
    checks of FILE are made. If FILE has no actual world: true in all worlds, false in
    all, or undetermined. Besides K, E, C and D there are B(i,F), i believes F, M(i,F),
    i holds F possible, [F!]G and <F!>G, [{1,2}]F and <{1,2}>F (what a group can
    announce), [act]F and <act>F (actions of FILE). The exit status of several formulas
    is 1 if one is false, else 5 if one is undetermined, else 0.

    \b
    Examples:
      $ mystpy check queries/models/hexa.toml 'K(2, ~h(1,w))' '[h(1,r)!]K(3,h(2,w))'
      $ mystpy check queries/models/example-11.toml
    """
    words, checks, found = _read(file)
    if check and not checks and not formulas:
        name = "standard input" if file == "-" else file
        click.echo(f"{name} has no checks to compare with", err=True)
        return YES
    if check and after is not None and not formulas:
        raise QueryError(
            "--check compares the checks of FILE where FILE makes them",
            hint="leave out --after, or --check",
        )
    last = len(found) - 1 if after is None else after
    if not 0 <= last < len(found):
        raise QueryError(f"--after is {after}, but FILE has {len(found) - 1} steps")
    answers = [
        (asked, found[asked.after].value(asked.formula))
        for asked in _asked(words, checks, formulas, last, after)
    ]
    for asked, value in answers:
        _tell(asked, value, form, check)
    if check:
        agreed = all(asked.expect in (None, value) for asked, value in answers)
        return YES if agreed else NO
    return worst(value for _, value in answers)


def _read(
    file: str,
) -> tuple[ModelWords, tuple[FormulaCheck, ...], Sequence[ModelStage | LargeStage]]:
    """The words, the checks and the stages of a file."""
    source = source_of(file)
    if is_large(source):
        large = read_large(source)
        return large.words, large.checks, large.stages
    read = read_model(source)
    return read.words, read.checks, list(stages(read))


def _asked(
    words: ModelWords,
    checks: tuple[FormulaCheck, ...],
    texts: tuple[str, ...],
    steps: int,
    after: int | None,
) -> tuple[FormulaCheck, ...]:
    """The formulas that are given, else those of the file, where it or --after says."""
    if texts:
        return tuple(
            FormulaCheck(text, parse_in_model(text, words), steps) for text in texts
        )
    if not checks:
        raise QueryError(
            "there is no formula to check",
            hint="give one behind FILE, such as 'K(1,p)', or [[check]] in it",
        )
    if after is None:
        return checks
    return tuple(replace(asked, after=after) for asked in checks)


def _tell(asked: FormulaCheck, value: str, form: str, compare: bool) -> None:
    """Print an answer, and what was expected if that is to be compared."""
    if form == "json":
        told = {"formula": asked.text, "value": value, "after": asked.after}
        extra = {"expect": asked.expect} if compare and asked.expect else {}
        click.echo(json.line({**told, "method": "model", **extra}))
        return
    wrong = compare and asked.expect not in (None, value)
    tail = f"  but {asked.expect} was expected" if wrong else ""
    click.echo(f"{value}  {asked.text}{tail}")
