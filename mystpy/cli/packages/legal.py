"""`mystpy legal` about a package: can these actions be done?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.packages.answering.answer_objects import (
    compared_lines,
    legal_object,
    situation_object,
)
from mystpy.cli.packages.options import package_options, package_query
from mystpy.cli.status import status_of_answer
from mystpy.packages.package_answers import PackageSituation


@click.command("legal")
@click.argument("file", required=False)
@package_options
def command(file: str | None, form: str, **options: Any) -> int:
    """Say whether each action was possible when it was done.

    The answer is legal (in every run that fits what is given), possible (in some), or
    illegal: then the step, from 0, the action, the label of its axiom, and which of
    the axiom's conditions are false.
    """
    query = package_query(file, **options)
    found = legal_object(query.situation)
    if form == "json":
        from mystpy.show import json

        click.echo(json.line({**found, **situation_object(query.situation)}))
    else:
        situation = query.situation
        for line in (
            *legality_lines(situation, found),
            *compared_lines(situation),
        ):
            click.echo(line)
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
