"""Whether the words of a command name a package, by --theory or in a query file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from mystpy.cli.source import path_of
from mystpy.errors import MystError
from mystpy.files.toml import file_text, toml_table
from mystpy.packages.folders import is_package, shipped_packages
from mystpy.packages.theory_query import package_in


def names_package(words: Sequence[str]) -> bool:
    """Return whether --theory names a package, or a file does that is among the words.

    A file that cannot be read names none: the command itself says what is wrong.
    """
    for word, value in pairwise([*words, ""]):
        if word == "--theory":
            return is_package_name(value)
        if word.startswith("--theory="):
            return is_package_name(word.partition("=")[2])
    return any(_file_names_package(word) for word in words)


def is_package_name(name: str) -> bool:
    """Return whether this is a folder with a package, or the name of a shipped one."""
    return is_package(Path(name)) or name in shipped_packages()


def _file_names_package(word: str) -> bool:
    if not (word.endswith(".toml") or word.startswith("example:")):
        return False
    try:
        path = path_of(word)
        text = file_text(path)
        if "theory" not in text:
            return False
        name = package_in(toml_table(text, word), path.parent)
    except (MystError, OSError):
        return False
    return name is not None and is_package_name(name)
