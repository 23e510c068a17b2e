"""Formulas in words, put together without what is true or false by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A formula in words; unless it is `simple` it needs brackets inside another."""

    words: str
    simple: bool = True

    def __str__(self) -> str:
        return self.words if self.simple else f"({self.words})"


TRUE, FALSE = Text("true"), Text("false")


def constant(truth: bool) -> Text:
    """`true` or `false`."""
    return TRUE if truth else FALSE


def denied(text: Text) -> Text:
    """Not this formula."""
    if text in (TRUE, FALSE):
        return constant(text == FALSE)
    return Text(f"~{text}")


def joined(every: bool, parts: Iterable[Text]) -> Text:
    """All of the parts, or some of them, without those that add nothing."""
    nothing, enough = constant(every), constant(not every)
    kept = [part for part in dict.fromkeys(parts) if part != nothing]
    if enough in kept:
        return enough
    if len(kept) < 2:
        return kept[0] if kept else nothing
    return Text((" & " if every else " | ").join(map(str, kept)), False)


def implied(left: Text, right: Text) -> Text:
    """The right one, if the left one."""
    if left == TRUE or right == TRUE:
        return right
    if left == FALSE or right == FALSE:
        return denied(left)
    return Text(f"{left} -> {right}", False)


def equal(left: Text, right: Text) -> Text:
    """Both or none."""
    for one, other in ((left, right), (right, left)):
        if one in (TRUE, FALSE):
            return other if one == TRUE else denied(other)
    return Text(f"{left} <-> {right}", False)
