"""System calls for files that must survive a crash: locks, complete writes, syncs.

All results, notebooks and whole files are written through this module, so that tests
can make any of its system calls fail (tests/files/faults.py).
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    try:
        import fcntl
    except ImportError:  # in a browser, where no other process can write
        fcntl = None  # type: ignore[assignment]

_BINARY = int(getattr(os, "O_BINARY", 0))
_NO_LINK = int(getattr(os, "O_NOFOLLOW", 0)) | int(getattr(os, "O_NONBLOCK", 0))
"""Do not follow links, and do not wait for the other end of a pipe."""
_LOCKED = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
"""The errors that say that another process has the lock."""
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""The errors of systems that have no fsync for folders."""


def opened_to_append(path: Path, *, create: bool) -> int:
    """Return the descriptor of a file that is opened for reading and appending."""
    flags = os.O_RDWR | os.O_APPEND | _BINARY
    return os.open(path, flags | (os.O_CREAT if create else 0), 0o666)


def opened_as_new(path: Path) -> int:
    """Return the descriptor of a new file to write. Raises OSError if it exists."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)


def opened_private(path: Path, *, append: bool) -> int:
    """Open a file that nobody but this user can write to, and return its descriptor.

    It is opened for reading, or also for appending; then it is created if needed.
    Raises OSError, and PermissionError for a file that somebody else owns or can write
    to, or that has a second name: somebody else may have written it.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT if append else os.O_RDONLY
    descriptor = os.open(path, flags | _NO_LINK | _BINARY, 0o600)
    with closing_on_error(descriptor):
        if not _is_private(os.fstat(descriptor)):
            raise PermissionError(errno.EPERM, "others may have written to the file")
    return descriptor


def _is_private(about: os.stat_result) -> bool:
    """Return whether a file is regular, and only this user can write to it."""
    user = os.geteuid() if hasattr(os, "geteuid") else None
    shared = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    own = about.st_uid == user and about.st_nlink == 1
    return stat.S_ISREG(about.st_mode) and own and not shared


def read_private(path: Path, limit: int) -> bytes:
    """Return the content of a file that nobody else can write to.

    Raises OSError if it cannot be read, if others can write to it, or if it has more
    bytes than the limit.
    """
    descriptor = opened_private(path, append=False)
    try:
        size = size_of(descriptor)
        if size > limit:
            raise OSError(errno.EFBIG, f"the file has more than {limit:,} bytes")
        found = bytearray()
        while len(found) < size and (part := read_at(descriptor, len(found), size)):
            found += part
        return bytes(found)
    finally:
        close(descriptor)


def opened_stream(path: str) -> int:
    """Return the descriptor of a device or a pipe that is opened for writing."""
    return os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY)


def is_regular(descriptor: int) -> bool:
    """Return whether an open file is a regular file: no device, pipe or socket."""
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def size_of(descriptor: int) -> int:
    """Return the number of bytes in an open file."""
    return os.fstat(descriptor).st_size


def is_linked(descriptor: int) -> bool:
    """Return whether an open file still has a name in some folder."""
    return os.fstat(descriptor).st_nlink > 0


def read_at(descriptor: int, place: int, size: int) -> bytes:
    """Read up to `size` bytes from a position on; none at the end of the file."""
    os.lseek(descriptor, place, os.SEEK_SET)
    return os.read(descriptor, size)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of the data; one system call may write only a part.

    A full disk or a limit on the size of files first shows as a short write. The rest
    is then written again, which raises the OSError with the reason.
    """
    left = memoryview(data)
    while left:
        written = os.write(descriptor, left)
        if not written:
            raise OSError(errno.EIO, "the system took no data")
        left = left[written:]


def append_line(descriptor: int, line: bytes) -> None:
    """Append a line, after ending an incomplete line before it."""
    size = size_of(descriptor)
    torn = size and read_at(descriptor, size - 1, 1) != b"\n"
    write_all(descriptor, b"\n" + line if torn else line)


def truncate_file(descriptor: int, size: int) -> None:
    """Truncate a file to this number of bytes."""
    os.ftruncate(descriptor, size)


def sync(descriptor: int) -> None:
    """Return once everything written to the file is on the disk."""
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Return once the names of the files in a folder are on the disk.

    Systems that cannot open or sync folders keep names safe by themselves.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(descriptor)


def replace(new: Path, path: Path) -> None:
    """Rename a file to `path`, replacing the file of that name in one step."""
    os.replace(new, path)  # noqa: PTH105 - through `os`, like all of this module
    sync_folder(path.parent)


def name_new(new: Path, path: Path) -> bool:
    """Give a file a name that no other one has; False if there is one by now."""
    try:
        os.link(new, path)  # it fails where `replace` would replace
    except FileExistsError:
        return False
    except (OSError, AttributeError):  # without hard links, as in a browser
        if os.path.lexists(path):
            return False
        os.replace(new, path)  # noqa: PTH105
    try:
        sync_folder(path.parent)
    except OSError:
        remove(path)
        raise
    return True


def close(descriptor: int) -> None:
    """Close an open file."""
    os.close(descriptor)


def remove(path: Path) -> None:
    """Remove a file that is no longer needed, if that can be done."""
    with suppress(OSError):
        os.unlink(path)  # noqa: PTH108


def lock(descriptor: int) -> bool:
    """Lock a file until it is closed; return False if another process has locked it.

    The lock ends with the process, however that ends. A file system without locks, and
    a browser, give no protection: there the answer is True. On NFS the server keeps the
    lock, and since Linux 2.6.12 it is valid across machines; old servers and some
    mounts (`nolock`, `local_lock`) keep it on each machine separately.
    """
    try:
        _lock(descriptor)
    except OSError as error:
        return error.errno not in _LOCKED
    return True


if sys.platform == "win32":
    _LOCKED_BYTE = 1 << 62
    """Locks are mandatory on Windows: this byte is after any content."""

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:

    def _lock(descriptor: int) -> None:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_holder(descriptor: int) -> int | None:
    """Return the process that has locked a file, if the system reports it (Linux)."""
    about = os.fstat(descriptor)
    device, inode = os.major(about.st_dev), about.st_ino
    wanted = f"{device:02x}:{os.minor(about.st_dev):02x}:{inode}"
    try:
        lines = Path("/proc/locks").read_text("ascii").splitlines()
    except (OSError, ValueError):
        return None
    for words in map(str.split, lines):
        if len(words) > 5 and words[1] == "FLOCK" and words[5] == wanted:
            return int(words[4]) or None  # 0 is a process of another container
    return None


@contextmanager
def closing_on_error(descriptor: int) -> Iterator[None]:
    """Close a file if the block raises."""
    try:
        yield
    except BaseException:
        with suppress(OSError):  # it raises again what could not be written
            os.close(descriptor)
        raise
