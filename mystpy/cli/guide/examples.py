"""`mystpy examples`: the files that come with mystpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mystpy.cli.options import format_option
from mystpy.cli.status import NO, YES
from mystpy.cli.terminal import show_list
from mystpy.compilation import pattern
from mystpy.files import EXAMPLE
from mystpy.files.json_text import json_line
from mystpy.files.table import (
    CONJECTURES,
    EXERCISE,
    MODEL,
    PACKAGE_QUERY,
    PUZZLE,
    QUERY,
    RECORD,
    TOURNAMENT,
    WORKSHEET,
    kind_of,
)
from mystpy.files.toml import file_text, toml_table
from mystpy.sources.examples import examples, game_trees

GAME_TREE = "a game tree"
_EFG_HEAD = pattern(r'EFG 2 [RD] "([^"]*)" \{[^}]*\}\s*(?:"([^"]*)")?')
"""The title of a file in Gambit's format, and its comment, which names the source."""

_CALLS = {
    QUERY: "Query files: mystpy ask, know, legal, poss, why, draw, show",
    PACKAGE_QUERY: "Package query files: mystpy ask, know, legal, poss, why, draw",
    MODEL: "Model files: mystpy check, update, model, draw",
    PUZZLE: "Puzzle files: mystpy puzzle NAME, draw",
    CONJECTURES: "Files of conjectures: mystpy theorem --file",
    TOURNAMENT: "Tournament files: mystpy tournament, play",
    EXERCISE: "Exercises: mystpy exercise",
    WORKSHEET: "Worksheets: mystpy worksheet, grade --worksheet",
    RECORD: "Records of games: mystpy record, and what reads query files",
    GAME_TREE: "Game trees: mystpy draw",
}
_KINDS = {kind: kind.split(" ", 1)[1].removesuffix(" file") for kind in _CALLS}


@click.command("examples")
@click.argument("text", required=False)
@format_option("text", "json")
def command(text: str | None, form: str) -> int:
    """List the files that come with mystpy, with their titles and sources.

    With TEXT, the command lists those with TEXT in their name, title or source.
    Commands read such a file as example:NAME.

    \b
    Examples:
      $ mystpy examples
      $ mystpy examples thesis
      $ mystpy know 3 example:fifteen-cards
    """
    found = [each for each in _listed() if _tells(each, text)]
    if form == "json":
        for each in found:
            click.echo(json_line({**each, "kind": _KINDS[each["kind"]]}))
        return YES if found else NO
    lines: list[str] = []
    for kind, heading in _CALLS.items():
        if of_kind := [each for each in found if each["kind"] == kind]:
            lines += [
                f"{heading}\n",
                *(x for each in of_kind for x in _lines(each)),
                "",
            ]
    show_list(lines)
    if not found:
        click.echo(f"mystpy: no example mentions {text}", err=True)
    return YES if found else NO


def _listed() -> Iterator[dict[str, Any]]:
    """The examples: file, kind, title and source of each."""
    for name, path in examples().items():
        table = toml_table(file_text(path), str(path))
        yield {
            "file": f"{EXAMPLE}{name}",
            "kind": kind_of(table) or QUERY,
            "title": table.get("title"),
            "source": table.get("source"),
        }
    for name, path in game_trees().items():
        head = _EFG_HEAD.match(file_text(path))
        title, source = head.groups() if head else (None, None)
        file = f"{EXAMPLE}{name}"
        yield {"file": file, "kind": GAME_TREE, "title": title, "source": source}


def _tells(each: dict[str, Any], text: str | None) -> bool:
    said = " ".join(str(each[key]) for key in ("file", "title", "source"))
    return text is None or text.lower() in said.lower()


def _lines(each: dict[str, Any]) -> Iterator[str]:
    yield f"  {each['file']}"
    if each["title"] is not None:
        yield f"      {each['title']}"
    if each["source"] is not None:
        yield f"      source: {each['source']}"
