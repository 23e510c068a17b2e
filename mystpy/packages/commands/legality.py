"""`mystpy legal` and `mystpy poss` about a package: which actions can be done?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.status import YES, status_of_answer
from mystpy.packages.commands.answering.answer_objects import (
    legal_object,
    poss_object,
)
from mystpy.packages.commands.options import (
    package_options,
    package_query,
    print_package_answer,
)
from mystpy.packages.package_answers import PackageSituation


@click.command("legal")
@click.argument("file", required=False)
@package_options
def legal_command(file: str | None, form: str, **options: Any) -> int:
    """Say whether each action was possible when it was done.

    The answer is legal (in every run that fits the given facts), possible (in some), or
    illegal. For an illegal history it shows the step, from 0, the action, the label of
    its axiom, and the conditions of the axiom that are false.
    """
    query = package_query(file, **options)
    found = legal_object(query.situation)
    lines = legality_lines(query.situation, found)
    print_package_answer(form, query.situation, found, lines)
    return status_of_answer(str(found["verdict"]))


def legality_lines(situation: PackageSituation, found: dict[str, Any]) -> Iterator[str]:
    """Yield the verdict in words, with the step that is at fault."""
    if "step" not in found:
        yield found["verdict"]
        return
    by = f", by ({found['axiom']})" if found["axiom"] else ""
    yield f"{found['verdict']}: step {found['step']}, {found['action']}{by}"
    yield f"  {situation.steps[found['step']].sentence}"
    for condition in found.get("failed", ()):
        yield f"  {condition}"


@click.command("poss")
@click.argument("file", required=False)
@click.option("--all", "every", is_flag=True, help="List every action, however many.")
@package_options
def poss_command(file: str | None, form: str, *, every: bool, **options: Any) -> int:
    """List the actions that can be done: legal in all runs that fit, possible in some.

    Where one kind has many, their number is given; --all lists them.
    """
    query = package_query(file, **options)
    found: dict[str, Any] = poss_object(query.situation, every=every)
    print_package_answer(form, query.situation, found, action_lines(found))
    return YES


def action_lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each action, or each kind of which there are many."""
    for row in found["actions"]:
        count = f"   {row['count']:,} actions" if "count" in row else ""
        yield f"{row['verdict']:<8}  {row['action']}{count}"
    if "over" in found:
        yield "no action is possible: the game is over"
