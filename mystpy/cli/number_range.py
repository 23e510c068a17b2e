"""A number or a range of numbers on the command line."""

from __future__ import annotations

from typing import Any

import click

from mystpy.compilation import pattern

_RANGE = pattern(r"([0-9]{1,4000})(?:\.\.([0-9]{1,4000}))?")


class NumberRange(click.ParamType):  # type: ignore[type-arg]
    """The type of a number such as 3, or numbers such as 1..5; its value is a `range`.

    All numbers are at least `least` and at most `most`.
    """

    name = "range"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """Return the numbers."""
        if isinstance(value, range):
            return value
        read = _RANGE.fullmatch(value)
        if read is None:
            self.fail(f"{value!r} is no number, and no range such as 1..5", param, ctx)
        first = int(read[1])
        last = int(read[2] or first)
        if not self.least <= first <= last <= self.most:
            between = f"{self.least}..{self.most}"
            self.fail(f"{value} is not within {between}, from low to high", param, ctx)
        return range(first, last + 1)
