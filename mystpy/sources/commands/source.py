"""`mystpy source`: what a place of the sources says, and the command that shows it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from mystpy.cli.options import format_option
from mystpy.cli.status import YES
from mystpy.files.json_text import json_line
from mystpy.sources.commands import text as show
from mystpy.sources.concordance import SourceEntry, entries, sources
from mystpy.sources.places import by_section, find_entries, find_source


@click.command("source")
@click.argument("words", nargs=-1, metavar="[SOURCE] [PLACE]")
@format_option("text", "json")
def command(words: tuple[str, ...], form: str) -> int:
    """Look up a place in a source, and the command that shows it here.

    SOURCE is thesis, knowledge-games, clue-players, clue-agents or number. PLACE is a
    section, or something with a number or a name: 'figure 2.2', 'Theorem 3.1', '(4.1)'.
    The label of an axiom, a statement and an example are found too. Without PLACE the
    command lists the places of a source; without both it lists the sources. The exit
    status is 2 if there is no such place.

    \b
    Examples:
      $ mystpy source
      $ mystpy source thesis 3.2
      $ mystpy source 'figure 2.2'
      $ mystpy source knowledge-games 'Definition 14'
    """
    if not words:
        _print_sources(form)
        return YES
    found = find_entries(words)
    if len(words) == 1 and find_source(words[0]) is not None and form == "text":
        click.echo("\n".join(show.list_lines(found)))
        return YES
    print_entries(found, form)
    return YES


def print_entries(found: Sequence[SourceEntry], form: str) -> None:
    """Print entries, in text with a line for each place within a section."""
    if form == "json":
        for entry in found:
            click.echo(json_line(show.entry_object(entry)))
        return
    called = {source.id: source.called for source in sources()}
    blocks = []
    for entry in found:
        lines = [*show.entry_lines(entry, called[entry.source])]
        if within := _places_within(entry):
            lines += ["  places in it:", *(f"  {x}" for x in show.list_lines(within))]
        blocks.append("\n".join(lines))
    click.echo("\n\n".join(blocks))


def _print_sources(form: str) -> None:
    if form == "json":
        for source in sources():
            click.echo(json_line(show.source_object(source)))
        return
    click.echo("\n".join(show.source_lines()))


def _places_within(entry: SourceEntry) -> list[SourceEntry]:
    """Return the entries in a section; none for what is no section."""
    groups = by_section(entries(entry.source))
    return next((within for head, within in groups if head == entry), [])
