"""What the command line says of a file of results that it goes on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mystpy.files.journal import Journal

_MOST_LINES = 5
"""Of more damaged rows only the number is told."""


def tell_of_damage(journal: Journal, again: str) -> None:
    """Warn of the rows that do not count, whose work is done `again`."""
    if journal.torn:
        _warn(f"the last line of {journal.path} was cut off and does not count")
    for row in journal.damaged[:_MOST_LINES]:
        _warn(f"{journal.path}:{row.line} does not count: {row.why}")
    if number := len(journal.damaged):
        rows = "this row is" if number == 1 else f"{number:,} such rows are"
        _warn(f"{rows} passed over, and what is missing is {again} again")


def _warn(text: str) -> None:
    click.echo(f"mystpy: warning: {text}", err=True)
