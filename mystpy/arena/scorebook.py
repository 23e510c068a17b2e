"""The results of a tournament in a file, from which it goes on after any end.

In the field: an append-only log with checksums, whose last record may be torn.

The first line says which tournament it is, each further line is a game, and the last
one of a tournament that is done says what they come to. The games are in the order of
their numbers, unless some were damaged: those are played again, and are at the end.
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
"""A row of a later game is damaged: the games before it would never be played."""

SYNC_SECONDS = 1.0
"""Games are brought to the disk at most so often: for each one it would be too slow.

A sync took 3 ms where it was measured, and a game of random players 0.3 ms.
"""


class Scorebook(Journal):
    """A file of results that is open: `found` gives the games in it, then `write` more.

    A game whose line was cut short or damaged does not count: `missing` has its number.
    """

    kind = "tournament"
    same = "the file, the seed and the program must be those it began with"

    def __init__(self, path: Path, head: Mapping[str, Any], *, resume: bool) -> None:
        if not resume and path.exists() and (not path.is_file() or path.stat().st_size):
            raise QueryError(
                f"{path} is there already",
                hint="--resume goes on with it; or give the name of a new file",
            )
        self._names = frozenset(each["name"] for each in head["players"])
        self._places: dict[int, int] = {}
        super().__init__(path, head, sync_every=SYNC_SECONDS)
        self._read_places()

    def _read_places(self) -> None:
        """Note where each game is, and cut off what they come to: more may follow."""
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
        """The numbers of games that are not there though later ones are.

        They are to be written before `found` is called.
        """
        ends = [-1, *sorted(self._places)]
        return [range(a + 1, b) for a, b in pairwise(ends) if b > a + 1]

    def write(self, row: Mapping[str, object]) -> None:
        """Append a game, or what all of them come to."""
        place = self.size
        super().write(row)
        if isinstance(number := row.get("number"), int):
            self._places[number] = place

    def found(self) -> Iterator[Score]:
        """The games in the file by their numbers, up to the first that is missing."""
        for number in count():
            if number not in self._places:
                return
            yield Score.of(self.row_at(self._places[number]))

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is neither a game nor what they come to."""
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
    """Whether it has numbers by name for some seats."""
    return isinstance(value, dict) and all(
        seat.isdecimal()
        and isinstance(numbers, dict)
        and all(type(x) in (int, float) for x in numbers.values())
        for seat, numbers in value.items()
    )


_FAULT = {"seat", "why", "axiom"}
"""The keys of a fault; `how` came later."""


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
