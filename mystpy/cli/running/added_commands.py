"""Commands that other packages add, as entry points of the group `mystpy.commands`.

The name of an entry point is that of the command, and its value is `MODULE:COMMAND`, a
`click.Command`. Entry points are slow to read: that is done only for `--help` and for a
command that mystpy has not, and only if some installed package has the group.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

import click

from mystpy.errors import EngineFailed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "mystpy.commands"
"""The group of entry points that are commands."""


def added_commands() -> dict[str, EntryPoint]:
    """Return the entry points of such commands by their names."""
    if not any(map(_has_group, sys.path)):
        return {}
    from importlib.metadata import entry_points

    found = {each.name: each for each in entry_points(group=GROUP)}
    return {name: found[name] for name in sorted(found)}


@cache
def _has_group(folder: str) -> bool:
    try:
        names = os.listdir(folder)  # noqa: PTH208 - no Path at a cold start
    except OSError:
        return False
    installed = (f"{folder}/{name}" for name in names if name.endswith("-info"))
    return any(GROUP.encode() in _entry_points(each) for each in installed)


def _entry_points(about: str) -> bytes:
    try:
        with open(f"{about}/entry_points.txt", "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def package_of(entry: EntryPoint) -> str:
    """Return the name of the package that adds a command."""
    return entry.dist.name if entry.dist else entry.module


def load_added(entry: EntryPoint) -> click.Command:
    """Import a command of another package. Raises EngineFailed if that fails."""
    try:
        command = entry.load()
    except Exception as error:  # whatever the code of another package raises
        reason = f"{type(error).__name__}: {error}"
    else:
        if isinstance(command, click.Command):
            return command
        reason = f"{entry.value} is not a click.Command"
    raise EngineFailed(
        f"the command {entry.name!r} of the package {package_of(entry)} cannot be"
        f" loaded: {reason}",
        hint=f"install another version of {package_of(entry)}, or remove it",
    )
