"""Files of many records: `[1]`, `[2]`, ... each with its keys, as PHH has them.

    [1]
    record = 1
    history = ...
    [1.game]
    ...
    [2]
    ...

The whole is one TOML file. It is read record by record, of which no more than one is
held; so files may have any length. A file may be compressed by gzip.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError
from mystpy.files.bounded import GZIP
from mystpy.records.format.keys import MAX_RECORD_BYTES
from mystpy.records.format.reader import record_of
from mystpy.records.format.record import GameRecord
from mystpy.records.format.record_file import RecordFile

_SECTION = pattern(rb"[ \t]*\[[ \t]*([0-9]{1,9})[ \t]*\][ \t]*(?:#.*)?$")
_INNER = pattern(rb"([ \t]*\[\[?[ \t]*)([0-9]{1,9})[ \t]*\.[ \t]*(.*)")
_HEADER = pattern(rb"[ \t]*\[")
_TOKEN = pattern(
    rb"""\"{3}|'{3}|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'|\#.*""",
)
_ENDS = {
    b'"""': pattern(rb'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3,5}', re.DOTALL),
    b"'''": pattern(rb"[^']*(?:'(?!'')[^']*)*'{3,5}", re.DOTALL),
}
_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class RecordText(NamedTuple):
    """The text of one record of a file: its number, the line where it begins."""

    number: int | None
    first_line: int
    text: str


def read_records(path: Path) -> Iterator[GameRecord]:
    """The records of a file, one by one. Raises QueryError as `record_texts`."""
    with open_records(path) as stream:
        for found in record_texts(stream, str(path)):
            yield record_in(found, str(path))


def record_in(found: RecordText, name: str) -> GameRecord:
    """The record that a text is; messages name the file and the line in it."""
    return record_of(RecordFile.at(found.text, name, found.first_line))


def open_records(path: Path) -> BinaryIO:
    """The bytes of a file, unpacked if it is compressed by gzip.

    Raises QueryError if it cannot be read.
    """
    try:
        stream = path.open("rb")
        if stream.peek(2)[:2] != GZIP:
            return stream
        stream.close()
        from gzip import GzipFile  # few files are compressed

        return cast("BinaryIO", GzipFile(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise QueryError(f"{path} cannot be read: {reason}") from None


def record_texts(stream: BinaryIO, name: str) -> Iterator[RecordText]:
    """The texts of the records of a file: one without a number, or one for each `[N]`.

    Raises QueryError, with the line, for a record that is too large, numbers that do
    not ascend, and what is no text in UTF-8.
    """
    parts = _Parts(name)
    try:
        for line in _lines(stream, name):
            found = parts.take(line)
            if found is not None:
                yield found
    except (OSError, EOFError, zlib.error) as error:
        raise QueryError(f"{name} cannot be read to its end: {error}") from None
    yield parts.last()


def texts_in(text: str, name: str) -> Iterator[RecordText]:
    """The texts of the records of a text."""
    return record_texts(BytesIO(text.encode()), name)


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """The lines of a stream, each with the same end; the first without a byte mark."""
    first = True
    while line := stream.readline(MAX_RECORD_BYTES + 1):
        if first:
            if line[:2] in _MARKS:
                hint = "save it as UTF-8"
                raise QueryError(f"{name} is {_MARKS[line[:2]]}, not UTF-8", hint=hint)
            line, first = line.removeprefix(b"\xef\xbb\xbf"), False
        body = line.rstrip(b"\n")
        body = body.removesuffix(b"\r").replace(b"\r", b"\n")
        yield from (part + b"\n" for part in body.split(b"\n"))


class _Parts:
    """Lines that are taken in one by one, and the records that are complete."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number: int | None = None
        self.first_line = self.line = 1
        self.kept: list[bytes] = []
        self.size = 0
        self.within: bytes | None = None

    def take(self, line: bytes) -> RecordText | None:
        """Take in a line, and return the record that ends before it."""
        found = None
        if self.within is None and (section := _SECTION.match(line.rstrip())):
            found = self._begin(int(section[1]))
            line = b"\n"
        elif self.within is None and self.number is not None:
            line = self._without_number(line)
        self.kept.append(line)
        self.size += len(line)
        if self.size > MAX_RECORD_BYTES:
            limit = f"{MAX_RECORD_BYTES // 2**20} MB"
            raise self._fault(f"a record has more than {limit}", "write fewer comments")
        self.within = _string_after(line, self.within)
        self.line += 1
        return found

    def last(self) -> RecordText:
        """The record at the end."""
        try:
            text = b"".join(self.kept).decode()
        except UnicodeDecodeError as error:
            bad = self.first_line + b"".join(self.kept)[: error.start].count(b"\n")
            place = f"{self.name}:{bad}"
            hint = "save the file as UTF-8"
            raise QueryError(f"{place}: this is not text in UTF-8", hint=hint) from None
        return RecordText(self.number, self.first_line, text)

    def _begin(self, number: int) -> RecordText | None:
        found = None
        if self.number is not None:
            if number <= self.number:
                message = f"record [{number}] comes after record [{self.number}]"
                raise self._fault(message, f"write [{self.number + 1}]")
            found = self.last()
        elif any(line.partition(b"#")[0].strip() for line in self.kept):
            message = f"there are keys before record [{number}]"
            hint = f"write them below [{number}], or leave the number out"
            raise self._fault(message, hint)
        self.number, self.first_line = number, self.line
        self.kept, self.size = [], 0
        return found

    def _without_number(self, line: bytes) -> bytes:
        """A header inside a record, such as `[1.game]`, without the number."""
        found = _INNER.match(line)
        if found is None:
            if _HEADER.match(line) and not _in_list(self.kept):
                hint = f"write [{self.number}.{_header_name(line)}]"
                raise self._fault("this table belongs to no record", hint)
            return line
        if int(found[2]) != self.number:
            message = f"a table of record {int(found[2])} in record {self.number}"
            raise self._fault(message, "write the tables of a record below its [N]")
        return found[1] + found[3] + b"\n"

    def _fault(self, message: str, hint: str) -> QueryError:
        return QueryError(f"{self.name}:{self.line}: {message}", hint=hint)


def _header_name(line: bytes) -> str:
    return line.decode(errors="replace").strip().strip("[]").strip()[:40]


def _in_list(lines: list[bytes]) -> bool:
    """Whether the lines before leave a list open, so that `[` begins an inner list."""
    last = next((x.partition(b"#")[0].strip() for x in lines[::-1] if x.strip()), b"")
    return last.endswith((b"[", b","))


def _string_after(line: bytes, within: bytes | None) -> bytes | None:
    """The quotes of the text over several lines that a line leaves open."""
    at = 0
    while True:
        if within is not None:
            end = _ENDS[within].match(line, at)
            if end is None:
                return within
            at, within = end.end(), None
        found = _TOKEN.search(line, at)
        if found is None:
            return None
        at = found.end()
        if found[0] in _ENDS:
            within = found[0]


def numbered(texts: Iterable[RecordText], number: int, name: str) -> RecordText:
    """The text of the record with a number; QueryError if the file has none."""
    seen = 0
    for found in texts:
        seen += 1
        if found.number == number or (found.number is None and number == 1):
            return found
    raise QueryError(f"{name} has no record {number}", hint=f"it has {seen} records")
