"""The width of a text in a terminal, and texts padded to the same width."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """Return the number of columns: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(map(_width_of, text))


def _width_of(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def left(text: str, columns: int) -> str:
    """Return a text that is padded on the right to this number of columns."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Return a text that is padded on the left to this number of columns."""
    return " " * (columns - width(text)) + text
