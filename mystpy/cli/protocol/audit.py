"""`mystpy audit`: were the deductions of a player right, and which were missed?"""

from __future__ import annotations

import click

from mystpy.cli.options import format_option
from mystpy.cli.source import file_read
from mystpy.cli.status import NO, YES
from mystpy.protocol.audit import audit
from mystpy.show import audit as show
from mystpy.show import json


@click.command("audit")
@click.argument("file")
@format_option("text", "json")
def command(file: str, form: str) -> int:
    """Hold what a player said in a game against what followed from what it had seen.

    FILE is a transcript, as mystpy serve --transcripts keeps it, or -. Each line of a
    reply that begins with "Deduction:" is true, false or not yet known; missed are the
    cards whose holder was certain and is not named. The score is the share that is
    true of all these. The exit status is 1 if anything false was said.

    \b
    Examples:
      $ mystpy audit queries/transcripts/clue.jsonl
    """
    source, name = file_read(file)
    replies = list(audit(source.encode().splitlines(), name))
    whole = show.total(replies)
    for reply in replies:
        if form == "json":
            click.echo(json.line(show.json(reply)))
        else:
            click.echo("\n".join(show.text(reply)))
    if form == "json":
        click.echo(json.line(show.total_json(whole, len(replies))))
    else:
        click.echo(show.total_text(whole, len(replies)))
    return NO if whole.wrong else YES
