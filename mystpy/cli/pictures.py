"""The options of commands that draw, and writing pictures to files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from mystpy.errors import QueryError
from mystpy.files.whole import write_whole

F = TypeVar("F", bound=Callable[..., Any])

_FORMATS = ("svg", "dot", "tikz", "pdf")
_ENDINGS = {"gv": "dot", "tex": "tikz"} | {each: each for each in _FORMATS}


def picture_options(command: F) -> F:
    """Add -o, --format, --width and --reach."""
    for option in (
        click.option(
            "--reach",
            type=click.IntRange(min=0),
            metavar="N",
            help="Draw only the worlds of a model at most N steps from the actual one.",
        ),
        click.option(
            "--width",
            type=click.FloatRange(min=300),
            metavar="W",
            help="Break a picture wider than W points into several rows.",
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(_FORMATS),
            help="svg or pdf; for a model also dot or tikz. The default is the ending"
            " of PATH, or svg.",
        ),
        click.option(
            "-o",
            "--output",
            default="-",
            metavar="PATH",
            help="Where the picture is written; - (the default) is standard output.",
        ),
    ):
        command = option(command)
    return command


def picture_format(output: str, form: str | None) -> str:
    """Return the given format, or that of a path's ending. Raises QueryError."""
    if form is None and output != "-":
        form = _ENDINGS.get(Path(output).suffix.lower().removeprefix("."))
        if form is None:
            raise QueryError(
                f"{output} does not say what kind of picture it is",
                hint="end it with .svg, .pdf, .dot or .tex, or give --format",
            )
    if form == "pdf" and output == "-":
        raise QueryError("a PDF file is written to a path", hint="-o picture.pdf")
    return form or "svg"


def write_picture(drawn: str, output: str, form: str) -> None:
    """Write a picture. Raises QueryError if the file cannot be written."""
    if output == "-":
        click.echo(drawn, nl=False)
        return
    content = drawn.encode()
    if form == "pdf":
        from mystpy.show.draw.svg import pdf_of

        content = pdf_of(drawn)
    write_whole(output, content)
