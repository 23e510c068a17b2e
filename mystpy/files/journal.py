"""Files of results that grow line by line, and are gone on with after any end.

In the field: an append-only log, whose last record may be torn.

The first line says what the results are of, each further line is an object.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mystpy.errors import QueryError, unwritten

CHUNK = 1 << 16


class Journal:
    """A file of results that is open, those of a `kind` of work with this head.

    A line that was cut short does not count, as `torn` says. Raises QueryError for the
    file of other work, for one that is none, and for one that cannot be written.
    """

    kind = "run"
    same = "the file must be of a run that began in the same way"
    """What the results are of, and what goes on with them."""

    def __init__(self, path: Path, head: Mapping[str, object]) -> None:
        self.path = path
        self.torn = False
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise unwritten(path, error) from None
        try:
            if not path.is_file():
                raise QueryError(f"{path} cannot be gone on with: it is no file")
            self._require(_line(head))
            self._drop_torn()
        except QueryError:
            self.close()
            raise
        except OSError as error:
            with suppress(OSError):  # what is kept back cannot be written either
                self.close()
            raise unwritten(path, error) from None

    def _require(self, head: bytes) -> None:
        """Raise QueryError for another file; write the first line if there is none."""
        self._file.seek(0)
        first = self._file.readline()
        if not first.endswith(b"\n") and head.startswith(first):
            self.torn = bool(first)
            self._file.truncate(0)
            self._append(head)
        elif self._read(first, 1) != json.loads(head):
            raise QueryError(
                f"{self.path} has results of another {self.kind}",
                hint=f"{self.same}; or give the name of a new file",
            )

    def rows(self, *, strict: bool = True) -> Iterator[tuple[int, dict[str, Any]]]:
        """The objects behind the first line, and where in the file each begins.

        Raises QueryError for a line that is none, unless such lines are passed over.
        """
        self._file.seek(0)
        place, number = len(self._file.readline()), 1
        while row := self._file.readline():
            number += 1
            try:
                yield place, self._read(row, number)
            except QueryError:
                if strict:
                    self.close()
                    raise
                self.torn = True
            place += len(row)

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
        except (ValueError, RecursionError):
            told = None
        if isinstance(told, dict):
            return told
        raise self.broken(number)

    def broken(self, number: int) -> QueryError:
        """The error for a line, counted from 1 on, that should not be there."""
        return QueryError(
            f"{self.path}:{number}: this is not the line of a {self.kind}'s results",
            hint="give the name of a new file, or take out this line and all below it",
        )


def add_line(path: Path, told: Mapping[str, object]) -> None:
    """Write a line into a journal that other processes may have open, too.

    Raises QueryError if it cannot be written.
    """
    try:
        with path.open("ab", buffering=0) as file:
            file.write(_line(told))
    except OSError as error:
        raise unwritten(path, error) from None


def _line(told: Mapping[str, object]) -> bytes:
    return (json.dumps(told, separators=(",", ":"), allow_nan=False) + "\n").encode()
