"""The file of a notebook: lines that are only ever added, each safe before it counts.

    mystpy notebook 1
    # One event to a line; "undo" takes back the last one. Lines are only added.
    game {"rules": "clue", "p": 3}
    ...

A line counts once its end is written. What a crash leaves without an end is not
deleted: the next line that is added first ends it with a mark that makes it void.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from types import TracebackType

from mystpy.compilation import dataclass
from mystpy.errors import MystError, QueryError
from mystpy.files import disk
from mystpy.files.bounded import MAX_FILE_BYTES, too_long

SIGNATURE = "mystpy notebook 1"
"""The first line of every notebook."""

THEORY = "theory"
"""The first word of a line that names the package which a notebook is about."""

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
        with disk.closing_on_error(self.descriptor):
            self._read()

    def _read(self) -> None:
        """Lock the file and read its lines."""
        _require_file(self.descriptor, self.path)
        _lock(self.descriptor, self.path)
        data = _content(self.descriptor, self.path)
        self._size = len(data)
        *ended, last = data.split(b"\n")
        self.lines = tuple(_lines(ended, self.path))
        self.cut_off = _cut_off(last, len(ended) + 1)
        self._require_notebook()

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
            descriptor, self.descriptor = self.descriptor, -1
            disk.close(descriptor)

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
            disk.write_all(self.descriptor, data)
            disk.sync(self.descriptor)
            if not self._size:
                disk.sync_folder(self.path.parent)
        except OSError as error:
            with suppress(OSError):
                self.close()
            raise NotSaved(
                f"{self.path} could not be written: {error.strerror}",
                hint="open it again: what is written down by then is shown",
            ) from None
        self._size += len(data)
        self.cut_off = None

    def _require_untouched(self) -> None:
        linked = disk.is_linked(self.descriptor)
        if not linked or disk.size_of(self.descriptor) != self._size:
            done = "changed" if linked else "removed or replaced"
            self.close()
            raise NotSaved(
                f"{self.path} was {done} by another program while it was open here",
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


def is_about_package(path: Path | str) -> bool:
    """Return whether a file is a notebook about a package; False if it is not there."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open(encoding="utf-8", errors="replace") as file:
            lines = [line for line in file.readlines(4096) if not line.startswith("#")]
    except (OSError, ValueError):  # no name of a file at all
        return False
    return lines[1:2] != [] and lines[1].startswith(f"{THEORY} ")


def _opened(path: Path, create: bool) -> int:
    try:
        return disk.opened_to_append(path, create=create)
    except FileNotFoundError:
        what = f"folder {path.parent}" if create else f"notebook {path}"
        raise QueryError(f"there is no {what}") from None
    except IsADirectoryError:
        raise QueryError(f"{path} is a folder, not a notebook") from None
    except OSError as error:
        raise QueryError(f"{path} cannot be opened: {error.strerror}") from None


def _require_file(descriptor: int, path: Path) -> None:
    if not disk.is_regular(descriptor):
        raise QueryError(f"{path} is no file that can keep a notebook")


def _lock(descriptor: int, path: Path) -> None:
    """Keep others from opening the notebook, where the system can do that."""
    if not disk.lock(descriptor):
        holder = disk.lock_holder(descriptor)
        process = "" if holder is None else f" (process {holder})"
        raise QueryError(
            f"{path} is open in another notebook{process}",
            hint="go on there, or quit it first",
        )


def _content(descriptor: int, path: Path) -> bytes:
    parts, size = [], 0
    try:
        while part := disk.read_at(descriptor, size, 1 << 16):
            parts.append(part)
            size += len(part)
            if size > MAX_FILE_BYTES:
                raise too_long(str(path), MAX_FILE_BYTES)
    except OSError as error:
        raise QueryError(f"{path} cannot be read: {error.strerror}") from None
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
