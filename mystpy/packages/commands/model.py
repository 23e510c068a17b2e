"""`mystpy model` about a package: the Kripke model after a history."""

from __future__ import annotations

from itertools import chain
from typing import Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.status import YES
from mystpy.kripke import text as models
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.options import package_options, package_query


@click.command("model")
@click.argument("file", required=False)
@click.option("--contract", is_flag=True, help="Show the smallest bisimilar model.")
@click.option(
    "--all", "every", is_flag=True, help="List all worlds, however many there are."
)
@package_options
def command(
    file: str | None, form: str, *, contract: bool, every: bool, **options: Any
) -> int:
    """Show the model of what agents know after the history: its worlds are the runs.

    An agent cannot tell apart the worlds of one class. A world has the fluents that
    hold there, of those that differ; a star marks it if only it fits what is given.
    """
    query = package_query(file, **options)
    state = query.situation.history_model().state()
    state = state.contracted() if contract else state
    theory = theory_object(query.situation.package)
    lines = chain([query.title], models.text(state, every))
    print_answer(form, lambda: models.as_json(state, every) | theory, lines)
    return YES
