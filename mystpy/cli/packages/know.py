"""`mystpy know` about a package: which fluents does an agent know?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.options import read_players
from mystpy.cli.packages.answering.answer_objects import (
    compared_lines,
    know_object,
    situation_object,
)
from mystpy.cli.packages.options import package_options, package_query
from mystpy.cli.source import is_file
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.packages.fluent_words import atoms_of
from mystpy.packages.package import FluentSymbol, Package
from mystpy.packages.package_questions.group_knowledge import OBSERVER
from mystpy.packages.value_sorts import written


@click.command("know")
@click.argument("agent")
@click.argument("file", required=False)
@click.option(
    "--that",
    multiple=True,
    metavar="AGENT",
    help="What AGENT knows that this one knows; may be repeated.",
)
@package_options
def command(
    agent: str, file: str | None, that: tuple[str, ...], form: str, **options: Any
) -> int:
    """Show which fluents AGENT knows to hold, which not to hold, and which are open.

    AGENT is an agent, several with commas between (then it is their common knowledge),
    or observer, who sees what all agents see. What AGENT has seen at the start must be
    given, by --given or in FILE. A fluent of two arguments is a table: the first
    argument is the column, the second the row.

    \b
    Examples:
      $ mystpy know 1 --theory russian-cards --given 'h(1,s1) & h(1,s2) & h(1,s3)'
      $ mystpy know 1,2,3 --theory muddy-children --do father
    """
    if is_file(agent):
        raise QueryError(
            f"{agent} is a file: no agent is named",
            hint="AGENT comes before FILE: mystpy know AGENT FILE",
        )
    query = package_query(file, **options)
    agents = read_players(agent)
    chain = [name for text in that for name in read_players(text)]
    found = know_object(query.situation, agents, chain)
    package = query.situation.package
    if form == "json":
        from mystpy.show import json

        click.echo(json.line({**found, **situation_object(query.situation)}))
        return YES
    click.echo(_heading(agents, chain))
    for line in (*_lines(package, found), *compared_lines(query.situation)):
        click.echo(line)
    return YES


def _heading(agents: list[str], chain: list[str]) -> str:
    names = ", ".join(agents)
    if len(agents) > 1:
        return f"common knowledge of {names}"
    verb = "sees what all see, and knows" if agents == [OBSERVER] else "knows"
    return f"{names} {verb}" + "".join(f", that {name} knows" for name in chain)


def _lines(package: Package, found: dict[str, Any]) -> Iterator[str]:
    """A table for each fluent of two arguments, and lists of the others."""
    cells = {
        atom: sign
        for key, sign in (("true", "yes"), ("false", "no"), ("open", "?"))
        for atom in found[key]
    }
    tables = [f for f in package.fluents.values() if _is_table(f)]
    for fluent in tables:
        yield from _table(fluent, cells)
    in_tables = {atom for fluent in tables for atom in atoms_of(fluent)}
    for key, says in (("true", "true"), ("false", "false"), ("open", "not known")):
        rest = [atom for atom in found[key] if atom not in in_tables]
        if rest:
            yield f"{says + ':':<11}{', '.join(rest)}"


def _is_table(fluent: FluentSymbol) -> bool:
    return len(fluent.sorts) == 2 and all(s.sizes is None for s in fluent.sorts)


def _table(fluent: FluentSymbol, cells: dict[str, str]) -> Iterator[str]:
    columns, rows = ([written(v) for v in sort.values()] for sort in fluent.sorts)
    wide = max(len(fluent.name), *map(len, rows))
    widths = [max(3, len(column)) for column in columns]
    names = "  ".join(f"{c:>{w}}" for c, w in zip(columns, widths, strict=True))
    yield f"{fluent.name:<{wide}}  {names}"
    for row in rows:
        signs = (cells.get(f"{fluent.name}({c},{row})", "?") for c in columns)
        line = "  ".join(f"{s:>{w}}" for s, w in zip(signs, widths, strict=True))
        yield f"{row:<{wide}}  {line}"
