"""Write whole files, so that there is always either the old content or the new.

In the field: atomic replacement by rename.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from mystpy.errors import QueryError, write_error
from mystpy.files import disk

_OPEN_FILES = ("/dev/fd/", "/dev/std", "/proc/")
"""How the names begin of files that stand for open files: these are not replaced."""


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Write a file as a whole, text in UTF-8; whatever happens, it is never half there.

    A new file is written beside it, synced, and takes its name, mode and owner.
    Symbolic links are followed; a hard link is separated from its other names. Devices,
    pipes and the output of this program are written to directly.
    Raises QueryError, with the file's name, if it cannot be written.
    """
    content = data.encode() if isinstance(data, str) else data
    with _named(path), _opened(path) as descriptor:
        disk.write_all(descriptor, content)


def write_new(path: Path, text: str) -> bool:
    """Write a new file; False, and nothing else, if there is one of that name.

    It gets its name when it is complete; if it cannot be written, nothing is left.
    Raises QueryError, with the file's name.
    """
    with _named(path):
        if os.path.lexists(path):
            return False
        beside = _beside(path)
        descriptor = disk.opened_as_new(beside)
        try:
            with disk.closing_on_error(descriptor):
                disk.write_all(descriptor, text.encode())
                disk.sync(descriptor)
            disk.close(descriptor)
            return disk.name_new(beside, path)
        finally:
            disk.remove(beside)


@contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write bytes into, for what does not fit into memory.

    It is written as `write_whole` does, once the block ends; if the block raises,
    nothing is. Raises QueryError, with the file's name, if it cannot be written.
    """
    with (
        _named(path),
        _opened(path) as descriptor,
        os.fdopen(os.dup(descriptor), "wb") as file,
    ):
        yield file


def make_folder(path: Path) -> None:
    """Create a folder and those above it, if needed. Raises QueryError."""
    with _named(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def _named(path: str | Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        folder = Path(path).parent
        if folder.is_dir():  # it is a link into a folder that is not there
            folder = Path(os.path.realpath(path)).parent
        message = f"{path} cannot be written: there is no folder {folder}"
        raise QueryError(message) from None
    except OSError as error:
        raise write_error(path, error) from None


def _opened(path: str | Path) -> AbstractContextManager[int]:
    try:
        about = os.stat(path)  # noqa: PTH116 - also of texts
    except FileNotFoundError:
        return _replacing(path, None)
    stream = _own_stream(about)
    if stream is not None:
        return _stream(stream)
    if _is_open_file(path, about):
        return _device(os.path.abspath(path))  # noqa: PTH100
    return _replacing(path, about)


def require_replaceable(path: Path) -> bool:
    """Whether a file is to be replaced, or created, and not written to directly.

    Raises QueryError for one that must stay as it is.
    """
    with _named(path):
        try:
            about = path.stat()
        except FileNotFoundError:
            return True
        if _own_stream(about) is not None or _is_open_file(path, about):
            return False
        _require_writable(path, about)
        return True


def _is_open_file(path: str | Path, about: os.stat_result) -> bool:
    """Whether a path is a device, a pipe, or stands for a file that is open."""
    name = os.path.abspath(path)  # noqa: PTH100 - links out of /dev are not followed
    is_plain = stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)
    return name.startswith(_OPEN_FILES) or not is_plain


def _own_stream(about: os.stat_result) -> int | None:
    """The descriptor of this program's output or errors, if that is the file."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):  # it is closed, or it is no file
            descriptor: int = stream.fileno()
            if os.path.samestat(about, os.fstat(descriptor)):
                stream.flush()
                return descriptor
    return None


@contextmanager
def _stream(descriptor: int) -> Iterator[int]:
    yield descriptor


@contextmanager
def _device(name: str) -> Iterator[int]:
    descriptor = disk.opened_stream(name)
    try:
        yield descriptor
    finally:
        disk.close(descriptor)


@contextmanager
def _replacing(path: str | Path, about: os.stat_result | None) -> Iterator[int]:
    """A new file, beside one that it replaces at the end of the block."""
    real = Path(os.path.realpath(path))
    if about is not None:
        _require_writable(real, about)
    beside = _beside(real)
    descriptor = disk.opened_as_new(beside)
    try:
        with disk.closing_on_error(descriptor):
            yield descriptor
            disk.sync(descriptor)
        disk.close(descriptor)
        if about is not None:
            _set_mode(beside, about)
        disk.replace(beside, real)
    except BaseException:
        disk.remove(beside)
        raise


def _beside(path: Path) -> Path:
    """A name in the same folder that no other file has."""
    return path.with_name(f".mystpy-{os.urandom(8).hex()}.tmp")


def _require_writable(path: Path, about: os.stat_result) -> None:
    """Raise OSError for a file that must stay as it is, though it has a new name."""
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    disk.close(disk.opened_stream(os.fspath(path)))  # the system says why it may not


def _set_mode(new: Path, old: os.stat_result) -> None:
    now = new.stat()
    if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid) and hasattr(os, "chown"):
        with suppress(OSError):  # only root may give files away
            os.chown(new, old.st_uid, old.st_gid)
    new.chmod(stat.S_IMODE(old.st_mode))


def write_scratch(path: Path, data: bytes) -> None:
    """Write a new file of a temporary folder, and the folders above it.

    It is neither synced nor replaced: nothing of it is kept. Raises QueryError.
    """
    with _named(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = disk.opened_as_new(path)
        with disk.closing_on_error(descriptor):
            disk.write_all(descriptor, data)
        disk.close(descriptor)
