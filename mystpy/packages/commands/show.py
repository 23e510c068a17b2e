"""`mystpy show` about a package: the history in its words."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.status import YES
from mystpy.packages.commands.answering.answer_objects import show_object, theory_object
from mystpy.packages.commands.options import package_options, package_query


@click.command("show")
@click.argument("file", required=False)
@package_options
def command(file: str | None, form: str, **options: Any) -> int:
    """Show the game and the actions of a history in the words of the package."""
    query = package_query(file, **options)
    package, steps = query.situation.package, query.situation.steps
    lines = [query.title, package.says] if package.says else [query.title]
    if package.constants:
        values = (f"{name} = {value}" for name, value in package.constants.items())
        lines.append(", ".join(values))
    for number, step in enumerate(steps):
        lines.append(f"{number:>3}  {step!s:<30}  {step.sentence}")
    found = show_object(query.situation, query.title)
    print_answer(form, {**found, **theory_object(package)}, lines)
    return YES
