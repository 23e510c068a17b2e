"""Outlines around the worlds of a large class, where they hold no other world.

In the field: convex hulls (Andrew 1979).

A chain of lines does not show that a class is one. An outline does, if nothing else is
within; where something is, lines are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mystpy.kripke.model import Model
from mystpy.show.draw.layout.thinning import Places
from mystpy.show.draw.svg import Box

FEWEST = 5
"""Classes of fewer worlds are drawn with lines."""
ASIDE, FURTHER = 12.0, 7.0
"""How far an outline is from its worlds, and those of further agents from it."""
DENSE = 12


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The outline of a class of some agents: its corners, and many points on it."""

    agents: tuple[int, ...]
    block: tuple[int, ...]
    corners: Places
    points: Places

    @property
    def visible(self) -> Places:
        """All of its points."""
        return self.points

    def path(self) -> str:
        """The outline for SVG."""
        first, *rest = (f"{x:g} {y:g}" for x, y in self.corners.round(1).tolist())
        return f"M{first}" + "".join(f"L{point}" for point in rest) + "Z"


Classes = dict[tuple[int, ...], tuple[int, ...]]
"""Classes of worlds, each with the numbers of the agents whose class it is."""


def large_classes(model: Model) -> Classes:
    """The classes that are large enough for an outline."""
    found: Classes = {}
    for agent, relation in enumerate(model.relations):
        for _, block in relation.views():
            if len(block) >= FEWEST:
                key = tuple(block)
                found[key] = (*found.get(key, ()), agent)
    return found


def outlines(wanted: Classes, boxes: list[Box]) -> list[Outline]:
    """The outlines of these classes; without those that would hold another world."""
    made = (
        _outline(agents, block, boxes, ASIDE + FURTHER * k)
        for k, (block, agents) in enumerate(wanted.items())
    )
    return [found for found in made if not _holds_others(found, boxes)]


def _outline(
    agents: tuple[int, ...], block: tuple[int, ...], boxes: list[Box], aside: float
) -> Outline:
    corners = _hull(
        [corner for world in block for corner in _corners(boxes[world].grown(aside))]
    )
    ends = np.roll(corners, -1, axis=0)
    shares = np.arange(DENSE)[None, :, None] / DENSE
    points = corners[:, None, :] * (1 - shares) + ends[:, None, :] * shares
    return Outline(agents, block, corners, points.reshape(-1, 2))


def _corners(box: Box) -> Iterator[tuple[float, float]]:
    for x in (box.left, box.right):
        for y in (box.top, box.bottom):
            yield x, y


def _hull(points: list[tuple[float, float]]) -> Places:
    """The corners of the convex hull, around it."""
    ordered = sorted(set(points))

    def half(found: list[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for point in found:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return np.array(half(ordered) + half(ordered[::-1]))


def _turn(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _holds_others(found: Outline, boxes: list[Box]) -> bool:
    """Whether another world is within an outline, or on it: no line parts the two."""
    return any(
        not _parted(found.corners, np.array(list(_corners(box))))
        for world, box in enumerate(boxes)
        if world not in found.block
    )


def _parted(one: Places, other: Places) -> bool:
    """Whether a line along an edge of the hull, or of the box, has them apart."""
    along = np.concatenate([np.roll(one, -1, axis=0) - one, np.eye(2)])
    across = np.column_stack([-along[:, 1], along[:, 0]])
    mine, others = one @ across.T, other @ across.T
    return bool(
        (
            (mine.max(axis=0) <= others.min(axis=0))
            | (others.max(axis=0) <= mine.min(axis=0))
        ).any()
    )
