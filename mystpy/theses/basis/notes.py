"""Notes as sentences."""

from __future__ import annotations


def sentence(note: str) -> str:
    """A note with a full stop, and a capital letter unless a formula comes first."""
    first = note.partition(" ")[0]
    if first == "a" or (first.isalpha() and len(first) > 1):
        note = note[0].upper() + note[1:]
    return note and note.rstrip(".") + "."


def join_notes(first: str | None, second: str | None) -> str:
    """Two notes as one: sentences stay sentences, and a clause follows a semicolon."""
    if not first or not second:
        return first or second or ""
    if first.endswith("."):
        return f"{first} {sentence(second)}"
    return f"{first}; {second}"
