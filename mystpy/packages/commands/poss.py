"""`mystpy poss` about a package: which actions are possible now?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.status import YES
from mystpy.packages.commands.answering.answer_objects import (
    poss_object,
)
from mystpy.packages.commands.options import (
    package_options,
    package_query,
    print_package_answer,
)


@click.command("poss")
@click.argument("file", required=False)
@click.option("--all", "every", is_flag=True, help="List every action, however many.")
@package_options
def command(file: str | None, form: str, *, every: bool, **options: Any) -> int:
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
