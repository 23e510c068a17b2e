"""`mystpy poss` about a package: which actions are possible now?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.packages.options import package_options, package_query, theory_object
from mystpy.cli.status import YES


@click.command("poss")
@click.argument("file", required=False)
@click.option("--all", "every", is_flag=True, help="List every action, however many.")
@package_options
def command(file: str | None, form: str, *, every: bool, **options: Any) -> int:
    """List the actions that can be done: legal in all runs that fit, possible in some.

    Where one kind has many, their number is given; --all lists them.
    """
    query = package_query(file, **options)
    offers = query.situation.possible_actions(every=every)
    if form == "json":
        from mystpy.show import json

        rows = [
            {
                "kind": each.kind,
                "verdict": each.verdict,
                "count": each.instances,
                "actions": list(each.actions),
            }
            for each in offers
        ]
        theory = theory_object(query.situation.package)
        click.echo(json.line({"actions": rows, **theory}))
        return YES
    for each in offers:
        for action in each.actions:
            click.echo(f"{each.verdict:<8}  {action}")
        if not each.actions:
            click.echo(
                f"{each.verdict:<8}  {each.kind}(...)   {each.instances:,} actions"
            )
    if not offers:
        click.echo("no action is possible: the game is over")
    return YES
