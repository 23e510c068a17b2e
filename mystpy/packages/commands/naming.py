"""Whether the words of a command name a package, by --theory or in a query file.

Commands that answer about MYST, Clue or other files only say so in one sentence, and
name what does work with packages.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from mystpy.cli.source import path_of
from mystpy.errors import MystError, QueryError
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


_PLAY = "poss lists the actions that are possible, legal and show follow a game"
_MODELS = "model and draw have the model of a package's history"

REFUSED = {
    "solve": ("solve is for MYST and Clue of two or more players", _PLAY),
    "recurrence": ("recurrence is for MYST of two players", _PLAY),
    "winning": ("the lemmas of section 3.3 are about MYST", _PLAY),
    "minsat": (
        "minsat is for hands of MYST and Clue",
        "why says from which observations knowledge follows",
    ),
    "record": (
        "records are of games of MYST and Clue",
        "notebook --theory NAME writes a game down, and show says it in words",
    ),
    "sheet": (
        "sheet is for MYST and Clue",
        "know shows what an agent knows",
    ),
    "play": ("the players are for MYST and Clue", _PLAY),
    "tournament": ("tournaments are for MYST and Clue", _PLAY),
    "ratings": ("the rated players are for Clue", _PLAY),
    "measure": ("the players are for MYST and Clue", _PLAY),
    "join": ("the players are for MYST and Clue", _PLAY),
    "audit": (
        "audit is for transcripts of MYST and Clue",
        "why says from which observations knowledge follows",
    ),
    "positions": (
        "the questions about positions are about games of Clue",
        "mystpy exercise --theory NAME --seed N draws exercises",
    ),
    "daily": (
        "the daily puzzles are games of Clue",
        "mystpy exercise --theory NAME --seed N draws exercises",
    ),
    "worksheet": (
        "worksheet is for lists of exercises",
        "mystpy exercise --theory NAME --write FOLDER writes exercises to list",
    ),
    "grade": (
        "grade is for the folders of a class",
        "mystpy exercise --theory NAME --write FOLDER writes such exercises",
    ),
    "update": ("update is for model files", "ask has --announce for packages"),
    "check": ("check is for model files", "ask decides formulas about a package"),
    "bisimilar": ("bisimilar is for model files", _MODELS),
    "product": ("product is for model files", _MODELS),
    "plan": ("plan is for model files", "poss lists the actions that are possible"),
    "puzzle": ("puzzle is for puzzle files", "ask decides formulas about a package"),
}
"""For each command what it is for, and what answers about packages instead."""


def refuse(command: str) -> NoReturn:
    """Raise QueryError: the command does not answer about packages."""
    scope, instead = REFUSED[command]
    raise QueryError(f"{scope}, not for packages", hint=f"for a package: {instead}")
