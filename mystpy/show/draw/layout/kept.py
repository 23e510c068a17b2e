"""The layout of a model after a step: each world stays where it came from.

After an announcement the worlds that are left keep their places. After an action the
worlds that came from one, as `w,a` and `w,b` from w, are around its place.
"""

from __future__ import annotations

from cmath import phase, pi, rect
from collections.abc import Iterator, Sequence
from itertools import combinations

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
    before = None
    for after in models:
        found.append(places_after(before, after, width))
        before = after, found[-1]
    return found


def places_after(
    before: tuple[Model, Places | None] | None, after: Model, width: float = WIDEST
) -> Places | None:
    """Where the worlds are of a model after another; None of one too large."""
    if len(after) > LARGEST:
        return None
    kept = None
    if before is not None and before[1] is not None:
        kept = kept_places(before[0], before[1], after)
    return places_of(after, width) if kept is None else kept


def kept_places(before: Model, places: Places, after: Model) -> Places | None:
    """The places of worlds that came from those of another model; None if they did not.

    If worlds came from one and the model has places of its own, these are used.
    """
    parents = _parents(before, after)
    if parents is None:
        return None
    base = [places[parent] for parent in parents]
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
    apart = [abs(one - other) for one, other in combinations(set(base), 2)]
    radius = AROUND * min(apart, default=190.0)
    middle = sum(base) / len(base)
    places = list(base)
    families: dict[int, list[int]] = {}
    for world, parent in enumerate(parents):
        families.setdefault(parent, []).append(world)
    for family in families.values():
        away = base[family[0]] - middle
        first = phase(away) if abs(away.imag) > 1 else pi / 2
        for k, world in enumerate(family):
            if len(family) > 1:
                places[world] += rect(radius, first + 2 * pi * k / len(family))
    return _turned(model, places, list(families.values()))


def _turned(model: Model, places: Places, families: list[list[int]]) -> Places:
    """Worlds of one family change places where that makes the lines shorter."""
    drawn, _ = links(model, places)
    near: list[dict[int, int]] = [{} for _ in places]
    for link in drawn:
        near[link.one][link.other] = near[link.other][link.one] = len(link.agents)

    def length(*worlds: int) -> float:
        ways = (
            agents * abs(places[other] - places[world])
            for world in worlds
            for other, agents in near[world].items()
        )
        return round(sum(ways), 3)

    for _ in range(SWEEPS):
        for family in families:
            for one, other in combinations(family, 2):
                now = length(one, other)
                places[one], places[other] = places[other], places[one]
                if length(one, other) >= now:
                    places[one], places[other] = places[other], places[one]
    return places
