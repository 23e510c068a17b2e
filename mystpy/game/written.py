"""A game written in one line: `MYST(1,2,3,2)`, `clue`, `cluedo(4)`, TOML or JSON."""

from __future__ import annotations

import re
from typing import Any

from mystpy.compilation import pattern
from mystpy.errors import GameError, did_you_mean, one_of
from mystpy.files.inline import inline_value
from mystpy.game.table import edition_names

_MYST = pattern(r"MYST\s*\(([^()]*)\)", re.I)
_NAMED = pattern(r"([A-Za-z][\w-]*)(?:\s*\(\s*(?:p\s*=\s*)?([0-9]{1,9})\s*\))?")
_CONSTANTS = ("m", "n", "p", "q")
_PLAYERS = 3
"""How many players Clue has if only its name is written."""

EXAMPLES = (
    "MYST(1,2,3,2)",
    "clue(3)",
    'rules = "clue", players = ["ann", "bob", "cid"]',
)
"""Games as they may be written."""


def game_table(text: str, source: str = "the game") -> Any:
    """Return the game object that a text describes; `source` is what errors call it.

    `clue`, or the name of an edition, is Clue with 3 players, `clue(4)` with 4.
    Raises GameError, ParseError or QueryError with a hint.
    """
    text = text.strip()
    if constants := _MYST.fullmatch(text):
        return _myst(constants[1])
    named = _NAMED.fullmatch(text)
    if named and (table := _named(named[1].lower(), int(named[2] or _PLAYERS))):
        return table
    if not re.search(r"[={\[]", text):
        raise GameError(f"{text[:40]!r} is no game", hint=_example(text, source))
    return inline_value(text, source, lambda given: _example(given, source))


def _named(name: str, players: int) -> dict[str, object] | None:
    """The game object of Clue, or of an edition of it; None for another name."""
    if name != "clue" and name not in edition_names():
        return None
    edition = {} if name == "clue" else {"edition": name}
    return {"rules": "clue", **edition, "p": players}


def _myst(inside: str) -> dict[str, object]:
    """The game object of MYST with these constants: `1,2,3,2` or `m=1, n=2, ...`."""
    words = [re.sub(r"\s", "", word) for word in inside.split(",")]
    if len(words) == len(_CONSTANTS) and all("=" in word for word in words):
        pairs = dict(word.split("=", 1) for word in words)
    else:
        pairs = dict(zip(_CONSTANTS, words, strict=False))
    numbers = all(re.fullmatch("[0-9]{1,9}", word) for word in pairs.values())
    if len(words) != len(_CONSTANTS) or set(pairs) != {*_CONSTANTS} or not numbers:
        raise GameError(
            f"MYST({inside[:40]}) does not say the four numbers m, n, p and q",
            hint="write MYST(m,n,p,q): a pile of m cards, n cards for each of p"
            " players, questions of q cards; for example MYST(1,2,3,2)",
        )
    return {"rules": "myst", **{name: int(pairs[name]) for name in _CONSTANTS}}


def _example(text: str, source: str) -> str:
    """The hint for a text that is no game."""
    name = re.split(r"\W", text, maxsplit=1)[0]
    near = did_you_mean(name, ("MYST", "clue", *edition_names())) if name else None
    option = f"{source} " if source.startswith("-") else ""
    written = one_of([f"{option}'{each}'" for each in EXAMPLES])
    return near or f"write for example {written}"
