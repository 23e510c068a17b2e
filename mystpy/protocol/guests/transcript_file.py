"""The file of a guest's messages, whose faults are not those of the guest."""

from __future__ import annotations

from pathlib import Path

from mystpy.errors import QueryError
from mystpy.files.append_only import Log


class TranscriptFile:
    """A file that keeps each message; it is begun with the first of them.

    Bytes that are no text are escaped. If the file cannot be written, the game goes on,
    and `require_written` raises the error.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log: Log | None = None
        self._fault: QueryError | None = None
        self._closed = False

    def note(self, data: bytes) -> None:
        """Keep a message, unless the file is closed."""
        if self._fault is None and not self._closed:
            try:
                self._log = self._log or Log(self._path, fresh=True)
                self._log.write(data.decode("utf-8", "backslashreplace").encode())
            except QueryError as error:
                self._fault = error

    def close(self) -> None:
        """Write everything to the disk, and close the file."""
        self._closed = True
        if self._log is not None:
            try:
                self._log.close()
            except QueryError as error:
                self._fault = self._fault or error

    def require_written(self) -> None:
        """Raise QueryError if a message could not be written."""
        self.close()
        if self._fault is not None:
            hint = "make room on the disk, or leave out --transcripts"
            raise QueryError(str(self._fault), hint=hint)
