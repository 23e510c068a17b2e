"""The results of a tournament in a file, from which it can be continued after any end.

In the field: an append-only log with checksums, whose last record may be torn.

The first line identifies the tournament, each further line is a game, and the last line
of a complete tournament has the results. The games are in the order of their numbers,
unless some were damaged: those are played again, and are at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from mystpy.arena.score import Score
from mystpy.errors import QueryError
from mystpy.files.journal import Journal
from mystpy.files.rows import RowFault, are_texts, is_count, is_text, require

MAX_GAMES = 10**9
"""The limit for game numbers: with a damaged larger one, games before it have no end.
"""

SYNC_SECONDS = 1.0
"""The seconds between two syncs to the disk; one for each game would be too slow.

A sync took 3 ms where it was measured, and a game of random players 0.3 ms.
"""


class Scorebook(Journal):
    """An open file of results: `found` gives the games in it, then `write` adds more.

    A game whose line was cut short or damaged does not count: `missing` has its number.
    """

    kind = "tournament"
    same = "the file, the seed, the secret and the program must be as at the beginning"

    def __init__(self, path: Path, head: Mapping[str, Any], *, resume: bool) -> None:
        if not resume and path.exists() and (not path.is_file() or path.stat().st_size):
            raise QueryError(
                f"{path} exists already",
                hint="use --resume to continue it, or name a new file",
            )
        self._names = frozenset(each["name"] for each in head["players"])
        self._places: dict[int, int] = {}
        super().__init__(path, head, sync_every=SYNC_SECONDS)
        self._read_places()

    def _read_places(self) -> None:
        """Record the places of games, and cut off the results: more may follow."""
        last, summary = 0, -1
        for place, row in self.rows():
            last = place
            if "number" in row:
                self._places[row["number"]] = place
            else:
                summary = place
        if 0 < summary == last and not self._damaged_behind(summary):
            self.cut_row(summary)

    def _damaged_behind(self, place: int) -> bool:
        return any(row.place > place for row in self.damaged)

    def missing(self) -> list[range]:
        """Return the numbers of missing games before later ones.

        They are to be written before `found` is called.
        """
        ends = [-1, *sorted(self._places)]
        return [range(a + 1, b) for a, b in pairwise(ends) if b > a + 1]

    def write(self, row: Mapping[str, object]) -> None:
        """Append a game, or the results of all games."""
        place = self.size
        super().write(row)
        if isinstance(number := row.get("number"), int):
            self._places[number] = place

    def found(self) -> Iterator[Score]:
        """Yield the games in the file by number, up to the first missing one."""
        for number in count():
            if number not in self._places:
                return
            yield Score.of(self.row_at(self._places[number]))

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is neither a game nor the results."""
        if "number" in row:
            require(row, _GAME, _RARELY)
            self._require_seats(row)
            if row["number"] >= MAX_GAMES:
                raise RowFault(f"there are at most {MAX_GAMES:,} games")
        elif not (is_count(row.get("games")) and isinstance(row.get("players"), dict)):
            raise RowFault("the row is not a game")

    def _require_seats(self, row: Mapping[str, Any]) -> None:
        for name in row["seats"]:
            if name not in self._names:
                raise RowFault(f"there is no player {name}")
        fault = row.get("fault") or {"seat": 1}
        numbers = [row["winner"] or 1, fault["seat"], *row["out"]]
        if not all(1 <= number <= len(row["seats"]) for number in numbers):
            raise RowFault("there is no such seat")


def _is_seat(value: object) -> bool:
    return value is None or (type(value) is int and value > 0)


def _are_counts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_count, value))


def _are_turns(value: object) -> bool:
    return isinstance(value, list) and all(x is None or is_count(x) for x in value)


def _is_fault(value: object) -> bool:
    if not isinstance(value, dict) or value.keys() - {"how"} != _FAULT:
        return False
    return (
        is_count(value["seat"])
        and is_text(value["why"])
        and all(x is None or is_text(x) for x in (value["axiom"], value.get("how")))
    )


def _is_usage(value: object) -> bool:
    """Return whether it has numbers by name for some seats."""
    return isinstance(value, dict) and all(
        seat.isdecimal()
        and isinstance(numbers, dict)
        and all(type(x) in (int, float) for x in numbers.values())
        for seat, numbers in value.items()
    )


_FAULT = {"seat", "why", "axiom"}
"""The keys of a fault; `how` was added later."""


_GAME = {
    "number": is_count,
    "seats": are_texts,
    "winner": _is_seat,
    "out": _are_counts,
    "turns": is_count,
    "actions": is_count,
}
_RARELY = {
    "fault": _is_fault,
    "known": _are_turns,
    "history": are_texts,
    "usage": _is_usage,
}
"""The keys of a game, and those that only some games have."""
