"""Files to which data are only added, by one program at a time, and logs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Self

from mystpy.errors import QueryError, write_error
from mystpy.files import disk

CHUNK = 1 << 16
"""The number of bytes that are read at once."""


class AppendOnlyFile:
    """A file that is open for reading and appending.

    `descriptor` is the open file's number, -1 once it is closed; `size` is the number
    of bytes in the file, as far as this program has read or written them.
    Raises OSError if the file cannot be opened.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        self.descriptor = disk.opened_to_append(path, create=create)
        self.size = 0
        with disk.closing_on_error(self.descriptor):
            self._begin()

    def _begin(self) -> None:
        """Check and read the file when it has been opened; subclasses extend it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, so that others can lock it."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            with suppress(OSError):  # it was synced before
                disk.close(descriptor)

    def _lock(self, otherwise: str) -> None:
        """Lock the file until it is closed.

        Raises QueryError if another process has locked it; `otherwise` is what to do
        then, besides waiting.
        """
        if not disk.lock(self.descriptor):
            holder = disk.lock_holder(self.descriptor)
            process = "another process" if holder is None else f"process {holder}"
            raise QueryError(
                f"{self.path} is in use: {process} is writing to it",
                hint=f"wait until it has ended, or {otherwise}",
            )
        self.size = disk.size_of(self.descriptor)

    def _read(self, place: int, size: int) -> bytes:
        """Read up to `size` bytes from a position on; fewer at the end of the file."""
        found = bytearray()
        while part := disk.read_at(
            self.descriptor, place + len(found), min(CHUNK, size - len(found))
        ):
            found += part
        return bytes(found)

    def _append(self, data: bytes) -> None:
        disk.write_all(self.descriptor, data)
        self.size += len(data)

    def _cut(self, size: int) -> None:
        disk.truncate_file(self.descriptor, size)
        self.size = size

    def _change_by_others(self) -> str | None:
        """Describe how another program has changed the file; None if it has not."""
        if not disk.is_linked(self.descriptor):
            change = "removed or replaced"
        elif disk.size_of(self.descriptor) != self.size:
            change = "changed"
        else:
            return None
        return f"{self.path} was {change} by another program while it was open here"


class Log(AppendOnlyFile):
    """A file that is open for appending; with `fresh` its old content is dropped.

    Each line is passed to the system at once, and then survives the end of this
    program. The file is locked while it is open, so that the lines of two programs are
    not mixed. `fault` is the error that occurred in `note`; `close` raises it. Raises
    QueryError, with the file's name, if it cannot be written, or if another process is
    writing to it.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.fault: QueryError | None = None
        self._fresh = fresh
        try:
            super().__init__(path)
        except OSError as error:
            raise write_error(path, error) from None

    def _begin(self) -> None:
        if disk.is_regular(self.descriptor):
            self._lock("name another file")
            if self._fresh:
                self._cut(0)

    def write(self, data: bytes) -> None:
        """Append the data as a whole."""
        try:
            self._append(data)
        except OSError as error:
            raise write_error(self.path, error) from None

    def note(self, data: bytes) -> None:
        """Append the data, but let `close` raise an error instead of this call."""
        if self.fault is None:
            try:
                self.write(data)
            except QueryError as error:
                self.fault = error

    def close(self) -> None:
        """Write everything to the disk, and close the file."""
        if self.descriptor < 0:
            return
        try:
            if self.fault is not None:
                raise self.fault
            if disk.is_regular(self.descriptor):
                disk.sync(self.descriptor)
        except OSError as error:
            raise write_error(self.path, error) from None
        finally:
            super().close()
