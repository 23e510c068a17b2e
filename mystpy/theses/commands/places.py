"""A place of the sources given where a statement is asked for: 4.1, Theorem 4.1."""

from __future__ import annotations

from collections.abc import Sequence

import click

from mystpy.cli.status import USAGE
from mystpy.errors import QueryError
from mystpy.theses.statement import find_statement

_KINDS = ("theorem", "lemma", "claim", "proposition", "formula")


def print_places(names: Sequence[str], form: str, error: QueryError) -> int:
    """Print what the sources have at the names that are of no statement.

    Raises the error if it is about something else, or if one of the names is no place.
    Nothing is settled, so the exit status is that of wrong usage.
    """
    from mystpy.sources.commands.source import print_entries
    from mystpy.sources.places import entries_by_number

    places = [name for name in names if find_statement(name) is None]
    found = [entries_by_number(name, _KINDS) for name in places]
    if error.word not in places or not all(found):
        raise error
    print_entries([entry for at_place in found for entry in at_place], form)
    message = "nothing is settled: name one of the statements, mystpy theorem ID"
    click.echo(f"mystpy: {message}", err=True)
    return USAGE
