"""Where `mystpy record` writes: to standard output, or to a file as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import click

from mystpy.files.whole import write_whole
from mystpy.records.format.record import GameRecord
from mystpy.records.format.writer import record_text, records_text


def write_records(
    records: Iterator[GameRecord], output: Path | None, *, many: bool = False
) -> None:
    """Write one record as it is, and `many`, or more than one, as a file of many.

    Raises QueryError if the file cannot be written; then it is as it was.
    """
    pieces = _pieces(records, many)
    if output is None:
        for piece in pieces:
            click.echo(piece, nl=False)
        return
    text = "".join(pieces).encode()
    if output.suffix == ".gz":
        text = compressed(text)
    write_whole(output, text)
    click.echo(f"written: {output}", err=True)


def compressed(text: bytes) -> bytes:
    """A text compressed by gzip, without the time, so that it is always the same."""
    from gzip import compress  # seldom needed

    return compress(text, 9, mtime=0)


def _pieces(records: Iterator[GameRecord], many: bool) -> Iterator[str]:
    first = list(islice(records, 1 if many else 2))
    if len(first) == 1 and not many:
        return iter([record_text(first[0])])
    return records_text(chain(first, records))
