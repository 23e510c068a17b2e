"""What adds a row to a file of results, and the error if that fails."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from pathlib import Path

from mystpy.compilation import dataclass
from mystpy.errors import QueryError, write_error
from mystpy.files import disk, rows

_REMEDIES = {
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "remove files, or raise the quota",
    errno.EFBIG: "raise the limit on the size of files (ulimit -f)",
}
"""What to do about errors of the system."""


class NotWritten(QueryError):
    """A result could not be written down, so that the run must not go on."""


@dataclass(frozen=True, slots=True)
class Appender:
    """Adds rows to a journal that this program has open, perhaps in another process.

    It can be sent to the processes of a run; the program that began them has the lock.
    """

    path: Path
    key: bytes

    def __call__(self, row: Mapping[str, object]) -> None:
        """Append a row, and return once it is on the disk. Raises NotWritten."""
        try:
            descriptor = disk.opened_to_append(self.path, create=False)
            try:
                disk.append_line(descriptor, rows.seal_row(row, self.key))
                disk.sync(descriptor)
            finally:
                disk.close(descriptor)
        except OSError as error:
            raise not_written(self.path, error) from None


def not_written(path: Path, error: OSError) -> NotWritten:
    """The error for a file of results that cannot be written, and what to do."""
    failure = write_error(path, error)
    hint = _REMEDIES.get(error.errno or 0, "check the disk")
    return NotWritten(
        str(failure), hint=f"{hint}; --resume then continues from the file"
    )
