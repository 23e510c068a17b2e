"""FILE of `mystpy record`: the records of paths, of standard input, of examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from mystpy.cli.running.signals import piped_in
from mystpy.cli.source import path_of
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.toml import file_text
from mystpy.records.format.record import GameRecord
from mystpy.records.format.sections import (
    RecordText,
    open_records,
    record_in,
    record_texts,
)

Named = tuple[str, GameRecord]
"""A record, and what it is called: its file, with its number if the file has many."""


class NamedText(NamedTuple):
    """The text of a record, what the record is called, and the file that it is in."""

    called: str
    found: RecordText
    file: str

    def record(self) -> GameRecord:
        """The record. Raises QueryError, or ParseError with its place, for none."""
        return record_in(self.found, self.file)


def named_records(files: Iterable[str], number: int | None) -> Iterator[Named]:
    """The records of these files, or the one with this number of each.

    Raises QueryError for files that cannot be read, and a number that none has.
    """
    for text in named_texts(files, number):
        yield text.called, text.record()


def named_texts(files: Iterable[str], number: int | None) -> Iterator[NamedText]:
    """The texts of these records, which are not read yet. Raises as `named_records`."""
    for file in files:
        name = "standard input" if file == "-" else file
        seen = False
        with _opened(file) as stream:
            for found in record_texts(stream, name):
                own = found.number or 1
                if number in (None, own):
                    seen = True
                    called = name if found.number is None else f"{name}[{own}]"
                    yield NamedText(called, found, name)
        if not seen:
            raise QueryError(f"{name} has no record {number}")


def _opened(file: str) -> BinaryIO:
    if file == "-":
        return piped_in()
    path = path_of(file)
    if not path.is_file():
        file_text(path)  # says what is wrong, and which name is near
    return open_records(path)
