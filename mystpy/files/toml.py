"""TOML files as people write them: their text, their tables, and their errors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mystpy.compilation import pattern
from mystpy.errors import ParseError, QueryError, nearest
from mystpy.files.bounded import file_bytes, unpacked
from mystpy.files.json_text import require_plain

_MAX_KEY_PARTS = 1_000
"""The TOML reader needs memory that grows with the square of this number."""

_LONG_KEY = pattern(
    r"""(?<![\w"'.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    rf"{{{_MAX_KEY_PARTS}}}"
)


def file_text(path: Path) -> str:
    """Return the text of a file, unpacked if it is compressed by gzip.

    Raises QueryError if it is unreadable or too large.
    """
    try:
        text = unpacked(file_bytes(path), str(path)).decode("utf-8-sig")
        return text.replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        hint = None
        if path.parent.is_dir():
            near = nearest(path.name, [p.name for p in path.parent.iterdir()])
            hint = f"did you mean {path.with_name(near)}?" if near else None
        raise QueryError(f"there is no file {path}", hint=hint) from None
    except IsADirectoryError:
        hint = "name a file in it"
        raise QueryError(f"{path} is a folder, not a file", hint=hint) from None
    except UnicodeDecodeError:
        hint = "save it as text in UTF-8"
        raise QueryError(f"{path} is not text in UTF-8", hint=hint) from None
    except OSError as error:
        raise QueryError(f"{path} cannot be read: {error.strerror}") from None


def toml_table(text: str, name: str | None) -> dict[str, Any]:
    """Return the table that a text describes; `name` is that of its file.

    Raises ParseError, with the place, if it is not TOML, and QueryError if it is nested
    too deeply or a number has very many digits.
    """
    import tomllib  # not needed by those who only build values

    where = f"{name}: " if name else ""
    if text.count(".") >= _MAX_KEY_PARTS and _LONG_KEY.search(text):
        parts = f"more than {_MAX_KEY_PARTS:,} parts"
        raise QueryError(f"{where}a key in the TOML has {parts}")
    try:
        found = tomllib.loads(text)
    except ValueError as error:  # also of numbers with thousands of digits
        raise _not_toml(text, str(error), name) from None
    except RecursionError:
        raise QueryError(f"{where}the TOML is nested too deeply") from None
    try:
        require_plain(found)
    except ValueError as error:
        raise QueryError(f"{where}in the TOML {error}") from None
    return found


def _not_toml(text: str, message: str, name: str | None) -> ParseError:
    where = re.search(r" \(at line ([0-9]+), column ([0-9]+)\)$", message)
    position = len(text)
    if where:
        lines = text.splitlines(keepends=True)[: int(where[1]) - 1]
        position = sum(map(len, lines)) + int(where[2]) - 1
    what = re.sub(r" \(at .*\)$", "", message)
    long = re.search(r"[0-9]{4301,}", text)
    if long and not where:  # what Python says of it speaks of Python
        what, position = "a number has thousands of digits", long.start()
    message = f"this is not TOML: {what}"
    hint = _toml_hint(text, position, what)
    return ParseError(message, text=text, position=position, source=name, hint=hint)


_UNQUOTED = pattern(r"(=\s*)(?!(?:true|false|inf|nan)\b)([A-Za-z][\w-]*)")
_UNQUOTED_LINE = pattern(r"\s*([\w.-]+)\s*=\s*([A-Za-z][^\"'\n#]*)")


def quoted(text: str) -> str:
    """Return the text with quotes around unquoted words after `=`."""
    return _UNQUOTED.sub(r'\1"\2"', text)


def _toml_hint(text: str, position: int, what: str) -> str | None:
    """Return a correction for the most common mistakes with texts."""
    start = text.rfind("\n", 0, position) + 1
    line = text[start:].partition("\n")[0]
    if "'\\n'" in what:
        return 'write """ before and after a text of several lines'
    if found := _UNQUOTED_LINE.fullmatch(line):
        return f'put texts in quotes: {found[1]} = "{found[2].strip()}"'
    return None


def toml_value(value: object) -> str:
    """Return a value as TOML writes it: JSON, except for tables."""
    import json  # not needed by those who only read

    if isinstance(value, Mapping):
        return "{" + ", ".join(toml_rows(value)) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def toml_rows(table: Mapping[str, object]) -> list[str]:
    """Return a line for each key of a table."""
    return [f"{_key(str(key))} = {toml_value(value)}" for key, value in table.items()]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)
