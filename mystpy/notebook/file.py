"""The file of a notebook: lines are only added, and count when they are safe.

    mystpy notebook 1
    # One event to a line; "undo" takes back the last one. Lines are only added.
    game {"rules": "clue", "p": 3}
    ...

A line counts once its end is written. A line that a crash leaves without an end is not
deleted: the next added line first ends it with a mark that makes it void.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from mystpy.compilation import dataclass
from mystpy.errors import MystError, QueryError
from mystpy.files import disk
from mystpy.files.append_only import AppendOnlyFile
from mystpy.files.bounded import MAX_FILE_BYTES, too_long

SIGNATURE = "mystpy notebook 1"
"""The first line of every notebook."""

EVENTS = "events"
"""The line that ends the beginning."""

THEORY = "theory"
"""The first word of a line that names the package which a notebook is about."""

VOID = "  ## cut off: does not count"
"""The end of a line that a crash has cut off; no line that counts ends like this."""


class NotSaved(MystError):
    """A line could not be written down, so that the notebook must not go on."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file that counts, with its number from 1."""

    number: int
    text: str


class NotebookFile(AppendOnlyFile):
    """A notebook's file, open for adding lines, and for nobody else meanwhile.

    `lines` are those that count, `cut_off` is the last one if it has no end.
    Raises QueryError if the file cannot be opened, is open in another process, or
    is no notebook. Without `create` the file has to exist.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        try:
            super().__init__(path, create=create)
        except FileNotFoundError:
            what = f"folder {path.parent}" if create else f"notebook {path}"
            raise QueryError(f"there is no {what}") from None
        except IsADirectoryError:
            raise QueryError(f"{path} is a folder, not a notebook") from None
        except OSError as error:
            raise QueryError(f"{path} cannot be opened: {error.strerror}") from None

    def _begin(self) -> None:
        if not disk.is_regular(self.descriptor):
            raise QueryError(f"{self.path} is no file that can keep a notebook")
        self._lock("go on with the notebook there")
        data = self._content()
        self.size = len(data)
        *ended, last = data.split(b"\n")
        self.lines = tuple(_lines(ended, self.path))
        self.cut_off = _cut_off(last, len(ended) + 1)
        self._require_notebook()

    def _content(self) -> bytes:
        try:
            data = self._read(0, MAX_FILE_BYTES + 1)
        except OSError as error:
            raise QueryError(f"{self.path} cannot be read: {error.strerror}") from None
        if len(data) > MAX_FILE_BYTES:
            raise too_long(str(self.path), MAX_FILE_BYTES)
        return data

    def place(self, line: Line) -> str:
        """Where a line is, for messages."""
        return f"{self.path}:{line.number}"

    def add(self, *texts: str) -> None:
        """Add lines, and return when they are safe on the disk.

        Raises NotSaved if that fails. The text written then may or may not count, so
        the file is closed and has to be read again.
        """
        assert all("\n" not in text for text in texts), "a line is one line"
        ending = f"{VOID}\n" if self.cut_off else ""
        data = (ending + "".join(f"{text}\n" for text in texts)).encode()
        is_new = not self.size
        try:
            if change := self._change_by_others():
                self.close()
                raise NotSaved(change, hint="open it again, to see what it says now")
            self._append(data)
            disk.sync(self.descriptor)
            if is_new:
                disk.sync_folder(self.path.parent)
        except OSError as error:
            self.close()
            raise NotSaved(
                f"{self.path} could not be written: {error.strerror}",
                hint="open it again: what is written down by then is shown",
            ) from None
        self.cut_off = None

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


class Beginning(Protocol):
    """The content of the lines with which a notebook begins."""

    def read(self, text: str) -> None:
        """Take in a line. Raises MystError if it does not begin a notebook."""


BeginningT = TypeVar("BeginningT", bound=Beginning)


def beginning_lines(said: Iterable[str]) -> Iterator[str]:
    """Yield the lines with which a notebook's file begins; `said` are those of it."""
    yield SIGNATURE
    yield '# One event to a line; "undo" takes back the last one before it.'
    yield "# Lines are only ever added, and only by mystpy notebook."
    yield from said
    yield EVENTS


def read_beginning(
    file: NotebookFile, begun: Callable[[], BeginningT]
) -> tuple[BeginningT, Sequence[Line] | None]:
    """Return how a notebook begins, and its events; None if it does not yet.

    A beginning that a crash has cut off is followed by another. Raises QueryError,
    with the line, for lines that do not begin a notebook.
    """
    found = begun()
    for place, line in enumerate(file.lines):
        if line.text == SIGNATURE:
            found = begun()
            continue
        try:
            found.read(line.text)
        except MystError as error:
            raise QueryError(f"{file.place(line)}: {error}", hint=error.hint) from None
        if line.text == EVENTS:
            return found, file.lines[place + 1 :]
    return found, None


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
