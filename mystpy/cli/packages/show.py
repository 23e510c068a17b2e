"""`mystpy show` about a package: the history in its words."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.packages.answering.answer_objects import show_object, theory_object
from mystpy.cli.packages.options import package_options, package_query
from mystpy.cli.status import YES


@click.command("show")
@click.argument("file", required=False)
@package_options
def command(file: str | None, form: str, **options: Any) -> int:
    """Show the game and the actions of a history in the words of the package."""
    query = package_query(file, **options)
    package, steps = query.situation.package, query.situation.steps
    if form == "json":
        from mystpy.show import json

        found = show_object(query.situation, query.title)
        click.echo(json.line({**found, **theory_object(package)}))
        return YES
    click.echo(query.title)
    if package.says:
        click.echo(package.says)
    if package.constants:
        values = (f"{name} = {value}" for name, value in package.constants.items())
        click.echo(", ".join(values))
    for number, step in enumerate(steps):
        click.echo(f"{number:>3}  {step!s:<30}  {step.sentence}")
    return YES
