"""A model after a step keeps its layout: each world stays where it came from.

After an announcement the worlds that are left keep their places. After an action the
worlds that came from one, as `w,a` and `w,b` from w, stand around its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np

from mystpy.kripke.model import Model
from mystpy.show.draw.layout.places import own_places, places_of
from mystpy.show.draw.layout.stress import WIDEST
from mystpy.show.draw.layout.thinning import Places, links

AROUND = 0.27
"""How far from the place of one world those are that came from it, in distances."""
SWEEPS = 3
"""How often all worlds are looked at, whether two of them had better change places."""
LARGEST = 64
"""Models with more worlds are not laid out."""


def places_along(models: Sequence[Model], width: float = WIDEST) -> list[Places | None]:
    """Where the worlds are of models that follow each other; None of one too large."""
    found: list[Places | None] = []
    for before, after in pairwise([None, *models]):
        assert after is not None
        if len(after) > LARGEST:
            found.append(None)
            continue
        kept = None
        if before is not None and found[-1] is not None:
            kept = kept_places(before, found[-1], after)
        found.append(places_of(after, width) if kept is None else kept)
    return found


def kept_places(before: Model, places: Places, after: Model) -> Places | None:
    """The places of worlds that came from those of another model; None if they did not.

    Where worlds came of one and the model has places of its own, it is left to these.
    """
    parents = _parents(before, after)
    if parents is None:
        return None
    base = places[parents]
    if len(set(parents)) == len(parents):
        return base
    if own_places(after) is not None:
        return None
    return _around(after, base, parents)


def _parents(before: Model, after: Model) -> list[int] | None:
    """From which world each came: the one with which its name is or begins."""
    numbers = {name: number for number, name in enumerate(before.names)}
    found = []
    for name in after.names:
        beginnings = (name[:end] for end in _ends(name))
        parent = next((numbers[text] for text in beginnings if text in numbers), None)
        if parent is None:
            return None
        found.append(parent)
    return found


def _ends(name: str) -> Iterator[int]:
    yield len(name)
    yield from (k for k in reversed(range(len(name))) if name[k] == ",")


def _around(model: Model, base: Places, parents: list[int]) -> Places:
    """Worlds of one parent around its place, so that lines are short."""
    apart = [
        float(np.hypot(*(a - b))) for a, b in combinations(np.unique(base, axis=0), 2)
    ]
    radius = AROUND * min(apart, default=190.0)
    middle = base.mean(axis=0)
    places = base.copy()
    families: dict[int, list[int]] = {}
    for world, parent in enumerate(parents):
        families.setdefault(parent, []).append(world)
    for family in families.values():
        x, y = (base[family[0]] - middle).tolist()
        first = np.arctan2(y, x) if abs(y) > 1 else np.pi / 2
        for k, world in enumerate(family):
            angle = first + 2 * np.pi * k / len(family)
            if len(family) > 1:
                places[world] += radius * np.array([np.cos(angle), np.sin(angle)])
    return _turned(model, places, list(families.values()))


def _turned(model: Model, places: Places, families: list[list[int]]) -> Places:
    """Worlds of one family change places where that makes the lines shorter."""
    drawn, _ = links(model, places)
    near = np.zeros((len(model), len(model)))
    for link in drawn:
        near[link.one, link.other] = near[link.other, link.one] = len(link.agents)
    for _ in range(SWEEPS):
        for family in families:
            for one, other in combinations(family, 2):
                now = _length(places, near, one, other)
                places[[one, other]] = places[[other, one]]
                if _length(places, near, one, other) >= now:
                    places[[one, other]] = places[[other, one]]
    return places


def _length(places: Places, near: Places, *worlds: int) -> float:
    """How long the lines of some worlds are."""
    return round(
        sum(float((near[w] * np.hypot(*(places - places[w]).T)).sum()) for w in worlds),
        3,
    )
