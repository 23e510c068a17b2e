"""`mystpy know` about a package: which fluents does an agent know?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.options import read_players
from mystpy.cli.source import is_file
from mystpy.cli.status import YES
from mystpy.errors import QueryError
from mystpy.packages.answer_kinds import KnownFluents
from mystpy.packages.commands.answering.answer_objects import (
    know_object,
)
from mystpy.packages.commands.options import (
    package_options,
    package_query,
    print_package_answer,
)
from mystpy.packages.package import Package
from mystpy.packages.package_questions.group_knowledge import OBSERVER
from mystpy.packages.package_questions.knowledge_tables import KnowledgeTables


@click.command("know")
@click.argument("agent")
@click.argument("file", required=False)
@click.option(
    "--that",
    multiple=True,
    metavar="AGENT",
    help="Show what AGENT knows about the knowledge of this agent; may be repeated.",
)
@package_options
def command(
    agent: str, file: str | None, that: tuple[str, ...], form: str, **options: Any
) -> int:
    """Show which fluents AGENT knows to hold, which not to hold, and which are open.

    AGENT is an agent, several agents separated by commas (for their common knowledge),
    or observer, who sees what all agents see. The facts that AGENT has seen at the
    start must be given, by --given or in FILE. A fluent of two arguments is shown as a
    table: the first argument is the column, the second the row.

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
    found: dict[str, Any] = know_object(query.situation, agents, chain)
    lines = _lines(query.situation.package, agents, chain, found)
    print_package_answer(form, query.situation, found, lines)
    return YES


def _lines(
    package: Package, agents: list[str], chain: list[str], found: dict[str, Any]
) -> Iterator[str]:
    yield _heading(agents, chain)
    known = KnownFluents(*(tuple(found[key]) for key in KnownFluents._fields))
    yield from KnowledgeTables.of(package, known).lines()


def _heading(agents: list[str], chain: list[str]) -> str:
    names = ", ".join(agents)
    if len(agents) > 1:
        return f"common knowledge of {names}"
    verb = "sees what all see, and knows" if agents == [OBSERVER] else "knows"
    return f"{names} {verb}" + "".join(f", that {name} knows" for name in chain)
