"""How work on a text grows with the text, counted in steps: no clock is read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def growth(work: Callable[[str], object], small: str, large: str) -> float:
    """Return the ratio of the steps for the large text to those for the small one.

    A step is a call, of Python's own functions as well, or a character that a method of
    the text reads. A regular expression is one step.
    """
    return _steps(work, large) / _steps(work, small)


class _Text(str):
    """A text that counts the characters through which its methods run."""

    __slots__ = ("characters",)
    characters: int

    def __getitem__(self, key: Any) -> str:
        found = super().__getitem__(key)
        self.characters += len(found)
        return found


def _searching(name: str) -> Callable[..., Any]:
    """A method that runs from one place to another."""
    plain = getattr(str, name)

    def method(self: _Text, found: str, start: int = 0, end: int | None = None) -> Any:
        self.characters += len(range(len(self))[start:end])
        return plain(self, found, start, end)

    return method


def _whole(name: str) -> Callable[..., Any]:
    """A method that runs through all of the text."""
    plain = getattr(str, name)

    def method(self: _Text, *args: Any) -> Any:
        self.characters += len(self)
        return plain(self, *args)

    return method


for _name in ("count", "find", "index", "rfind", "rindex"):
    setattr(_Text, _name, _searching(_name))
for _name in ("split", "splitlines", "partition", "replace", "translate"):
    setattr(_Text, _name, _whole(_name))


def _steps(work: Callable[[str], object], text: str) -> int:
    counted = _Text(text)
    counted.characters = 0
    calls, before = 0, sys.getprofile()

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work(counted)
    finally:
        sys.setprofile(before)
    return calls + counted.characters
