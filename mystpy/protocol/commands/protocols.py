"""Which protocol is spoken, as the commands of this folder are told."""

from __future__ import annotations

import click

LINES, CONTEST = "json", "speed-clue"

protocol_option = click.option(
    "--protocol",
    type=click.Choice((LINES, CONTEST)),
    default=LINES,
    show_default=True,
    help="JSON lines, or the texts of the Speed Clue contest (TCP).",
)
"""The option of every command that plays by messages."""
