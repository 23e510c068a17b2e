"""Scopes in words."""

from __future__ import annotations

from collections.abc import Mapping


def scope_words(scope: Mapping[str, object]) -> str:
    """A scope in words: `c <= 8, p <= 4, depth any`.

    A number of cards is an upper bound, and so is a number of players beside it.
    """
    return ", ".join(
        f"{key} <= {value}"
        if key in ("c", "p") and isinstance(scope.get("c"), int) and type(value) is int
        else ("" if value else "no ") + key
        if isinstance(value, bool)
        else f"{key} {_words(value)}"
        for key, value in scope.items()
    )


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return " and ".join(map(str, value))
    return str(value)
