"""Records as TOML: the keys in the order of the specification, nothing left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from typing import Any

from mystpy.records.format.keys import TOP
from mystpy.records.format.record import GameRecord

_TABLES = ("game", "hands", "result")
_LISTS = ("player", "turn")
_ROWS_WITHIN = ("claim", "know")


def record_text(record: GameRecord, number: int | None = None) -> str:
    """The record as a text; with a number, as one of several in a file."""
    within = "" if number is None else f"{number}."
    lines = [] if number is None else [f"[{number}]"]
    lines += _lines(record.fields, within)
    return "\n".join(lines) + "\n"


def records_text(records: Iterable[GameRecord], first: int = 1) -> Iterator[str]:
    """Pieces of a file of many records, with a number for each."""
    for number, record in enumerate(records, first):
        yield ("" if number == 1 else "\n") + record_text(record, number)


def _lines(fields: Mapping[str, Any], within: str) -> Iterator[str]:
    apart = {*_TABLES, *_LISTS}
    user = [key for key in fields if key not in TOP]
    for key in (*TOP, *user):
        if key in fields and key not in apart:
            yield _row(key, fields[key])
    for key in _TABLES:
        if key in fields:
            yield from ("", f"[{within}{key}]", *_rows(fields[key]))
    for key in _LISTS:
        for row in fields.get(key, ()):
            yield from ("", f"[[{within}{key}]]", *_rows(row))
            for inner in _ROWS_WITHIN:
                for each in row.get(inner, ()):
                    yield from (f"[[{within}{key}.{inner}]]", *_rows(each))


def _rows(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key not in _ROWS_WITHIN:
            yield _row(key, value)


def _row(key: str, value: Any) -> str:
    if isinstance(value, str) and "\n" in value and _is_plain(value):
        return f'{_key(key)} = """\n{_escaped(value)}"""'
    return f"{_key(key)} = {written(value)}"


def _is_plain(text: str) -> bool:
    """Whether a text can be written on several lines as it is."""
    return not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)


def _escaped(text: str) -> str:
    return re.sub(r'"(?="")|"$', r"\"", text.replace("\\", "\\\\"))


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner = (f"{_key(str(key))} = {written(x)}" for key, x in value.items())
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return str(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
