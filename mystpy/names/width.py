"""How wide a text is in a terminal, and texts made as wide as each other."""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """How many columns a text takes: wide signs take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(map(_width_of, text))


def _width_of(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def left(text: str, columns: int) -> str:
    """A text with spaces behind it, so that it takes so many columns."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """A text with spaces before it, so that it takes so many columns."""
    return " " * (columns - width(text)) + text
