"""Files to which lines are appended: logs for people and programs, and caches.

A cache is private: only this user can write to it, so that its content is trusted.
"""

from __future__ import annotations

import errno
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


def read_private(path: Path, limit: int) -> bytes:
    """Return the content of a file that nobody else can write to.

    Raises OSError if it cannot be read, if others can write to it, or if it has more
    bytes than the limit.
    """
    descriptor = disk.opened_private(path, append=False)
    try:
        size = disk.size_of(descriptor)
        if size > limit:
            raise OSError(errno.EFBIG, f"the file has more than {limit:,} bytes")
        found = bytearray()
        while len(found) < size and (
            part := disk.read_at(descriptor, len(found), size)
        ):
            found += part
        return bytes(found)
    finally:
        disk.close(descriptor)


def append_private(path: Path, line: bytes, limit: int) -> None:
    """Append a line to a file that nobody else can write to; create it if needed.

    Other processes may append to it at the same time. A line that was cut short is
    ended first. Raises OSError as `read_private` does.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = disk.opened_private(path, append=True)
    try:
        size = disk.size_of(descriptor)
        if size + len(line) > limit:
            raise OSError(errno.EFBIG, f"the file has about {limit:,} bytes")
        torn = size and disk.read_at(descriptor, size - 1, 1) != b"\n"
        disk.write_all(descriptor, b"\n" + line if torn else line)
    finally:
        disk.close(descriptor)
