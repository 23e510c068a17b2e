"""Values written on one line: a JSON object, or inline TOML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mystpy.compilation import pattern
from mystpy.errors import ParseError, QueryError
from mystpy.files.json_text import json_value
from mystpy.files.toml import quoted, toml_table

_JSON = pattern(r'\[|\{\s*"[^"]*"\s*(?::|$)')
"""How a text begins that is meant as JSON, and not as inline TOML."""


def inline_value(text: str, source: str, example: Callable[[str], str | None]) -> Any:
    """Return the value of a text; `source` is what messages call it.

    Raises ParseError with the place at fault, or QueryError. `example` returns the hint
    for a text: how a value of this kind is written.
    """
    from json import JSONDecodeError

    text = text.strip()
    try:
        return json_value(text)
    except JSONDecodeError as error:
        if _JSON.match(text):
            raise ParseError(
                f"this is not JSON: {error.msg}",
                text=text,
                position=error.pos,
                source=source,
            ) from None
    except ValueError as error:
        raise QueryError(f"{source}: {error}") from None
    if "=" not in text:
        message = f"{source} is neither JSON nor inline TOML"
        raise QueryError(message, hint=example(text))
    return _inline(text, source, example)


def _inline(text: str, source: str, example: Callable[[str], str | None]) -> Any:
    opening = "game = " if text.startswith(("{", "[")) else "game = {"
    closing = "}" if opening.endswith("{") else ""
    try:
        return toml_table(opening + text + closing, None)["game"]
    except ParseError as error:
        meant = quoted(text)
        hint = None if meant == text else f"put texts in quotes: {source} '{meant}'"
        raise ParseError(
            error.message,
            text=text,
            position=error.position - len(opening),
            source=source,
            hint=hint or example(text),
        ) from None
