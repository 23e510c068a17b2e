"""Which lines of a relation are drawn: enough to see its classes, and no more.

In the field: minimum spanning trees.

Of a class a tree of short lines is drawn, and round a class of three whose worlds are
equally far apart the whole triangle. All else follows by transitivity. In a relation of
belief that is done with the worlds that are seen; from each other one an arrow leads to
the nearest of those that it sees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from mystpy.kripke.model import Model

Places = npt.NDArray[np.float64]
"""Where the worlds are, an array of shape (worlds, 2)."""

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
    lengths = _lengths(model, places)
    found: dict[Pair, list[int]] = {}
    arrows: dict[Pair, list[int]] = {}
    left_out = False
    for agent, relation in enumerate(model.relations):
        for outside, block in relation.views():
            hull = bool(but) and tuple(block) in but
            kept = [] if hull or not block else list(_kept(block, lengths))
            left_out |= not hull and len(kept) < len(block) * (len(block) - 1) // 2
            left_out |= bool(outside) and len(block) > 1
            for pair in kept:
                found.setdefault(pair, []).append(agent)
            for world in outside if block else ():
                near = min(block, key=lambda other: (lengths[world, other], other))
                arrows.setdefault((world, near), []).append(agent)
    lines = [Link(*pair, tuple(found[pair])) for pair in sorted(found)]
    lines += [Link(*pair, tuple(arrows[pair]), True) for pair in sorted(arrows)]
    return lines, left_out


def _lengths(model: Model, places: Places) -> Places:
    """How long lines count, (worlds, worlds): those that agents can share are shorter.

    Rounded, so that the choice among equals does not hang on the last digit.
    """
    apart = places[:, None, :] - places[None, :, :]
    sharing = np.zeros((len(model), len(model)))
    for relation in (relation.linking() for relation in model.relations):
        sharing += relation.numbers[:, None] == relation.numbers[None, :]
    counted = np.hypot(apart[..., 0], apart[..., 1]) * SHARED ** (sharing - 1)
    return np.asarray(np.round(counted, 3), np.float64)


def _kept(block: list[int], lengths: Places) -> Iterator[Pair]:
    """The lines that are drawn of one class: a shortest tree, or a triangle."""
    if len(block) == 3:
        pairs = list(combinations(block, 2))
        ways = [lengths[pair] for pair in pairs]
        if max(ways) <= EVEN * min(ways):
            yield from pairs
            return
    world = block[0]
    nearest = {other: (lengths[world, other], world) for other in block[1:]}
    while nearest:
        world = min(nearest, key=lambda other: (nearest[other][0], other))
        _, joined = nearest.pop(world)
        yield min(world, joined), max(world, joined)
        for other, found in nearest.items():
            nearest[other] = min(found, (lengths[world, other], world))
