"""The decks and packages a game of the page can begin with, before Python is there.

What is computed here is computed by mystpy: sorts, cards and the sizes of hands. The
names that are printed on cards are in page/printed.toml.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mystpy.errors import GameError
from mystpy.game.game import Game
from mystpy.game.table import FOLDER, edition_names
from mystpy.packages.folders import shipped_packages

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "page"))

PRINTED = ROOT / "page" / "printed.toml"
MAX_PLAYERS = 10
"""More players sit at no table for which Clue is sold."""
MYST = {"m": 1, "n": 2, "p": 3, "q": 2}
"""The constants with which the form begins."""


def decks() -> dict[str, Any]:
    """Return what the form that begins a game needs."""
    return {
        "clue": list(_clue()),
        "myst": {"constants": MYST, "card": "s", "most": 12},
        "packages": list(_packages()),
        "printed": printed(),
    }


def _clue() -> Iterator[dict[str, Any]]:
    """The standard deck and each edition, with the sizes for each number of players."""
    for edition in (None, *edition_names()):
        made: dict[str, Any] = {"rules": "clue"}
        title = ""
        if edition is not None:
            made["edition"] = edition
            text = (FOLDER / f"{edition}.toml").read_text("utf-8")
            title = tomllib.loads(text)["title"]
        sizes = {}
        for p in range(2, MAX_PLAYERS + 1):
            try:
                sizes[p] = list(Game.from_dict(made | {"p": p}).sizes)
            except GameError:  # more players than cards
                break
        game = Game.from_dict(made | {"p": 2})
        sorts = [[name, list(cards)] for name, cards in game.sorts]
        yield {"edition": edition, "title": title, "sorts": sorts, "sizes": sizes}


def _packages() -> Iterator[dict[str, Any]]:
    """Each package with its constants, as page/package_table.py describes it."""
    from package_table import package_of

    for name in shipped_packages():
        yield {"name": name, **package_of(name, {})}


def printed() -> dict[str, dict[str, str]]:
    """Return the printed names of cards, by language and card."""
    table = tomllib.loads(PRINTED.read_text("utf-8"))
    for deck in _clue():
        for _, cards in deck["sorts"]:
            for card in cards:
                table["en"].setdefault(card, card.replace("_", " ").title())
    return table
