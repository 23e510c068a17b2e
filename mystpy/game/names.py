"""The words of the syntax, and what cards and players may be called besides."""

from __future__ import annotations

import re
from functools import lru_cache

SHAPES: dict[str, tuple[str, ...]] = {
    "asks": ("player", "question"),
    "no": ("player",),
    "yes": ("player",),
    "shows": ("player", "player", "card"),
    "guess": ("player", "guess"),
    "noguess": ("player",),
    "endturn": ("player",),
    "noask": ("player",),
}
"""The actions of section 2.4, and what stands at each of their arguments.

The last one is ours, for Clue on a board.
"""

RESERVED = frozenset(
    {
        *("init0", "do", "set", "unseen", *SHAPES),
        *("true", "false", "truth", "falsity", "not", "and", "or"),
        *("forall", "exists", "in", "cards", "players", "holders", "pile", "h"),
        *("askphase", "ansphase", "showphase", "guessphase", "endphase"),
    }
)
"""Words of the syntax, which no card and no player may be called."""

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*", re.ASCII)


def name_fault(name: str) -> str | None:
    """Why a card or a player cannot be called this, or None if it can.

    The rule keeps quotes, line breaks and the marks of both logic languages out
    of the texts that the engines read.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return (
            f"{name!r} is not a name: a small letter first, then letters, digits or _"
        )
    if name in RESERVED:
        return f"{name!r} is a word of the syntax and cannot be a name"
    return None


@lru_cache(maxsize=4096)
def natural_key(name: str) -> tuple[tuple[bool, int, str], ...]:
    """A sorting key that reads digits as numbers: s2 stands before s10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple(
        (True, int(part), part) if part[0] in "0123456789" else (False, 0, part)
        for part in parts
    )
