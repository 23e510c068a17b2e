"""`mystpy plan`: the fewest steps after which a formula is true."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import format_option, seconds_option
from mystpy.cli.running.limit import within
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.running.signals import interrupt_python
from mystpy.cli.status import NO, OPEN, YES
from mystpy.errors import EngineFailed, QueryError
from mystpy.files.json_text import Object
from mystpy.kripke.commands.file import read_model
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.update.plans import PlanSearch, plans
from mystpy.kripke.update.steps import Contract, Expect, Step
from mystpy.kripke.valuation.world_sets import needs_past
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula


@click.command("plan")
@click.argument("file")
@click.argument("steps", nargs=-1, metavar="[STEP]...")
@click.option(
    "--goal",
    required=True,
    metavar="FORMULA",
    help="The formula that the plan makes true.",
)
@click.option(
    "--most",
    type=click.IntRange(min=0),
    metavar="N",
    help="Look for plans of at most N steps.",
)
@seconds_option("Stop after this time, and say up to which length there is no plan.")
@format_option("text", "json")
def command(
    file: str,
    steps: tuple[str, ...],
    goal: str,
    most: int | None,
    seconds: float | None,
    form: str,
) -> int:
    """Find the fewest actions that make a formula true in the actual world of FILE.

    The actions are the steps of FILE, in any order and any number of times, and each
    STEP, written as for update. Each must be executable where it is done. If FILE has
    no actual world, the formula must become true in all worlds.

    Bisimilar models count as one. If the search finds no new models, there is no plan,
    and the exit status is 1. If the search reaches its limit first, the status is 5.

    \b
    Examples:
      $ mystpy plan example:hexa --goal 'K(3,h(1,r))' 'announce(h(1,r))'
      $ mystpy plan example:three-muddy-children --goal 'K(1,muddy(1))'
    """
    read = read_model(file)
    search = plans(read.model, read.point, _steps(read, steps), _goal(read, goal))
    last: deque[PlanSearch] = deque(maxlen=1)
    interrupt_python()
    try:
        report = partial(_told_so_far, last, form)
        with progress_shown(), within(seconds, report):
            last.extend(_until(search, most))
    except (EngineFailed, KeyboardInterrupt):
        if not last:
            raise
    (found,) = last
    _tell(found, form)
    return YES if found.steps is not None else NO if found.closed else OPEN


def _goal(read: ModelFile, text: str) -> Formula:
    """The formula that is to be true. Raises QueryError if it is about the past."""
    found = parse_in_model(text, read.words)
    if needs_past(found):
        raise QueryError(
            "the goal of a plan cannot be about the past: models with another past"
            " count as equal",
            hint="leave out before, once and so far in the goal",
        )
    return found


def _told_so_far(last: deque[PlanSearch], form: str, _error: EngineFailed) -> None:
    for found in last:
        _tell(found, form)


def _steps(read: ModelFile, texts: tuple[str, ...]) -> dict[str, Step]:
    """The steps by their text; those in which nothing happens are none."""
    found: dict[str, Step] = {}
    for planned in read.steps:
        found.setdefault(planned.title or str(planned.step), planned.step)
    for text in texts:
        step = parse_step(text, read.words)
        found[str(step)] = step
    found = {k: v for k, v in found.items() if not isinstance(v, Contract | Expect)}
    if not found:
        raise QueryError(
            "there are no steps to choose from",
            hint="give some behind FILE, such as 'announce(p)', or [[step]] in it",
        )
    return found


def _until(search: Iterator[PlanSearch], most: int | None) -> Iterator[PlanSearch]:
    """Return the search for plans of at most `most` steps."""
    if most is None:
        return search
    return takewhile(lambda found: found.length <= most, search)


def _tell(found: PlanSearch, form: str) -> None:
    none = found.steps is None
    report: Object = {
        "plan": None if found.steps is None else list(found.steps),
        "none_up_to": found.length if none else None,
        "closed": found.closed,
        "models": found.models,
    }
    lines = [f"{number}. {step}" for number, step in enumerate(found.steps or (), 1)]
    if none:
        models = f"{found.models:,} model{'' if found.models == 1 else 's'}"
        long = "1 step" if found.length == 1 else f"{found.length} steps"
        far = "at all" if found.closed else f"of up to {long}"
        lines = [f"there is no plan {far} ({models} reached)"]
    print_answer(form, report, lines or "no step is needed: it is true already")
