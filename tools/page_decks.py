"""The decks and packages for a game of the page, before Python is loaded.

mystpy computes all data here: sorts, cards and the sizes of hands. The names that are
printed on cards are in page/printed.toml.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mystpy.game.game import Game
from mystpy.game.table import FOLDER, edition_names
from mystpy.packages.folders import shipped_packages

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "page"))

PRINTED = ROOT / "page" / "printed.toml"
MAX_PLAYERS = 8
"""The numbers of players for which decks have hand sizes."""


def decks() -> list[dict[str, Any]]:
    """Return the games of Clue that can be begun: sorts of cards, and hand sizes.

    A card has its name, what is printed on it, and that in other languages.
    """
    return [
        {**_deck(None), "board": True, "title": "Clue on a board"},
        {**_deck(None), "board": False, "title": "Clue, a suggestion each turn"},
        *(
            {**_deck(name), "board": True, "title": _title(name)}
            for name in edition_names()
        ),
    ]


def _title(edition: str) -> str:
    """Return the name of an edition."""
    text = (FOLDER / f"{edition}.toml").read_text("utf-8")
    return str(tomllib.loads(text)["title"])


def _deck(edition: str | None) -> dict[str, Any]:
    """The cards of an edition, and the hand sizes for each number of players."""
    sizes = {}
    for p in range(2, MAX_PLAYERS + 1):
        game = _game(edition, p)
        sizes[str(p)] = list(game.sizes[1:])
    names = printed()
    sorts = [
        [sort, [_card(card, names) for card in cards]] for sort, cards in game.sorts
    ]
    players = {"min": 2, "max": MAX_PLAYERS}
    found = {"rules": "clue", "edition": edition, "players": players}
    return {**found, "sorts": sorts, "sizes": sizes}


def _card(card: str, names: dict[str, dict[str, str]]) -> list[Any]:
    others = {
        language: table[card]
        for language, table in names.items()
        if language != "en" and card in table
    }
    return [card, names["en"][card], others]


def _game(edition: str | None, p: int) -> Game:
    made = {"edition": edition} if edition else {}
    return Game.from_dict({"rules": "clue", "p": p, **made})


def packages() -> Iterator[dict[str, Any]]:
    """Each package with its constants, as page/package_table.py describes it."""
    from package_table import package_of

    for name in shipped_packages():
        yield {"name": name, **package_of(name, {})}


def printed() -> dict[str, dict[str, str]]:
    """Return the printed names of cards, by language and card."""
    table = tomllib.loads(PRINTED.read_text("utf-8"))
    for edition in (None, *edition_names()):
        for _, cards in _game(edition, 2).sorts:
            for card in cards:
                table["en"].setdefault(card, card.replace("_", " ").title())
    return table
