"""Rows with a hash that are found by their keys: caches of results.

A cache is private: only this user can write to it, so that its content is trusted. A
file that cannot be read or written, or that others can write to, counts as empty, and
a row that is damaged or was edited counts as none.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mystpy.files import disk
from mystpy.files.rows import Check, RowFault, key_of, require, seal_row, unseal_row

_KEY = b'{"key":"'


class KeyedRows:
    """The rows of a file of at most `limit` bytes; of those with one key the last.

    A row has the keys and values of `shape`, of which the first is "key", a text
    without signs that JSON escapes. The hashes are made with `name`. With `shipped` the
    file is part of an installation, and need not be private.
    """

    def __init__(
        self,
        path: Path | None,
        name: str,
        shape: Mapping[str, Check],
        limit: int,
        *,
        shipped: bool = False,
    ) -> None:
        self._path, self._shape, self._limit = path, shape, limit
        self._seal = key_of(name.encode())
        self._lines: dict[bytes, bytes] = {}
        data = b""
        with suppress(OSError):
            if path is not None:
                data = path.read_bytes() if shipped else disk.read_private(path, limit)
        for line in data.splitlines(keepends=True):
            if line.startswith(_KEY):
                self._lines[line[len(_KEY) :].partition(b'"')[0]] = line

    def find(self, key: str) -> dict[str, Any] | None:
        """Return the row with this key; None if there is none that is intact."""
        line = self._lines.get(key.encode())
        if line is None:
            return None
        try:
            row = unseal_row(line, self._seal)
            require(row, self._shape)
        except RowFault:
            return None
        return row

    def line_of(self, row: Mapping[str, object]) -> bytes:
        """Return the line of the file that has a row."""
        return seal_row(row, self._seal)

    def keep(self, row: Mapping[str, object]) -> None:
        """Append a row, if the file can be written; others may append to it, too."""
        if self._path is None:
            return
        line = self.line_of(row)
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = disk.opened_private(self._path, append=True)
            try:
                if disk.size_of(descriptor) + len(line) > self._limit:
                    raise OSError(errno.EFBIG, "the file has reached its largest size")
                disk.append_line(descriptor, line)
            finally:
                disk.close(descriptor)
