"""The file of a notebook: lines that are only ever added, each safe before it counts.

    mystpy notebook 1
    # One event to a line; "undo" takes back the last one. Lines are only added.
    game {"rules": "clue", "p": 3}
    ...

A line counts once its end is written. What a crash leaves without an end is not
deleted: the next line that is added first ends it with a mark that makes it void.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from mystpy.errors import MystError, QueryError

if sys.platform != "win32":
    import errno
    import fcntl

SIGNATURE = "mystpy notebook 1"
"""The first line of every notebook."""

VOID = "  ## cut off: does not count"
"""What ends a line that a crash has cut off; no line that counts ends like this."""


class NotSaved(MystError):
    """A line could not be written down, so that the notebook must not go on."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file that counts, with its number from 1."""

    number: int
    text: str


class NotebookFile:
    """A notebook's file, open for adding lines, and for nobody else meanwhile.

    `lines` are those that count, `cut_off` is the last one if it has no end;
    `descriptor` is the open file's number, -1 once it is closed.
    Raises QueryError if the file cannot be opened, is open in another notebook, or
    is no notebook. Without `create` the file has to exist.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        self.descriptor = _opened(path, create)
        try:
            _require_file(self.descriptor, path)
            _lock(self.descriptor, path)
            data = _content(self.descriptor)
            self._size = len(data)
            *ended, last = data.split(b"\n")
            self.lines = tuple(_lines(ended, path))
            self.cut_off = _cut_off(last, len(ended) + 1)
            self._require_notebook()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> NotebookFile:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and leave it to others."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def place(self, line: Line) -> str:
        """Where a line stands, for messages."""
        return f"{self.path}:{line.number}"

    def add(self, *texts: str) -> None:
        """Add lines, and return when they are safe on the disk.

        Raises NotSaved if that fails; what was written then may or may not count,
        so the file is closed and has to be read anew.
        """
        assert all("\n" not in text for text in texts), "a line is one line"
        ending = f"{VOID}\n" if self.cut_off else ""
        data = (ending + "".join(f"{text}\n" for text in texts)).encode()
        try:
            self._require_untouched()
            _write(self.descriptor, data)
            os.fsync(self.descriptor)
        except OSError as error:
            self.close()
            raise NotSaved(
                f"{self.path} could not be written: {error.strerror}",
                hint="open it again: what is written down by then is shown",
            ) from None
        if not self._size:
            _make_name_safe(self.path)
        self._size += len(data)
        self.cut_off = None

    def _require_untouched(self) -> None:
        if os.fstat(self.descriptor).st_size != self._size:
            self.close()
            raise NotSaved(
                f"{self.path} was changed by another program while it was open here",
                hint="open it again, to see what it says now",
            )

    def _require_notebook(self) -> None:
        if self.lines:
            found = self.lines[0].text == SIGNATURE
        else:
            begun = self.cut_off.text if self.cut_off else ""
            found = SIGNATURE.startswith(begun.partition("#")[0].rstrip())
        if not found:
            raise QueryError(
                f"{self.path} is no notebook",
                hint=f"the first line of one is {SIGNATURE!r}; name another file",
            )


def _opened(path: Path, create: bool) -> int:
    flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, flags | (os.O_CREAT if create else 0), 0o666)
    except FileNotFoundError:
        what = f"folder {path.parent}" if create else f"notebook {path}"
        raise QueryError(f"there is no {what}") from None
    except IsADirectoryError:
        raise QueryError(f"{path} is a folder, not a notebook") from None
    except OSError as error:
        raise QueryError(f"{path} cannot be opened: {error.strerror}") from None


def _require_file(descriptor: int, path: Path) -> None:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise QueryError(f"{path} is no file that can keep a notebook")


def _lock(descriptor: int, path: Path) -> None:
    """Keep others from opening the notebook, where the system can do that."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                return  # this file system knows no locks
            raise QueryError(
                f"{path} is open in another notebook",
                hint="go on there, or quit it first",
            ) from None


def _content(descriptor: int) -> bytes:
    parts = []
    while part := os.read(descriptor, 1 << 16):
        parts.append(part)
    return b"".join(parts)


def _lines(ended: list[bytes], path: Path) -> list[Line]:
    """The lines that count: not the void ones, and not the empty ones."""
    found = []
    for number, raw in enumerate(ended, 1):
        if raw.rstrip().endswith(VOID.encode()):
            continue
        try:
            text = raw.decode().strip()
        except UnicodeDecodeError:
            raise QueryError(f"{path}:{number} is not text in UTF-8") from None
        if text and not text.startswith("#"):
            found.append(Line(number, text))
    return found


def _cut_off(last: bytes, number: int) -> Line | None:
    return Line(number, last.decode(errors="replace")) if last else None


def _write(descriptor: int, data: bytes) -> None:
    """Write all of it: the system may take less at once."""
    while data:
        data = data[os.write(descriptor, data) :]


def _make_name_safe(path: Path) -> None:
    """Make a new file's name in its folder as safe as what it contains."""
    # Systems that cannot open folders keep names safe by themselves.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
