"""Messages between a referee and a program: JSON objects, one on a line.

The format is newline-delimited JSON with a schema.

The JSON schema beside this module lists the messages and their keys; messages that are
read are checked against it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mystpy.errors import MystError, QueryError, did_you_mean, one_of
from mystpy.files.json_text import json_line, json_value

VERSION = 1
"""The version of the protocol: another one cannot be played with."""

MAX_NAME = 100
"""The most characters of a program's name."""

Message = Mapping[str, Any]
"""A message: `type` says which, the other keys are those of the schema."""

SCHEMA = Path(__file__).with_name("messages.json")

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


@cache
def kinds() -> Mapping[str, Mapping[str, Any]]:
    """The schema of each kind of message, by its name."""
    found: Mapping[str, Any] = json.loads(SCHEMA.read_text("utf-8"))["$defs"]
    return found


def write_message(message: Message) -> bytes:
    """Return a message as a line; keys with None are omitted, except `winner`."""
    kept = {k: v for k, v in message.items() if v is not None or k == "winner"}
    return f"{json_line(kept)}\n".encode()


def read_message(line: bytes, *wanted: str) -> Message:
    """The message of a line, which is of one of these types.

    Raises QueryError if it is no message, none of these, or the other side says that
    something is wrong.
    """
    message = parse_message(line, *wanted)
    kind = message["type"]
    if kind == "error":
        text = f"the other side says: {message['error']}"
        raise QueryError(text, hint=message.get("hint"))
    if kind not in wanted:
        raise QueryError(f"unexpected {kind}; expected {one_of(wanted)}")
    return message


def parse_message(line: bytes, *wanted: str) -> Message:
    """The message of a line, by the schema; the hint names those that are wanted.

    Raises QueryError if it is no message.
    """
    try:
        message = json_value(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise QueryError(f"the message is not UTF-8: byte {error.start}") from None
    except ValueError as error:
        raise QueryError(
            f"the message is not JSON: {error}", hint="write one object on each line"
        ) from None
    if not isinstance(message, dict):
        raise QueryError("the message is not a JSON object", hint="write {...}")
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in kinds():
        near = did_you_mean(str(kind), kinds())
        raise QueryError(
            f"there is no message of type {str(kind)[:40]!r}",
            hint=near or f"expected {one_of(wanted or list(kinds()))}",
        )
    if fault := _fault(message, kinds()[kind]):
        raise QueryError(f"{kind}: {fault[0]}", hint=fault[1])
    return message


def _fault(value: Mapping[str, Any], schema: Mapping[str, Any]) -> Any:
    """Return the fault of a message by its schema, and a hint; None if valid."""
    properties = schema["properties"]
    for key in schema["required"]:
        if key not in value:
            near = [other for other in value if other not in properties]
            keys = f"the keys are {', '.join(properties)}"
            meant = did_you_mean(key, near)
            return f"there is no {key!r}", f"{meant} {keys}" if meant else keys
    for key, rule in properties.items():
        if key in value and not _fits(value[key], rule):
            wanted = rule.get("type", rule.get("const"))
            named = wanted if isinstance(wanted, str) else one_of(wanted)
            return f"{key} is {str(value[key])[:40]!r}, not of type {named}", None
    return None


def _fits(value: object, rule: Mapping[str, Any]) -> bool:
    if "const" in rule:
        return bool(value == rule["const"])
    named = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
    types = tuple(each for name in named for each in _TYPES[name])
    if isinstance(value, bool) and bool not in types:
        return False
    items = rule.get("items")
    if isinstance(value, list) and items:
        return list in types and all(_fits(each, items) for each in value)
    return isinstance(value, types)


def hello(name: str, *, text: bool | None = None, token: str | None = None) -> Message:
    """The first message of either side; a program that connects shows its token."""
    said = {"type": "hello", "version": VERSION, "name": name}
    return {**said, "text": text, "token": token}


def read_hello(line: bytes) -> Message:
    """The other side's hello.

    Raises QueryError if it speaks another version, or its name cannot be printed.
    """
    message = read_message(line, "hello")
    if message["version"] != VERSION:
        raise QueryError(
            f"hello: version {message['version']} is not spoken here",
            hint=f"speak version {VERSION}",
        )
    require_name(message["name"])
    return message


def require_name(name: str) -> None:
    """Raise QueryError unless a name can be printed and is not too long."""
    if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        raise QueryError(
            f"hello: the name is {name[:40]!r}",
            hint=f"a name has 1 to {MAX_NAME} printable characters",
        )


def error(fault: MystError, *, again: bool = False) -> Message:
    """Return the message for a fault, which says whether there is another try."""
    return {
        "type": "error",
        "error": str(fault),
        "hint": fault.hint,
        "again": again or None,
    }


def file_name(name: str) -> str:
    """A name with nothing but letters, digits, - and _, that can be that of a file."""
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in name)[:80]


def distinct(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number after it if it is taken, regardless of capitals."""
    known = {other.casefold() for other in taken}
    found, number = name, 1
    while found.casefold() in known:
        number += 1
        found = f"{name}-{number}"
    return found
