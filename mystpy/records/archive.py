"""An archive of games between the kinds of players: the same for a seed and a version.

The games of several rules and sizes alternate. In each the players are drawn from the
kinds listed, and take each seat once with each deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mystpy import __version__
from mystpy.arena.design import Entrant, Tournament
from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.records.format.record import GameRecord
from mystpy.records.played_games import play_record

_OF_CLUE = ("random", "naive", "exact", "broomhead", "minimax", "weighted")
_OF_MYST = ("random", "exact", "minimax")


class ArchiveGame(NamedTuple):
    """A game of the archive: its game object, and the kinds of players in it."""

    game: dict[str, Any]
    kinds: tuple[str, ...]


GAMES = (
    ArchiveGame({"rules": "clue", "p": 3}, _OF_CLUE),
    ArchiveGame({"rules": "clue", "p": 4}, _OF_CLUE),
    ArchiveGame({"rules": "clue", "p": 6}, _OF_CLUE),
    ArchiveGame({"rules": "clue", "p": 3, "speed": True}, _OF_CLUE),
    ArchiveGame({"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2}, _OF_MYST),
    ArchiveGame({"rules": "myst", "m": 2, "n": 3, "p": 3, "q": 3}, _OF_MYST),
)
"""The games of the archive, in turn."""


def archive_records(games: int, seed: int) -> Iterator[GameRecord]:
    """Yield the records of this number of games, one after the other."""
    for number in range(games):
        of, match_number = number % len(GAMES), number // len(GAMES)
        match = _tournament(of, seed).match(match_number)
        event = f"archive of mystpy {__version__}, seed {seed}"
        yield play_record(match, {"event": event, "round": number + 1})


@lru_cache(maxsize=16)
def _tournament(of: int, seed: int) -> Tournament:
    found = GAMES[of]
    entrants = tuple(Entrant(kind, kind) for kind in found.kinds)
    return Tournament((Game.from_dict(found.game),), entrants, seed=seed)
