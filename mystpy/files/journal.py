"""Files of results that grow row by row; an interrupted run continues from them.

In the field: an append-only log with checksums, whose last record may be torn.

The first line describes the run; each further line is a JSON object with a hash. The
file is locked while it is open. It is never rewritten: rows are appended, and only a
rest after the last complete row is ever cut off. results.md describes the format for
users.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError, write_error
from mystpy.files import disk, rows
from mystpy.files.append_only import CHUNK, AppendOnlyFile
from mystpy.files.bounded import MAX_LINE_BYTES, MAX_SKIPPED_BYTES
from mystpy.files.rows import Appender, NotWritten, RowFault, not_written

VERSION = 2
"""The format: version 1 had no hashes."""

LINE = 1 << 12
"""The number of bytes of a row that are read at once."""


class DamagedRow(NamedTuple):
    """A row that is not used: its line, from 1 on, its position, and the reason."""

    line: int
    place: int
    why: str


class Journal(AppendOnlyFile):
    """An open file of results of one `kind` of work, with this first line.

    `torn` says whether the last line is incomplete: it does not count. `damaged` has
    the rows that the last call of `rows` has skipped. With `sync_every` a row reaches
    the disk at most that many seconds later, with a later row, or when the journal is
    closed; without it, before `write` returns. In either case it survives the end of
    the program.

    Raises QueryError if the file belongs to other work, is not a journal, cannot be
    written, or is being written by another process.
    """

    kind = "run"
    same = "the file must be of a run that began in the same way"
    new = "give the name of a new file"
    """The advice if the file cannot be resumed; subclasses also set the other two."""

    def __init__(
        self, path: Path, head: Mapping[str, object], *, sync_every: float = 0.0
    ) -> None:
        self.torn = False
        self.damaged: list[DamagedRow] = []
        self._head = rows.line_of({**head, "journal": VERSION})
        self._key = rows.key_of(self._head)
        self._sync_every, self._synced = sync_every, float("-inf")
        self._pending = False
        self._failure: NotWritten | None = None
        with self._named(path):
            super().__init__(path)

    @contextmanager
    def _named(self, path: Path | None = None) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise write_error(path or self.path, error) from None

    def _begin(self) -> None:
        """Lock the file and read its first line, or write it into an empty file."""
        if not disk.is_regular(self.descriptor):
            raise QueryError(f"{self.path} cannot be resumed: it is no file")
        self._lock(self.new)
        first = next(self._lines(), (0, b""))[1]
        if not first.endswith(b"\n") and self._head.startswith(first):
            self.torn = bool(first)
            self._cut(0)
            self._append(self._head)
            self._sync()
            disk.sync_folder(self.path.parent)
        else:
            self._require(first)
            self.cut_torn()

    def _require(self, first: bytes) -> None:
        """Raise QueryError if the first line is that of other work."""
        if first == self._head:
            return
        try:
            found = rows.object_in(first)
        except RowFault:
            raise QueryError(
                f"{self.path}:1: this is not the line of a {self.kind}'s results",
                hint=self.new,
            ) from None
        if found and found.items() <= rows.object_in(self._head).items():
            raise QueryError(
                f"{self.path} was written by an earlier version of mystpy: its rows"
                " have no hashes, so that they cannot be verified",
                hint=f"{self.new}; the work is then done from the start",
            )
        raise QueryError(
            f"{self.path} has results of another {self.kind}",
            hint=f"{self.same}; or {self.new}",
        )

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows whose hashes are right, each with its position in the file.

        Afterwards the others are in `damaged`.
        """
        self.damaged = []
        with self._named():
            for number, (place, line) in enumerate(self._lines(), 1):
                if number == 1:
                    continue
                try:
                    if len(line) > MAX_LINE_BYTES:
                        raise RowFault(f"it has more than {MAX_LINE_BYTES:,} bytes")
                    row = rows.unseal_row(line, self._key)
                    self.check(row)
                except RowFault as fault:
                    self.damaged.append(DamagedRow(number, place, str(fault)))
                else:
                    yield place, row

    def row_at(self, place: int) -> dict[str, Any]:
        """Return the row at a position, as `rows` reports it. Raises RowFault."""
        line = b""
        with self._named():
            while not line.endswith(b"\n") and len(line) <= MAX_LINE_BYTES:
                chunk = self._read(place + len(line), LINE)
                if not chunk:
                    break
                line += chunk.partition(b"\n")[0] + b"\n" * (b"\n" in chunk)
        return rows.unseal_row(line, self._key)

    def line_at(self, place: int) -> int:
        """Return the number, from 1 on, of the line that begins at a position."""
        with self._named():
            return 1 + sum(start < place for start, _ in self._lines())

    def cut_row(self, place: int) -> None:
        """Cut off the last row, at this position: it can be recomputed from others."""
        with self._named():
            self._cut(place)

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that does not have the keys and values of this kind.

        Subclasses extend it for their kinds of journals.
        """

    def write(self, row: Mapping[str, object]) -> None:
        """Append a row. Raises NotWritten, and so do all later calls and `close`.

        So a run cannot succeed if it continues without its results.
        """
        if self._failure is not None:
            raise self._failure
        try:
            if change := self._change_by_others():
                hint = "--resume continues from what is in the file now"
                raise self._failed(NotWritten(change, hint=hint))
            self._append(rows.seal_row(row, self._key))
            self._pending = True
            if time.monotonic() - self._synced >= self._sync_every:
                self._sync()
        except OSError as error:
            raise self._failed(not_written(self.path, error)) from None

    def _failed(self, error: NotWritten) -> NotWritten:
        """Return the error, and release the file: nothing more is written."""
        self._failure = error
        super().close()
        return error

    def appender(self) -> Appender:
        """Return an object that appends rows in other processes of this program."""
        return Appender(self.path.resolve(), self._key)

    def close(self) -> None:
        """Write every row to the disk and close the file.

        Raises NotWritten if that fails, or if a row could not be written before.
        """
        if self._failure is not None:
            raise self._failure
        if self.descriptor < 0:
            return
        try:
            if self._pending:
                self._sync()
        except OSError as error:
            raise self._failed(not_written(self.path, error)) from None
        finally:
            super().close()

    def cut_torn(self) -> None:
        """Cut off an incomplete last line; no process may be writing."""
        end = place = self.size = disk.size_of(self.descriptor)
        while place > 0:
            start = max(0, place - CHUNK)
            at = self._read(start, place - start).rfind(b"\n")
            if at >= 0:
                place = start + at + 1
                break
            place = start
            self._require_end(end - place)
        if place < end:
            self.torn = True
            self._cut(place)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield each line with its position; the last one may have no end.

        Only the beginning of a line that is too long is kept. Raises QueryError if a
        line does not end within `MAX_SKIPPED_BYTES`.
        """
        start, size, kept = 0, 0, bytearray()
        while chunk := disk.read_at(self.descriptor, start + size, CHUNK):
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                kept += end[: MAX_LINE_BYTES - len(kept)]
                yield start, bytes(kept) + b"\n"
                start, size = start + size + len(end) + 1, 0
                kept.clear()
            kept += rest[: MAX_LINE_BYTES - len(kept)]
            size += len(rest)
            self._require_end(size)
        if size:
            yield start, bytes(kept)

    def _require_end(self, size: int) -> None:
        """Raise QueryError if the bytes of a line read so far exceed the limit."""
        if size > MAX_SKIPPED_BYTES:
            raise QueryError(f"a line of {self.path} does not end", hint=self.new)

    def _append(self, line: bytes) -> None:
        """Append a line as a whole: an incomplete line is cut off again."""
        try:
            super()._append(line)
        except OSError:
            with suppress(OSError):  # the next run cuts it off
                self._cut(self.size)
            raise

    def _sync(self) -> None:
        disk.sync(self.descriptor)
        self._pending, self._synced = False, time.monotonic()
