"""`mystpy serve --theory NAME`: a package described to a program that asks about it."""

from __future__ import annotations

from typing import Any

import click

from mystpy.cli.answers import error_object, theory_line
from mystpy.cli.options import seconds_option
from mystpy.cli.running.signals import piped_in
from mystpy.cli.status import YES
from mystpy.engines import DEFAULT
from mystpy.errors import QueryError
from mystpy.files.bounded import bounded_lines
from mystpy.files.json_text import json_line, json_value
from mystpy.packages.commands.answering.answer_objects import theory_object
from mystpy.packages.commands.options import (
    constants_option,
    read_constants,
    theory_option,
)
from mystpy.packages.declarations import read_package
from mystpy.packages.note_lines.package_instructions import PackageInstructions
from mystpy.packages.package import Package
from mystpy.questions.commands.batch import answer_line

VERSION = 1
"""The version of the messages."""


@click.command("serve")
@theory_option
@constants_option
@click.option("--text", is_flag=True, help="Print the instructions alone, as text.")
@seconds_option("Limit the time of each answer: after it, the answer is an error.")
def command(theory: str, game: str | None, seconds: float | None, *, text: bool) -> int:
    """Describe a package to a program, and answer its questions, line by line.

    The first line of the output is a hello: in "text" it has the actions, fluents and
    formulas of the package in plain English, with examples, for a language model as
    well. Then each line of standard input, a JSON object as in mystpy batch without
    theory, is answered by one on standard output.

    \b
    Examples:
      $ mystpy serve --theory muddy-children --text
      $ echo '{"do": "poss"}' | mystpy serve --theory muddy-children
    """
    package = read_package(theory, read_constants(game))
    instructions = PackageInstructions(package)
    if text:
        click.echo(instructions.text(), nl=False)
        return YES
    hello = {"type": "hello", "version": VERSION, "name": package.name}
    click.echo(
        theory_line(
            {
                **hello,
                **theory_object(package),
                "examples": instructions.lines(),
                "text": instructions.text(),
            }
        )
    )
    for line in bounded_lines(piped_in(), "standard input"):
        if isinstance(line, QueryError):
            click.echo(json_line({"id": None, **error_object(line)}))
        elif line.strip():
            asked = _about(line, theory, package)
            click.echo(json_line(answer_line(asked, DEFAULT, seconds)))
    return YES


def _about(line: bytes, theory: str, package: Package) -> bytes:
    """The line with the package and its constants, unless it has others.

    A line that is no JSON object is left as it is, and its answer says so.
    """
    try:
        found: Any = json_value(line)
    except ValueError:
        return line
    if not isinstance(found, dict):
        return line
    constants = {"game": dict(package.constants)}
    return json_line({**constants, **found, "theory": theory}).encode()
