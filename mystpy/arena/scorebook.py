"""The results of a tournament in a file, from which it goes on after any end.

In the field: an append-only log, whose last record may be torn.

The first line says which tournament it is, each further line is a game, in the order of
their numbers, and the last one of a tournament that is done says what they come to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mystpy.arena.score import Score
from mystpy.errors import QueryError

CHUNK = 1 << 16


class Scorebook:
    """A file of results that is open: `found` gives the games in it, then `write` more.

    `torn` says that a line was cut short; it does not count, and its game is played
    again.
    """

    def __init__(self, path: Path, head: Mapping[str, object], *, resume: bool) -> None:
        self.path = path
        self.torn = False
        if path.exists() and not resume:
            raise QueryError(
                f"{path} is there already",
                hint="--resume goes on with it; or give the name of a new file",
            )
        try:
            self._file = path.open("a+b")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise QueryError(f"{path} cannot be written: {reason}") from None
        self._require(_line(head))
        self._drop_torn()

    def _require(self, head: bytes) -> None:
        """Raise QueryError for another file; write the first line if there is none."""
        self._file.seek(0)
        first = self._file.readline()
        if not first.endswith(b"\n") and head.startswith(first):
            self.torn = bool(first)
            self._file.truncate(0)
            self._append(head)
        elif self._read(first, 1) != json.loads(head):
            self.close()
            raise QueryError(
                f"{self.path} has results of another tournament",
                hint="the file, the seed and the program must be those it began with;"
                " or give the name of a new file",
            )

    def found(self) -> Iterator[Score]:
        """The games in the file, in order. Raises QueryError for what is none."""
        self._file.seek(0)
        place = len(self._file.readline())
        number = 0
        while row := self._file.readline():
            told = self._read(row, number + 2)
            if "number" not in told and "players" in told:
                self._file.truncate(place)  # what the games came to: more may follow
                return
            try:
                score = Score.of(told)
            except TypeError:
                raise self._broken(number + 2) from None
            if score.number != number:
                raise self._broken(number + 2)
            yield score
            place += len(row)
            number += 1

    def write(self, told: Mapping[str, object]) -> None:
        """Write a line, at once."""
        self._append(_line(told))

    def _append(self, row: bytes) -> None:
        self._file.write(row)
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _drop_torn(self) -> None:
        """Cut off what stands behind the last end of a line."""
        end = place = self._file.seek(0, 2)
        while place > 0:
            start = max(0, place - CHUNK)
            self._file.seek(start)
            at = self._file.read(place - start).rfind(b"\n")
            if at >= 0:
                place = start + at + 1
                break
            place = start
        if place < end:
            self.torn = True
            self._file.truncate(place)

    def _read(self, row: bytes, number: int) -> dict[str, Any]:
        try:
            told = json.loads(row)
        except ValueError:
            raise self._broken(number) from None
        if not isinstance(told, dict):
            raise self._broken(number)
        return told

    def _broken(self, number: int) -> QueryError:
        self.close()
        return QueryError(
            f"{self.path}:{number}: this is not the line of a tournament's results",
            hint="give the name of a new file, or take out this line and all below it",
        )


def _line(told: Mapping[str, object]) -> bytes:
    return (json.dumps(told, separators=(",", ":"), allow_nan=False) + "\n").encode()
