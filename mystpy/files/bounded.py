"""Read untrusted files, pipes and lines up to a largest size.

Files, pipes and terminals are read up to `MAX_FILE_BYTES`, the null device as an empty
file. Other devices, and sockets, are rejected.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from mystpy.errors import QueryError

MAX_FILE_BYTES = 64 * 2**20
"""A file with more bytes than this is not read."""

MAX_LINE_BYTES = 16 * 2**20
"""A line with more bytes than this is answered with an error and skipped."""

MAX_SKIPPED_BYTES = 2**30
"""The largest number of bytes of a line in which its end is searched for."""

GZIP = b"\x1f\x8b"
"""The first bytes of a file that is compressed by gzip."""

_CHUNK = 2**20


def file_bytes(path: Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the content of a file, a pipe or a terminal.

    Raises OSError if it cannot be read, QueryError if it is too large or a device.
    """
    mode = path.stat().st_mode
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise _device(path)
    with path.open("rb", 0) as file:
        if stat.S_ISCHR(mode) and not (file.isatty() or _is_null(path)):
            raise _device(path)
        return stream_bytes(file, str(path), limit)


def _device(path: Path) -> QueryError:
    return QueryError(
        f"{path} is a device, not a file",
        hint="files, pipes and terminals are read",
    )


def _is_null(path: Path) -> bool:
    return path.stat().st_rdev == Path(os.devnull).stat().st_rdev


def stream_bytes(stream: BinaryIO, name: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a stream until its end.

    Raises QueryError, with the name of the stream, if there are more than the limit.
    """
    found = bytearray()
    while data := stream.read(min(_CHUNK, limit + 1 - len(found))):
        found += data
        if len(found) > limit:
            raise too_long(name, limit)
    return bytes(found)


def unpacked(data: bytes, name: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the data, unpacked if it is compressed by gzip.

    Raises QueryError, with the name of the file, if it is damaged or too large.
    """
    if not data.startswith(GZIP):
        return data
    from gzip import GzipFile  # few files are compressed

    try:
        with GzipFile(fileobj=BytesIO(data)) as stream:
            return stream_bytes(cast("BinaryIO", stream), f"{name}, unpacked,", limit)
    except (OSError, EOFError, zlib.error) as error:
        raise QueryError(f"{name} cannot be unpacked: {error}") from None


def too_long(name: str, limit: int) -> QueryError:
    """Return the error for input that has more bytes than it may have."""
    size = f"{limit // 2**20} MB" if limit >= 2**20 else f"{limit:,} bytes"
    return QueryError(f"{name} has more than {size}, which is the largest size read")


def bounded_lines(
    stream: BinaryIO, name: str, limit: int = MAX_LINE_BYTES
) -> Iterator[bytes | QueryError]:
    """Yield the lines of a stream, with an error instead of each line that is too long.

    At most one line of the largest size is in memory. Raises QueryError if a line does
    not end within `MAX_SKIPPED_BYTES`.
    """
    while line := stream.readline(limit + 1):
        if len(line) <= limit:
            yield line
            continue
        yield too_long(f"a line of {name}", limit)
        _skip_line(stream, line, name)


def _skip_line(stream: BinaryIO, line: bytes, name: str) -> None:
    skipped = len(line)
    while line and not line.endswith(b"\n"):
        line = stream.readline(_CHUNK)
        skipped += len(line)
        if skipped > MAX_SKIPPED_BYTES:
            raise QueryError(
                f"a line of {name} does not end",
                hint="write one question on each line",
            )
