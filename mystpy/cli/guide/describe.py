"""`mystpy show`: what a file says, in words."""

from __future__ import annotations

import click

from mystpy.cli.options import query_of, situation_options
from mystpy.cli.source import file_read
from mystpy.cli.status import YES
from mystpy.errors import MystError
from mystpy.files.kinds import QUERY, READERS, kind_of
from mystpy.files.toml import toml_table
from mystpy.show import account


@click.command("show")
@click.argument("file", required=False)
@situation_options
def command(
    file: str | None, game: str | None, hands: tuple[str, ...], actions: tuple[str, ...]
) -> int:
    """Say in words what a query file says: the game, the hands, what has been done.

    Steps are counted from 0 on, as in all answers and messages. Of another file the
    title, the source, and which commands read it.

    \b
    Examples:
      $ mystpy show queries/fifteen-cards.toml
      $ mystpy show example:clue-game-six-midway
    """
    source = None if file is None else file_read(file)
    if source is not None and (kind := _other_kind(source[0])):
        click.echo("\n".join(_heading(source[0], kind)))
        return YES
    query = query_of(source, game, hands, actions)
    click.echo("\n".join(account.lines(query)))
    return YES


def _other_kind(text: str) -> str | None:
    """The kind of the file with this text, unless it is to be read as a query."""
    try:
        kind = kind_of(toml_table(text, None))
    except MystError:
        return None  # reading it as a query says where it is wrong
    return None if kind == QUERY else kind


def _heading(text: str, kind: str) -> list[str]:
    table = toml_table(text, None)
    said = [str(table["title"])] if "title" in table else []
    said += [f"source: {table['source']}"] if "source" in table else []
    return [*said, f"This is {kind}: {READERS[kind]}."]
