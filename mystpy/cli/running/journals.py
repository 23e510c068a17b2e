"""Warnings of the command line about a file of results that is resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mystpy.files.journal import Journal

_MOST_LINES = 5
"""If more rows are damaged, only their number is reported."""


def tell_of_damage(journal: Journal, again: str) -> None:
    """Warn of damaged rows; `again` is the participle of the work to be repeated."""
    if journal.torn:
        _warn(f"the last line of {journal.path} was cut off and does not count")
    for row in journal.damaged[:_MOST_LINES]:
        _warn(f"{journal.path}:{row.line} does not count: {row.why}")
    if number := len(journal.damaged):
        rows = "this row is" if number == 1 else f"{number:,} such rows are"
        _warn(f"{rows} ignored, and what is missing is {again} again")


def _warn(text: str) -> None:
    click.echo(f"mystpy: warning: {text}", err=True)
