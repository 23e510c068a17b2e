"""`mystpy model` about a package: the Kripke model after a history."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.packages.answering.answer_objects import theory_object
from mystpy.cli.packages.options import package_options, package_query
from mystpy.cli.status import YES
from mystpy.packages.package_questions.history_model import HistoryModel
from mystpy.show import models


@click.command("model")
@click.argument("file", required=False)
@click.option("--contract", is_flag=True, help="Show the smallest bisimilar model.")
@click.option("--all", "every", is_flag=True, help="List worlds, however many.")
@package_options
def command(
    file: str | None, form: str, *, contract: bool, every: bool, **options: Any
) -> int:
    """Show the model of what agents know after the history: its worlds are the runs.

    An agent cannot tell apart the worlds of one class. A world has the fluents that
    hold there, of those that differ; a star marks it if only it fits what is given.
    """
    query = package_query(file, **options)
    stage = HistoryModel(query.situation).stage
    stage = stage.contracted() if contract else stage
    if form == "json":
        from mystpy.show import json

        theory = theory_object(query.situation.package)
        click.echo(json.line({**models.as_json(stage, every), **theory}))
        return YES
    click.echo(query.title)
    click.echo("\n".join(models.text(stage, every)))
    return YES
