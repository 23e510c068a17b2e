"""JSON texts: written as one line, and read within bounds if somebody else wrote them.

Refused are numbers that are not finite or have very many digits, texts with half of a
surrogate pair, and objects that are nested too deeply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from mystpy.compilation import pattern

MAX_DEPTH = 100
"""Lists and objects within each other; what walks through them is recursive."""

MAX_DIGITS = 100
"""Digits of a whole number: what is computed from it can still be printed."""

_MANY_DIGITS = pattern(rf"[0-9]{{{MAX_DIGITS + 1}}}")

Object = dict[str, object]
Pairs = Callable[[list[tuple[str, Any]]], Any]


def json_line(answer: Mapping[str, object]) -> str:
    """Return an object as one line of JSON."""
    import json

    return json.dumps(answer, separators=(",", ":"), allow_nan=False)


def json_value(
    text: str | bytes, pairs: Pairs | None = None, *, surrogates: bool = False
) -> Any:
    """The value of a JSON text; `pairs` makes the value of each object.

    With `surrogates`, halves of surrogate pairs are read: names of files have them.
    Raises ValueError, which is a JSONDecodeError with the position if the text is not
    JSON, and says what is wrong.
    """
    import json  # most files are TOML

    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        found = json.loads(
            text, parse_float=_finite, parse_constant=_finite, object_pairs_hook=pairs
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except json.JSONDecodeError:
        raise
    except ValueError as error:
        if _MANY_DIGITS.search(text):
            raise ValueError(f"a number has more than {MAX_DIGITS} digits") from None
        raise error from None
    require_plain(found, digits=bool(_MANY_DIGITS.search(text)))
    if not surrogates and r"\ud" in text.lower():
        _require_whole_characters(found)
    return found


def distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object as a dict, for `pairs`. Raises ValueError for a key twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key[:40]!r} occurs twice in one object")
        found[key] = value
    return found


def _finite(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise ValueError(f"{word[:40]} is not a finite number")
    return number


def require_plain(value: object, *, digits: bool = True) -> None:
    """Raise ValueError for values nested too deeply, and for numbers with many digits.

    Without `digits` the numbers are not looked at.
    """
    kinds = (dict, list, int) if digits else (dict, list)
    level, depth = [value], 0
    while level := [one for one in level if isinstance(one, kinds)]:
        if digits and any(type(one) is int and _is_long(one) for one in level):
            raise ValueError(f"a number has more than {MAX_DIGITS} digits")
        level = [inner for one in level for inner in _inner(one)]
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")


def _inner(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _is_long(number: int) -> bool:
    return bool(abs(number) >= 10**MAX_DIGITS)


def _require_whole_characters(value: object) -> None:
    import json

    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a text has half of a surrogate pair") from None
