"""The catalogue of misconceptions: the supposed belief of a student, and a hint."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from mystpy.compilation import dataclass


@dataclass(frozen=True, slots=True)
class Misconception:
    """A misconception: its title, the belief that it consists of, and the hint.

    `mutates` says what the mutation changes: formulas, counts, histories, models,
    actions, or the number of rounds of a package's runs.
    """

    id: str
    title: str
    belief: str
    hint: str
    source: str
    mutates: tuple[str, ...]

    def as_object(self) -> dict[str, str]:
        """The misconception as JSON: its id, title and hint."""
        return {"id": self.id, "title": self.title, "hint": self.hint}


@cache
def catalogue() -> Mapping[str, Misconception]:
    """All misconceptions by their ids, the simplest mutation first."""
    text = Path(__file__).with_name("catalogue.toml").read_text("utf-8")
    rows = tomllib.loads(text)["misconception"]
    return {
        row["id"]: Misconception(**{**row, "mutates": tuple(row["mutates"])})
        for row in rows
    }


def find_misconception(name: str) -> Misconception | None:
    """The misconception with an id, or None: a file may have one that is gone."""
    return catalogue().get(name)


def simplest(names: Iterable[str]) -> str:
    """The misconception that comes first in the catalogue; "" if there is none."""
    order = {name: place for place, name in enumerate(catalogue())}
    return min(names, key=order.__getitem__, default="")
