"""Which lines of a relation are drawn: enough to see its classes, and no more.

In the field: minimum spanning trees.

Of a class a tree of short lines is drawn, and round a class of three whose worlds are
equally far apart the whole triangle. All else follows by transitivity. In a relation of
belief that is done with the worlds that are seen; from each other one an arrow leads to
the nearest of those that it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from operator import eq

from mystpy.compilation import dataclass
from mystpy.kripke.model import Model

Places = list[complex]
"""Where worlds or points are: x + yj, in points; y is down."""
Lengths = Callable[[int, int], float]

Pair = tuple[int, int]
SHARED = 0.8
"""How much shorter a line counts if several agents can share it."""
EVEN = 1.2
"""How much longer than the others the third side of a triangle may be."""


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two worlds, one < other, and the agents whose line it is.

    An arrow leads from one to the other, whichever is less.
    """

    one: int
    other: int
    agents: tuple[int, ...]
    arrow: bool = False

    @property
    def pair(self) -> Pair:
        """The two worlds."""
        return self.one, self.other


def links(
    model: Model, places: Places, but: Collection[tuple[int, ...]] = ()
) -> tuple[list[Link], bool]:
    """The lines that are drawn, and whether others were left out.

    None are drawn of the classes `but`.
    """
    length = _lengths(model, places)
    found: dict[Pair, list[int]] = {}
    arrows: dict[Pair, list[int]] = {}
    left_out = False
    for agent, relation in enumerate(model.relations):
        for outside, block in relation.views():
            hull = bool(but) and tuple(block) in but
            kept = [] if hull or not block else list(_kept(block, length))
            left_out |= not hull and len(kept) < len(block) * (len(block) - 1) // 2
            left_out |= bool(outside) and len(block) > 1
            for pair in kept:
                found.setdefault(pair, []).append(agent)
            for world in outside if block else ():
                near = min(block, key=lambda other: (length(world, other), other))
                arrows.setdefault((world, near), []).append(agent)
    lines = [Link(*pair, tuple(found[pair])) for pair in sorted(found)]
    lines += [Link(*pair, tuple(arrows[pair]), True) for pair in sorted(arrows)]
    return lines, left_out


def _lengths(model: Model, places: Places) -> Lengths:
    """How long lines count: those that agents can share are shorter.

    Rounded, so that the choice among equals does not hang on the last digit.
    """
    classes = classes_of(model)
    shares = [SHARED ** (k - 1) for k in range(len(model.agents) + 1)]

    def length(one: int, other: int) -> float:
        share = shares[sum(map(eq, classes[one], classes[other]))]
        return float(round(abs(places[one] - places[other]) * share, 3))

    return length


def classes_of(model: Model) -> list[tuple[int, ...]]:
    """For each world the numbers of its classes: those of one class are linked."""
    numbers = [relation.linking().numbers.tolist() for relation in model.relations]
    return list(zip(*numbers, strict=True)) or [()] * len(model)


def _kept(block: list[int], length: Lengths) -> Iterator[Pair]:
    """The lines that are drawn of one class: a shortest tree, or a triangle."""
    if len(block) == 3:
        pairs = list(combinations(block, 2))
        ways = [length(*pair) for pair in pairs]
        if max(ways) <= EVEN * min(ways):
            yield from pairs
            return
    world = block[0]
    nearest = {other: (length(world, other), world) for other in block[1:]}
    while nearest:
        world = min(nearest, key=lambda other: (nearest[other][0], other))
        _, joined = nearest.pop(world)
        yield min(world, joined), max(world, joined)
        for other, found in nearest.items():
            nearest[other] = min(found, (length(world, other), world))
