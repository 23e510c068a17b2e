"""Rows of files as lines: JSON objects, each with a hash of its content.

The hash covers the bytes of the row and the first line of the file. It detects damage,
edits by hand, and rows of another file or another run. It is not secret: anyone who may
write the file can write rows with valid hashes.

A cache of rows is private: only this user can write to it, so that its content is
trusted. A file that cannot be read or written, or that others can write to, is treated
as empty. A row that is damaged or was edited is ignored.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mystpy.compilation import dataclass
from mystpy.errors import QueryError, write_error
from mystpy.files import disk
from mystpy.files.json_text import json_line, json_value

_BYTES = 10
_SIGN = b',"hash":"'
_TAIL = len(_SIGN) + 2 * _BYTES + len(b'"}\n')


class RowFault(Exception):
    """The error that a row cannot be used; its text gives the reason."""


def line_of(row: Mapping[str, object]) -> bytes:
    """Return a row as a line of JSON, in ASCII: lone surrogates are escaped, too."""
    return f"{json_line(row)}\n".encode("ascii")


def key_of(head: bytes) -> bytes:
    """Return the key of the hashes in a file with this first line."""
    return blake2b(head).digest()


def seal_row(row: Mapping[str, object], key: bytes) -> bytes:
    """Return a row, which is not empty, as a line with its hash."""
    body = line_of(row)[:-2]
    return b"".join((body, _SIGN, _hash(body, key), b'"}\n'))


def unseal_row(line: bytes, key: bytes) -> dict[str, Any]:
    """Return the row of such a line without its hash; RowFault for other lines."""
    body, tail = line[:-_TAIL], line[-_TAIL:]
    if not (tail.startswith(_SIGN) and tail.endswith(b'"}\n')):
        raise RowFault("it has no hash")
    if tail[len(_SIGN) : -len(b'"}\n')] != _hash(body, key):
        raise RowFault("its hash is that of another content or of another run")
    return object_in(body + b"}")


def object_in(text: bytes) -> dict[str, Any]:
    """Return the JSON object in a line. Raises RowFault if there is none."""
    try:
        found = json_value(text, surrogates=True)
    except (json.JSONDecodeError, UnicodeDecodeError):
        found = None
    except ValueError as error:
        raise RowFault(str(error)) from None
    if not isinstance(found, dict):
        raise RowFault("it is no JSON object")
    return found


def _hash(body: bytes, key: bytes) -> bytes:
    return blake2b(body, digest_size=_BYTES, key=key).hexdigest().encode()


Check = Callable[[object], bool]
"""A test whether a value is valid for some key."""


def require(
    row: Mapping[str, object],
    needed: Mapping[str, Check],
    optional: Mapping[str, Check] = MappingProxyType({}),
) -> None:
    """Raise RowFault unless a row has the needed keys, and valid values."""
    for key in needed:
        if key not in row:
            raise RowFault(f"it has no {key!r}")
    for key, value in row.items():
        check = needed.get(key) or optional.get(key)
        if check is None:
            raise RowFault(f"it has a key {key!r}")
        if not check(value):
            raise RowFault(f"{key!r} cannot be {repr(value)[:60]}")


def is_count(value: object) -> bool:
    """Return whether a value is a whole number from 0 on."""
    return type(value) is int and value >= 0


def is_text(value: object) -> bool:
    """Return whether a value is a text."""
    return isinstance(value, str)


def are_texts(value: object) -> bool:
    """Return whether a value is a list of texts."""
    return isinstance(value, list) and all(map(is_text, value))


_REMEDIES = {
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "remove files, or raise the quota",
    errno.EFBIG: "raise the limit on the size of files (ulimit -f)",
}
"""The remedy for each error of the system."""


class NotWritten(QueryError):
    """The error that a result could not be written, so that the run must stop."""


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
                disk.append_line(descriptor, seal_row(row, self.key))
                disk.sync(descriptor)
            finally:
                disk.close(descriptor)
        except OSError as error:
            raise not_written(self.path, error) from None


def not_written(path: Path, error: OSError) -> NotWritten:
    """Return the error that a file of results cannot be written, with the remedy."""
    failure = write_error(path, error)
    hint = _REMEDIES.get(error.errno or 0, "check the disk")
    return NotWritten(
        str(failure), hint=f"{hint}; --resume then continues from the file"
    )


_KEY = b'{"key":"'


class KeyedRows:
    """The rows of a file of at most `limit` bytes; the last row of each key.

    A row has the keys and values of `shape`. The first key is "key": a text without
    characters that JSON escapes. The hashes are made with `name`. With `shipped` the
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
