"""Families of names written out: `m(i) for i in 1..n` stands for m(1), m(2), ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from mystpy.kripke.puzzles.expressions import replace_variable, unfold, whole

Sizes = Mapping[str, int]


def fill_template(text: str, sizes: Sizes) -> str:
    """The text with the number for each expression of the sizes in braces."""

    def number(found: re.Match[str]) -> str:
        words = set(re.findall(r"[A-Za-z_]\w*", found[1]))
        computed = bool(words) or bool(re.search(r"\d", found[1]))
        known = computed and words <= set(sizes)
        return str(whole(found[1], sizes)) if known else found[0]

    return re.sub(r"\{([\w +*/%()-]+)\}", number, text)


def members(table: Mapping[str, Any], sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """The pairs of a table with its families written out."""
    for key, value in table.items():
        head = re.search(r"\sfor\s+(\w+)\s+in\s", key)
        for name, index in unfold(key, sizes):
            if head and index is not None:
                yield name, _everywhere(value, partial(_put, head[1], index))
            else:
                yield name, value


def written_out(value: Any, sizes: Sizes) -> Any:
    """A value with the families in its tables and lists written out, and all filled.

    Names and texts have numbers for `{n}`, `{n - 1}` and the like.
    """
    match value:
        case dict():
            return {
                fill_template(name, sizes): written_out(part, sizes)
                for name, part in members(value, sizes)
            }
        case list():
            return [one for part in value for one in _listed(part, sizes)]
    return fill_template(value, sizes) if isinstance(value, str) else value


def _listed(part: Any, sizes: Sizes) -> list[Any]:
    """What stands for one item of a list."""
    if isinstance(part, str):
        return [fill_template(text, sizes) for text, _ in unfold(part, sizes)]
    return [written_out(part, sizes)]


def _put(variable: str, index: int, text: str) -> str:
    return replace_variable(text, variable, index)


def _everywhere(value: Any, change: Callable[[str], str]) -> Any:
    """The value with all its texts changed, those that are keys as well."""
    match value:
        case str():
            return change(value)
        case dict():
            return {change(k): _everywhere(part, change) for k, part in value.items()}
        case list() | tuple():
            return [_everywhere(part, change) for part in value]
    return value
