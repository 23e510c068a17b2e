"""Logs: files to which lines are appended, for people and programs to read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from mystpy.errors import QueryError, unwritten
from mystpy.files import disk
from mystpy.files.locked import require_lock


class Log:
    """A file that is open for appending; with `fresh` its old content is dropped.

    Each line is given to the system at once, and is then safe from the end of this
    program. The file is locked while it is open, so that the lines of two programs are
    not mixed. `fault` is what went wrong in `note`, which `close` raises.
    Raises QueryError, with the file's name, if it cannot be written, or if another
    process is writing to it.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self.path = path
        try:
            self._descriptor = disk.opened_to_append(path, create=True)
            with disk.closing_on_error(self._descriptor):
                if disk.is_regular(self._descriptor):
                    require_lock(self._descriptor, path, "name another file")
                    if fresh:
                        disk.cut(self._descriptor, 0)
        except OSError as error:
            raise unwritten(path, error) from None
        self.fault: QueryError | None = None

    def write(self, data: bytes) -> None:
        """Append the data as a whole."""
        try:
            disk.write_all(self._descriptor, data)
        except OSError as error:
            raise unwritten(self.path, error) from None

    def note(self, data: bytes) -> None:
        """The same, but what goes wrong is raised by `close`: it is nobody's fault."""
        if self.fault is None:
            try:
                self.write(data)
            except QueryError as error:
                self.fault = error

    def close(self) -> None:
        """Bring everything to the disk, and close the file."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor < 0:
            return
        try:
            if self.fault is not None:
                raise self.fault
            if disk.is_regular(descriptor):
                disk.sync(descriptor)
        except OSError as error:
            raise unwritten(self.path, error) from None
        finally:
            with suppress(OSError):  # it was synced before
                disk.close(descriptor)
