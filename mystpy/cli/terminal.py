"""Output on a terminal: colours, and long lists in a pager."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any

import click

WITH_PAGER = "mystpy.pager"
"""The key of --pager in a context; the value is True, False or None."""


def styled(text: str, **style: Any) -> str:
    """Return a text for standard error, coloured if colours are on.

    Colours are off if NO_COLOR is set or the terminal is dumb, unless --color is given.
    If standard error is no terminal, `click.echo` removes colours.
    """
    context = click.get_current_context(silent=True)
    wanted = None if context is None else context.color
    dumb = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    if wanted is False or (wanted is None and dumb):
        return text
    return click.style(text, **style)


def show_list(lines: Iterable[str]) -> None:
    """Print lines; on a terminal with fewer lines, show them in a pager."""
    listed = list(lines)
    if pages(len(listed)):
        click.echo_via_pager("".join(f"{line}\n" for line in listed))
        return
    for line in listed:
        click.echo(line)


def pages(number: int) -> bool:
    """Return whether a text with this number of lines is shown in a pager.

    It is if a person reads them on a terminal with fewer lines, and neither
    --no-pager nor an empty MYSTPY_PAGER forbids it; --pager shows any list in it.
    """
    context = click.get_current_context(silent=True)
    wanted = None if context is None else context.find_root().meta.get(WITH_PAGER)
    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    if wanted is not None:
        return bool(wanted)
    if os.environ.get("MYSTPY_PAGER") == "" or os.environ.get("TERM") == "dumb":
        return False
    return number >= shutil.get_terminal_size().lines
