"""`mystpy show`: describe a file in words."""

from __future__ import annotations

import click

from mystpy.cli.options import query_of, situation_options
from mystpy.cli.source import file_read
from mystpy.cli.status import YES
from mystpy.files.table import QUERY, READERS, RECORD, kind_of_text
from mystpy.files.toml import toml_table
from mystpy.show import account


@click.command("show")
@click.argument("file", required=False)
@situation_options
def command(
    file: str | None, game: str | None, hands: tuple[str, ...], actions: tuple[str, ...]
) -> int:
    """Describe a file in words: the game, the hands, and the actions so far.

    FILE is a query file or a record of a game. For a record, --at-turn N shows the
    state after turn N. Steps are counted from 0, as in all answers and messages. For
    any other file the command shows the title, the source, and the commands that read
    it.

    \b
    Examples:
      $ mystpy show queries/fifteen-cards.toml
      $ mystpy show example:clue-game-six-midway
    """
    source = None if file is None else file_read(file)
    kinds = (None, QUERY, RECORD)
    if source is not None and (kind := kind_of_text(source[0])) not in kinds:
        click.echo("\n".join(_heading(source[0], str(kind))))
        return YES
    query = query_of(source, game, hands, actions)
    click.echo("\n".join(account.lines(query)))
    return YES


def _heading(text: str, kind: str) -> list[str]:
    table = toml_table(text, None)
    said = [str(table["title"])] if "title" in table else []
    said += [f"source: {table['source']}"] if "source" in table else []
    return [*said, f"This is {kind}: {READERS[kind]}."]
