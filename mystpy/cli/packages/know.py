"""`mystpy know` about a package: which fluents does an agent know?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.packages.options import package_options, package_query, theory_object
from mystpy.cli.status import YES


@click.command("know")
@click.argument("agent")
@click.argument("file", required=False)
@package_options
def command(agent: str, file: str | None, form: str, **options: Any) -> int:
    """Show which fluents AGENT knows to hold, which not to hold, and which are open.

    What AGENT has seen at the start must be given, by --given or in FILE.
    """
    query = package_query(file, **options)
    known = query.situation.known(agent)
    if form == "json":
        from mystpy.show import json

        found = {key: list(value) for key, value in known._asdict().items()}
        theory = theory_object(query.situation.package)
        click.echo(json.line({"agent": agent, **found, **theory}))
        return YES
    click.echo(f"{agent} knows that these hold:")
    click.echo(f"  {_listed(known.true)}")
    click.echo("that these do not:")
    click.echo(f"  {_listed(known.false)}")
    click.echo("and does not know whether:")
    click.echo(f"  {_listed(known.open)}")
    return YES


def _listed(atoms: tuple[str, ...]) -> str:
    return ", ".join(atoms) or "none"
