"""How often language models won games, beside a published number.

In the field: a comparison with a baseline from the literature.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.intervals import Interval, wilson
from mystpy.positions.record import json_lines


class WonGames(NamedTuple):
    """Of how many games how many ended in a win of a player, or of any of several."""

    name: str
    won: int
    games: int
    setting: str

    @property
    def share(self) -> Interval:
        """The share that was won, with Wilson's interval."""
        return wilson(self.won / self.games, self.games)


PUBLISHED = WonGames(
    "published",
    4,
    18,
    "six agents, GPT-4o-mini and Gemini-2.5-Flash, Clue with rooms to be reached "
    "(Ansell and Toney-Wails 2026, arXiv:2603.17169): another game than those here",
)
"""The number of games in which one of the six agents won by a right accusation."""


def games_won(path: Path) -> Iterator[WonGames]:
    """For each language model of a tournament's results how many games it won.

    If several play, the last row is of all of them. Raises QueryError for a file that
    has no such results.
    """
    rows = [value for _, value in json_lines(path)]
    players = [p for row in rows if "tournament" in row for p in row["players"]]
    models = [player["name"] for player in players if player["kind"] == "chat"]
    games = [row for row in rows if "seats" in row and "number" in row]
    if not models or not games:
        raise QueryError(
            f"{path} has no games of a player of the kind chat",
            hint="mystpy tournament FILE --out RESULTS writes such a file",
        )
    seats = len(games[0]["seats"])
    for name in models:
        played = [row for row in games if name in row["seats"]]
        won = sum(_winner(row) == name for row in played)
        if played:
            yield WonGames(name, won, len(played), f"{seats} players, {path.name}")
    if len(models) > 1:
        won = sum(_winner(row) in models for row in games)
        yield WonGames("any model", won, len(games), f"{seats} players, {path.name}")


def _winner(row: object) -> str | None:
    """The name of who has won a game, if somebody has."""
    assert isinstance(row, dict), "rows are objects"
    winner = row.get("winner")
    return None if winner is None else str(row["seats"][winner - 1])
