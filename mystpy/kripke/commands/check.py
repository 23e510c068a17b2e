"""`mystpy check`: does a formula hold in a Kripke model?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from mystpy.cli.answers import AnswerOutput, print_answer
from mystpy.cli.options import format_option
from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.compilation import NamedTuple, replace
from mystpy.errors import QueryError
from mystpy.files.json_text import Object
from mystpy.files.table import is_smcdel
from mystpy.kripke.commands.file import as_model_file, check_smcdel, last_step
from mystpy.kripke.files.given_steps import FormulaCheck
from mystpy.kripke.files.model_file import (
    StructureState,
    is_large,
    model_text,
    read_large,
    read_model,
)
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.kripke.text import MOST
from mystpy.kripke.valuation.vacuity import vacuity_note
from mystpy.language.decidable import parse_in_model
from mystpy.language.vocabulary import ModelWords


class CheckAnswer(NamedTuple):
    """A formula, its value, and notes on it.

    `vacuous` are the agents without accessible worlds on which the value depends;
    `where` has the number of worlds in which it holds, the number of all worlds, and
    the names of the first ones.
    """

    asked: FormulaCheck
    value: str
    vacuous: tuple[str, ...]
    where: tuple[int, int, list[str]] | None


MANY = 1 << 20
"""The maximal number of worlds that --all lists."""


@click.command("check")
@click.argument("file")
@click.argument("formulas", nargs=-1, metavar="[FORMULA]...")
@click.option("--after", type=int, metavar="N", help="After the first N steps of FILE.")
@click.option(
    "--check",
    is_flag=True,
    help="Compare the answers with what the file expects; 0 if all agree, else 1.",
)
@click.option(
    "--where", is_flag=True, help="List the worlds in which this formula is true."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="With --where: list all worlds, however many there are.",
)
@format_option("text", "json")
def command(file: str, formulas: tuple[str, ...], form: str, **options: Any) -> int:
    """Check whether formulas are true in the actual world of FILE.

    The model is that after all steps of FILE, or after --after N of them. Without
    FORMULA the command runs the checks of FILE. If FILE has no actual world, the answer
    is true (in all worlds), false (in all), or undetermined. FILE may be in SMCDEL's
    text format: its questions are answered, and its atom 1 is called p1.

    Formulas may have K, E, C and D, and also:

    \b
      B(i,F)                 i believes F
      M(i,F)                 i considers F possible
      [F!]G and <F!>G        G holds after the announcement of F
      [{1,2}]F and <{1,2}>F  F holds after any, or some, announcement by 1 and 2
      [act]F and <act>F      F holds after an action of FILE, or a step as in
                             [show(2,1,{r},r)]F
      before F               F was true before the last step

    The exit status for several formulas is 1 if one is false, else 5 if one is
    undetermined, else 0. If a formula cannot be read, it is reported, and the status is
    2. If an answer is true only because an agent considers no world possible, and so
    believes everything, the answer says so.

    \b
    Examples:
      $ mystpy check queries/models/hexa.toml 'K(2, ~h(1,w))' '[h(1,r)!]K(3,h(2,w))'
      $ mystpy check queries/models/example-11.toml
      $ mystpy check queries/models/hexa.toml --where '~K(2,~h(1,b))'
    """
    after, check = options["after"], options["check"]
    most = 0 if not options["where"] else MANY if options["every"] else MOST
    text = file_read(file)
    if is_smcdel(*text):
        if check or (after or 0) != 0:
            raise QueryError("--check and --after are for model files in TOML")
        return check_smcdel(*text, formulas, most or MOST, form)
    return _check(
        as_model_file(*text), formulas, form, after=after, check=check, most=most
    )


def _check(
    text: tuple[str, str],
    formulas: tuple[str, ...],
    form: str,
    *,
    after: int | None,
    check: bool,
    most: int,
) -> int:
    words, checks, reached = _read(*text)
    if check and not checks and not formulas:
        click.echo(f"{text[1]} has no checks to compare with", err=True)
        return YES
    if check and after is not None and not formulas:
        raise QueryError(
            "--check compares the checks of FILE where FILE makes them",
            hint="leave out --after, or --check",
        )
    last = last_step(after, len(reached) - 1)
    answers, agreed = AnswerOutput(form), list[bool]()
    for asked in _asked(checks, formulas, last, after):
        with answers.one():
            if isinstance(asked, str):
                asked = FormulaCheck(asked, parse_in_model(asked, words), last)
            found = _answer(reached[asked.after], asked, most)
            answers.values.append(found.value)
            agreed.append(asked.expect in (None, found.value))
            _tell(found, form, compare=check)
    if check and not answers.failed:
        return YES if all(agreed) else NO
    return answers.status


def _answer(
    state: ModelState | StructureState, asked: FormulaCheck, most: int
) -> CheckAnswer:
    """The value of a formula at a state; with `most`, where it holds."""
    value, vacuous = state.value(asked.formula), state.vacuous(asked.formula)
    where = state.where(asked.formula, most) if most else None
    return CheckAnswer(asked, value, vacuous, where)


def _read(
    text: str, name: str
) -> tuple[ModelWords, tuple[FormulaCheck, ...], Sequence[ModelState | StructureState]]:
    """The words, the checks and the states of a file."""
    source = model_text(text, name)
    if is_large(source):
        large = read_large(source)
        return large.words, large.checks, large.states
    read = read_model(source)
    return read.words, read.checks, list(stages(read))


def _asked(
    checks: tuple[FormulaCheck, ...],
    texts: tuple[str, ...],
    last: int,
    after: int | None,
) -> Sequence[FormulaCheck | str]:
    """The formulas that are given, else those of the file, where it or --after says."""
    if texts:
        return texts
    if not checks:
        raise QueryError(
            "there is no formula to check",
            hint="give one behind FILE, such as 'K(1,p)', or [[check]] in it",
        )
    if after is None:
        return checks
    return tuple(replace(asked, after=last) for asked in checks)


def _tell(found: CheckAnswer, form: str, *, compare: bool) -> None:
    """Print an answer, what was expected if that is compared, and where it is true."""
    asked, value, vacuous, where = found
    report: Object = {"formula": asked.text, "value": value, "after": asked.after}
    report["method"] = "model"
    if compare and asked.expect:
        report["expect"] = asked.expect
    if vacuous:
        report["vacuous"] = list(vacuous)
    wrong = compare and asked.expect not in (None, value)
    tail = f"  but {asked.expect} was expected" if wrong else ""
    lines = [f"{value}  {asked.text}{vacuity_note(vacuous)}{tail}"]
    if where is not None:
        count, size, names = where
        report |= {"where": names, "count": count, "worlds": size}
        lines += [f"  true in {count:,} of {size:,} worlds"]
        lines += [f"  {name}" for name in names]
        if len(names) < count:
            lines += [f"  and {count - len(names):,} more; --all lists them"]
    print_answer(form, report, lines)
