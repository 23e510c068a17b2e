"""Files of results that grow row by row, and from which a run goes on after any end.

In the field: an append-only log with checksums, whose last record may be torn.

The first line says which run the results are of; each further line is a JSON object
with a hash. The file is locked while it is open. It is never rewritten: rows are
appended, and only what follows the last complete row is ever cut off. results.md
describes the format for users.
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
"""Bytes of one row that are read at once."""


class DamagedRow(NamedTuple):
    """A row that is not used: its line, from 1 on, where it begins, and why."""

    line: int
    place: int
    why: str


class Journal(AppendOnlyFile):
    """A file of results that is open, those of a `kind` of work with this head.

    `torn` says whether the last line was cut short: it does not count. `damaged` has
    the rows that the last call of `rows` has passed over. With `sync_every` a row is
    only on the disk after so many seconds, or with a later row, or when the journal is
    closed; without it, before `write` returns. In either case it survives the end of
    the program.
    Raises QueryError for the file of other work, for one that is none, for one that
    another process is writing to, and for one that cannot be written.
    """

    kind = "run"
    same = "the file must be of a run that began in the same way"
    new = "give the name of a new file"
    """What the results are of, what can be resumed from them, and else what to do."""

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
        """The rows that verify, each with the place in the file where it begins.

        The others are in `damaged` afterwards.
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
        """The row that begins at a place, as `rows` reports it. Raises RowFault."""
        line = b""
        with self._named():
            while not line.endswith(b"\n") and len(line) <= MAX_LINE_BYTES:
                chunk = self._read(place + len(line), LINE)
                if not chunk:
                    break
                line += chunk.partition(b"\n")[0] + b"\n" * (b"\n" in chunk)
        return rows.unseal_row(line, self._key)

    def line_at(self, place: int) -> int:
        """The number, from 1 on, of the line that begins at a place."""
        with self._named():
            return 1 + sum(start < place for start, _ in self._lines())

    def cut_row(self, place: int) -> None:
        """Cut off the last row, which begins there: it can be computed from others."""
        with self._named():
            self._cut(place)

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that does not have the keys and values of this kind.

        Kinds of journals extend it.
        """

    def write(self, row: Mapping[str, object]) -> None:
        """Append a row. Raises NotWritten, and so do all later calls and `close`.

        So a run cannot end well that goes on without its results.
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
        """The error, after which nothing more is written; others may have the file."""
        self._failure = error
        super().close()
        return error

    def appender(self) -> Appender:
        """What adds rows to this journal in other processes of this program."""
        return Appender(self.path.resolve(), self._key)

    def close(self) -> None:
        """Bring every row to the disk and close the file.

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
        """Cut off what follows the last end of a line; no process may be writing."""
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
        """Each line with the place where it begins; the last may have no end.

        Of a line that is too long only the beginning is kept. Raises QueryError if a
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
        """Raise QueryError for a line of which so much has been read without an end."""
        if size > MAX_SKIPPED_BYTES:
            raise QueryError(f"a line of {self.path} does not end", hint=self.new)

    def _append(self, line: bytes) -> None:
        """Append a line as a whole: what cannot be completed is cut off again."""
        try:
            super()._append(line)
        except OSError:
            with suppress(OSError):  # the next run cuts it off
                self._cut(self.size)
            raise

    def _sync(self) -> None:
        disk.sync(self.descriptor)
        self._pending, self._synced = False, time.monotonic()
