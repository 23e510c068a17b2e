"""Zip archives that somebody hands in, read within bounds and without trust in them.

Nothing is extracted by its name: an entry is a list of plain names and some bytes. Left
out, with words, are entries whose names lead elsewhere, links, encrypted ones, and what
is beyond the bounds; bytes are counted as they are unpacked, whatever the archive says.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from mystpy.compilation import NamedTuple, dataclass, pattern
from mystpy.errors import QueryError
from mystpy.exercises.exercise import LONGEST
from mystpy.exercises.submissions import printable

MAX_ARCHIVE_BYTES = 256 * 2**20
"""An archive of a class with more bytes is not read."""
MAX_FILE_BYTES = 4 * LONGEST
"""One byte more than this is read of an answer: then it is reported as too large."""
MAX_INNER_BYTES = 32 * 2**20
"""An archive within an archive with more bytes is left out."""
_MAX_DIRECTORY = 16 * 2**20
_MAX_LEVELS = 12
_MAX_NAME = 120
_PART = pattern(r"[/\\]+")
_DRIVE = pattern(r"[A-Za-z]:")
_RESERVED = pattern(r'[<>:"|?*]')
_ZIP = b"PK\x03\x04"
_UNSAFE = "its name leads out of the folder"
try:
    from lzma import LZMAError
except ImportError:  # then zipfile cannot unpack it either
    LZMAError = zlib.error  # type: ignore[misc,assignment]
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, LZMAError, struct.error, EOFError, OSError),
    *(ValueError, RuntimeError, OverflowError, MemoryError),
)
"""The errors that zipfile raises for damaged archives, such as NotImplementedError."""


class ArchiveEntry(NamedTuple):
    """A file of an archive: the names of its folders and its own, and its bytes."""

    parts: tuple[str, ...]
    content: bytes
    is_link: bool = False


@dataclass(slots=True)
class UnpackingBounds:
    """How much may still be unpacked, and what was left out, in words."""

    files: int
    size: int
    notes: list[str]

    def note(self, name: str, why: str) -> None:
        """Say that something is left out."""
        short = printable(name)
        short = short if len(short) <= _MAX_NAME else f"{short[:_MAX_NAME]}..."
        self.notes.append(f"{short}: {why}: left out")

    def within(self, files: int, size: int) -> UnpackingBounds:
        """Smaller bounds of an inner archive, with the same notes."""
        return UnpackingBounds(min(files, self.files), min(size, self.size), self.notes)

    def take(self, size: int) -> None:
        """Count a file. Raises QueryError beyond the bounds."""
        self.files -= 1
        self.size -= size
        if self.files < 0 or self.size < 0:
            what = "files" if self.files < 0 else "bytes"
            raise QueryError(f"unpacked it has too many {what}: is it a zip bomb?")


def class_bounds() -> UnpackingBounds:
    """The bounds of a class."""
    return UnpackingBounds(50_000, 512 * 2**20, [])


def is_archive(name: str, content: bytes) -> bool:
    """Whether a file is a zip archive, by its ending and its first bytes."""
    return name.lower().endswith(".zip") and content.startswith(_ZIP)


def archive_entries(
    source: Path | bytes, name: str, bounds: UnpackingBounds
) -> Iterator[ArchiveEntry]:
    """The files of an archive. Raises QueryError if it is none, or too large."""
    file: BinaryIO
    file = BytesIO(source) if isinstance(source, bytes) else source.open("rb")
    with file:
        _require_small_directory(file, name)
        try:
            archive = zipfile.ZipFile(file)
        except _DAMAGE as error:
            raise QueryError(
                f"{name} cannot be read as a zip archive: {printable(str(error))[:80]}",
                hint="use a folder or a zip archive; download an incomplete one again",
            ) from None
        with archive:
            for info in archive.infolist():
                found = _entry(archive, info, bounds)
                if found is not None:
                    yield found


def _require_small_directory(file: BinaryIO, name: str) -> None:
    """Raise QueryError for an archive whose list of files does not fit into memory."""
    size = file.seek(0, 2)
    if size > MAX_ARCHIVE_BYTES:
        limit = MAX_ARCHIVE_BYTES // 2**20
        raise QueryError(
            f"{name} has more than {limit} MB", hint="unpack it into a folder"
        )
    file.seek(max(0, size - 66_000))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    directory = (
        struct.unpack_from("<L", tail, at + 12)[0] if 0 <= at <= len(tail) - 22 else 0
    )
    if directory == 0xFFFFFFFF:  # its size is in the record of large archives
        at = tail.rfind(b"PK\x06\x06")
        is_there = 0 <= at <= len(tail) - 56
        directory = struct.unpack_from("<Q", tail, at + 40)[0] if is_there else size
    if directory > _MAX_DIRECTORY:
        raise QueryError(f"{name} lists too many files: is it a zip bomb?")
    file.seek(0)


def _entry(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, bounds: UnpackingBounds
) -> ArchiveEntry | None:
    """A file of an archive; None, with words, if it is left out."""
    name = entry_name(info)
    parts = safe_parts(name, bounds)
    if parts is None or name.endswith(("/", "\\")) or is_clutter(parts):
        return None
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        bounds.note(name, "this is a link")
        return None
    if info.flag_bits & 1:
        bounds.note(name, "it is encrypted")
        return None
    is_zip = name.lower().endswith(".zip")
    limit = MAX_INNER_BYTES if is_zip else MAX_FILE_BYTES
    try:
        with archive.open(info) as file:
            content = file.read(min(limit + 1, bounds.size + 1))
    except _DAMAGE as error:
        bounds.note(name, f"it cannot be unpacked ({str(error)[:80]})")
        return None
    bounds.take(len(content))
    if is_zip and len(content) > limit:
        bounds.note(name, f"it has more than {limit // 2**20} MB")
        return None
    return ArchiveEntry(parts, content)


def entry_name(info: zipfile.ZipInfo) -> str:
    """The name of an entry: in UTF-8 if it can be, whatever its mark says, else cp437.

    Many programs write UTF-8 without the mark; some write a second name in UTF-8.
    """
    name = info.orig_filename
    if info.flag_bits & 0x800:
        return name
    try:
        written = name.encode("cp437")
    except UnicodeEncodeError:
        return name
    extra, at = info.extra, 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        body = extra[at + 4 : at + 4 + size]
        at += 4 + size
        is_name = kind == 0x7075 and len(body) > 5 and body[0] == 1
        if is_name and struct.unpack_from("<L", body, 1)[0] == zlib.crc32(written):
            return body[5:].decode("utf-8", "replace")
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError:
        return name


def safe_parts(name: str, bounds: UnpackingBounds) -> tuple[str, ...] | None:
    """The names in a path; None, with words, if one leads elsewhere."""
    parts = [part for part in _PART.split(name) if part not in ("", ".")]
    if name[:1] in ("/", "\\") or ".." in parts or _DRIVE.match(name):
        bounds.note(name, _UNSAFE)
        return None
    if not parts or len(parts) > _MAX_LEVELS:
        bounds.note(name, "it is in too many folders" if parts else "it has no name")
        return None
    return tuple(_safe_name(part) for part in parts)


def _safe_name(part: str) -> str:
    """A name that every system takes: short, printable, and no device or drive."""
    plain = _RESERVED.sub("_", printable(part)).strip().rstrip(".") or "_"
    if len(plain) <= _MAX_NAME:
        return plain
    stem, dot, ending = plain.rpartition(".")
    if not dot or len(ending) > 10:
        stem, dot, ending = plain, "", ""
    return f"{stem[: _MAX_NAME - len(ending) - 1]}{dot}{ending}"


def is_clutter(parts: tuple[str, ...]) -> bool:
    """Whether a file is what systems put beside those of people."""
    return "__MACOSX" in parts or parts[-1].startswith(".") or parts[-1] == "Thumbs.db"
