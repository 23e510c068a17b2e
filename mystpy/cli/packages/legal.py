"""`mystpy legal` about a package: can these actions be done?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.packages.options import package_options, package_query, theory_object
from mystpy.cli.status import status_of_answer


@click.command("legal")
@click.argument("file", required=False)
@package_options
def command(file: str | None, form: str, **options: Any) -> int:
    """Say whether each action was possible when it was done.

    The answer is legal (in every run that fits what is given), possible (in some), or
    illegal: then the step, from 0, the action and the label of its axiom.
    """
    query = package_query(file, **options)
    found = query.situation.legality()
    if form == "json":
        from mystpy.show import json

        keys = {k: v for k, v in found._asdict().items() if v is not None}
        click.echo(json.line({**keys, **theory_object(query.situation.package)}))
    elif found.step is None:
        click.echo(found.verdict)
    else:
        by = f", by ({found.axiom})" if found.axiom else ""
        click.echo(f"{found.verdict}: step {found.step}, {found.action}{by}")
        click.echo(f"  {query.situation.steps[found.step].sentence}")
    return status_of_answer(found.verdict)
