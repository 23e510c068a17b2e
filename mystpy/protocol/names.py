"""Names of programs, as players and as names of files."""

from __future__ import annotations

from collections.abc import Iterable


def file_name(name: str) -> str:
    """A name with nothing but letters, digits, - and _, that can be that of a file."""
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in name)[:80]


def distinct(name: str, taken: Iterable[str]) -> str:
    """A name, with a number behind it if it is taken; capitals make no difference."""
    known = {other.casefold() for other in taken}
    found, number = name, 1
    while found.casefold() in known:
        number += 1
        found = f"{name}-{number}"
    return found
