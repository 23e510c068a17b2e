"""`mystpy bisimilar`: can no formula tell two models apart?"""

from __future__ import annotations

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.files.json_text import Object
from mystpy.kripke.commands.file import read_model, states_of
from mystpy.kripke.files.model_state import ModelState, told_apart
from mystpy.kripke.refinement.contraction import matches
from mystpy.kripke.refinement.distinction import Distinction

MOST_KINDS = 50
"""How many pairs of the relation are listed, unless all are asked for."""


@click.command("bisimilar")
@click.argument("one")
@click.argument("other")
@click.option(
    "--after",
    default="0,0",
    metavar="N,M",
    help="After the first N steps of ONE and the first M of OTHER.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="List the whole bisimulation, however long it is.",
)
@format_option("text", "json")
def command(one: str, other: str, after: str, every: bool, form: str) -> int:
    """Check whether the models of two files are bisimilar, before their first steps.

    If they are, no formula distinguishes them, and the answer is the largest
    bisimulation: which worlds of ONE correspond to which of OTHER. If not, the answer
    is a formula of least modal depth that is true in the actual world of ONE and false
    in that of OTHER. If a file has no actual world, the comparison is about all its
    worlds. The exit status is 1 if the models are not bisimilar.

    \b
    Examples:
      $ mystpy bisimilar queries/models/example-05.toml queries/models/hexa.toml
      $ mystpy bisimilar example:hexa example:hexa --format json
    """
    first, second = _states(one, other, after)
    found = told_apart(first, second)
    if found is None:
        _tell_relation(first, second, form, every)
        return YES
    apart, swapped = found
    _tell_distinction(apart, (other, one) if swapped else (one, other), form)
    return NO


def _states(one: str, other: str, after: str) -> tuple[ModelState, ModelState]:
    parts = after.split(",")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise QueryError(f"--after is {after!r}", hint="write two numbers: --after 1,0")
    steps, more = map(int, parts)
    return states_of(read_model(one), steps)[-1], states_of(read_model(other), more)[-1]


def _tell_relation(one: ModelState, other: ModelState, form: str, every: bool) -> None:
    pairs = [
        ([one.model.names[w] for w in ours], [other.model.names[w] for w in theirs])
        for ours, theirs in matches(one.model, other.model)
    ]
    classes = "1 class" if len(pairs) == 1 else f"{len(pairs):,} classes"
    shown = pairs if every else pairs[:MOST_KINDS]
    lines = [f"bisimilar: {classes} of worlds in both models"]
    lines += [f"  {' '.join(ours)}  ~  {' '.join(theirs)}" for ours, theirs in shown]
    if len(shown) < len(pairs):
        lines += [f"  and {len(pairs) - len(shown):,} more; --all lists them"]
    print_answer(form, {"bisimilar": True, "relation": pairs}, lines)


def _tell_distinction(found: Distinction, files: tuple[str, str], form: str) -> None:
    formula = None if found.formula is None else str(found.formula)
    true, false = files
    report: Object = {"bisimilar": False, "formula": formula, "depth": found.depth}
    report |= {"true_in": [true, found.here], "false_in": [false, found.there]}
    if formula is None:
        lines = [f"  K must be nested {found.depth} times to tell them apart"]
    else:
        there = "in no world" if found.there is None else f"not in {found.there}"
        nested = {0: "no K is needed", 1: "K need not be nested"}
        deep = (
            f"no formula in which K is nested less than {found.depth} times does that"
        )
        lines = [
            f"  {formula}",
            f"  is true in {found.here} of {true}, and {there} of {false};",
            f"  {nested.get(found.depth, deep)}",
        ]
    print_answer(form, report, ["not bisimilar", *lines])
