"""The rows of a journal as lines: JSON objects, each with a hash of its content.

The hash covers the bytes of the row and the first line of the file. It shows damage,
edits by hand, and rows of another file or another run. It is not secret: who may write
the file can write rows that verify.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from mystpy.files.json_text import json_line, json_value

_BYTES = 10
_SIGN = b',"hash":"'
_TAIL = len(_SIGN) + 2 * _BYTES + len(b'"}\n')


class RowFault(Exception):
    """A row cannot be used; the text says why."""


def line_of(row: Mapping[str, object]) -> bytes:
    """A row as a line of JSON, in ASCII: lone surrogates are escaped, too."""
    return f"{json_line(row)}\n".encode("ascii")


def key_of(head: bytes) -> bytes:
    """The key of the hashes in a file with this first line."""
    return blake2b(head).digest()


def seal_row(row: Mapping[str, object], key: bytes) -> bytes:
    """A row, which is not empty, as a line with its hash."""
    body = line_of(row)[:-2]
    return b"".join((body, _SIGN, _hash(body, key), b'"}\n'))


def unseal_row(line: bytes, key: bytes) -> dict[str, Any]:
    """The row of such a line, without its hash. Raises RowFault for other lines."""
    body, tail = line[:-_TAIL], line[-_TAIL:]
    if not (tail.startswith(_SIGN) and tail.endswith(b'"}\n')):
        raise RowFault("it has no hash")
    if tail[len(_SIGN) : -len(b'"}\n')] != _hash(body, key):
        raise RowFault("its hash is that of another content or of another run")
    return _object(body + b"}")


def require_short(line: bytes, limit: int) -> None:
    """Raise RowFault for a line with more bytes than this."""
    if len(line) > limit:
        raise RowFault(f"it has more than {limit:,} bytes")


def object_in(line: bytes) -> dict[str, Any]:
    """The JSON object in a line. Raises RowFault if there is none."""
    return _object(line)


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json_value(text, surrogates=True)
    except (json.JSONDecodeError, UnicodeDecodeError):
        found = None
    except ValueError as error:
        raise RowFault(str(error)) from None
    if not isinstance(found, dict):
        raise RowFault("it is no JSON object")
    return found


def _hash(body: bytes, key: bytes) -> bytes:
    return blake2b(body, digest_size=_BYTES, key=key).hexdigest().encode()


Check = Callable[[object], bool]
"""Whether a value can be that of some key."""


def require(
    row: Mapping[str, object],
    needed: Mapping[str, Check],
    optional: Mapping[str, Check] = MappingProxyType({}),
) -> None:
    """Raise RowFault unless a row has the needed keys, and fitting values."""
    for key in needed:
        if key not in row:
            raise RowFault(f"it has no {key!r}")
    for key, value in row.items():
        check = needed.get(key) or optional.get(key)
        if check is None:
            raise RowFault(f"it has a key {key!r}")
        if not check(value):
            raise RowFault(f"{key!r} cannot be {repr(value)[:60]}")


def is_count(value: object) -> bool:
    """Whether a value is a whole number from 0 on."""
    return type(value) is int and value >= 0


def is_text(value: object) -> bool:
    """Whether a value is a text."""
    return isinstance(value, str)


def are_texts(value: object) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(map(is_text, value))
