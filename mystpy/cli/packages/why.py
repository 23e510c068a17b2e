"""`mystpy why` about a package: from what does a formula follow?"""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.packages.options import package_options, package_query, theory_object
from mystpy.cli.source import is_file
from mystpy.cli.status import status_of_answer
from mystpy.errors import QueryError
from mystpy.language.nodes import Knows
from mystpy.packages.package_answers import PackageSituation


@click.command("why")
@click.argument("words", nargs=-1, required=True, metavar="[FILE] FORMULA")
@package_options
def command(words: tuple[str, ...], form: str, **options: Any) -> int:
    """Say from which observations K(i,F) follows, or show a run in which it fails.

    None of the observations can be left out. A formula that does not begin with K is
    true or false in a run of the history, which is shown where it is false.
    """
    file = words[0] if is_file(words[0]) else None
    texts = words[1:] if file else words
    if len(texts) != 1:
        raise QueryError("why explains one formula", hint="give FORMULA once")
    query = package_query(file, **options)
    found = _explained(query.situation, texts[0])
    if form == "json":
        from mystpy.show import json

        click.echo(json.line({**found, **theory_object(query.situation.package)}))
    else:
        _print(found)
    return status_of_answer(str(found["value"]))


def _explained(situation: PackageSituation, text: str) -> dict[str, object]:
    formula = situation.formula(text)
    found: dict[str, object] = {"formula": text, "value": situation.value(formula)}
    if found["value"] == "true":
        if isinstance(formula, Knows):
            found["observations"] = situation.reasons(formula)
    else:
        found["counterexample"] = situation.counterexample(formula)
    return found


def _print(found: dict[str, Any]) -> None:
    click.echo(f"{found['value']}: {found['formula']}")
    if "observations" in found:
        for seen in found["observations"]:
            click.echo(f"  {seen}")
        if not found["observations"]:
            click.echo("  it holds in all runs of the history")
    if "counterexample" in found:
        listed = ", ".join(found["counterexample"]) or "no fluent holds"
        click.echo(f"  a run in which it is false: {listed}")
