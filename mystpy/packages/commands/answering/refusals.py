"""Commands that answer about MYST, Clue or other files only, where a package is named.

Each says so in one sentence, and names what does work with packages.
"""

from __future__ import annotations

from typing import NoReturn

from mystpy.errors import QueryError

_PLAY = "poss lists the actions that are possible, legal and show follow a game"
_MODELS = "model and draw have the model of a package's history"

REFUSED = {
    "solve": ("solve is for MYST and Clue of two or more players", _PLAY),
    "play": ("the players are for MYST and Clue", _PLAY),
    "tournament": ("tournaments are for MYST and Clue", _PLAY),
    "join": ("the players are for MYST and Clue", _PLAY),
    "audit": (
        "audit is for transcripts of MYST and Clue",
        "why says from which observations knowledge follows",
    ),
    "grade": (
        "grade is for the folders of a class",
        "mystpy exercise --theory NAME --write FOLDER writes such exercises",
    ),
    "update": ("update is for model files", "ask has --announce for packages"),
    "check": ("check is for model files", "ask decides formulas about a package"),
    "bisimilar": ("bisimilar is for model files", _MODELS),
    "plan": ("plan is for model files", "poss lists the actions that are possible"),
    "puzzle": ("puzzle is for puzzle files", "ask decides formulas about a package"),
}
"""For each command what it is for, and what answers about packages instead."""


def refuse(command: str) -> NoReturn:
    """Raise QueryError: the command does not answer about packages."""
    scope, instead = REFUSED[command]
    raise QueryError(f"{scope}, not for packages", hint=f"for a package: {instead}")
