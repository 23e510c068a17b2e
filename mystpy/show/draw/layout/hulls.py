"""Outlines around the worlds of a large class, where they hold no other world.

In the field: convex hulls (Andrew 1979).

A chain of lines does not show that a class is one. An outline does, if nothing else is
within; where something is, lines are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import dataclass
from mystpy.kripke.model import Model
from mystpy.show.draw.layout.curves import svg_point
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
        return f"M{'L'.join(map(svg_point, self.corners))}Z"


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
    points = [
        one * (1 - k / DENSE) + other * k / DENSE
        for one, other in _edges(corners)
        for k in range(DENSE)
    ]
    return Outline(agents, block, corners, points)


def _corners(box: Box) -> Iterator[complex]:
    for x in (box.left, box.right):
        for y in (box.top, box.bottom):
            yield complex(x, y)


def _edges(corners: Places) -> Iterator[tuple[complex, complex]]:
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _hull(points: Places) -> Places:
    """The corners of the convex hull, around it."""
    ordered = sorted(set(points), key=lambda point: (point.real, point.imag))

    def half(found: Places) -> Places:
        chain: Places = []
        for point in found:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: complex, b: complex, c: complex) -> float:
    return ((b - a).conjugate() * (c - a)).imag


def _holds_others(found: Outline, boxes: list[Box]) -> bool:
    """Whether another world is within an outline, or on it: no line parts the two."""
    sides = [one - other for one, other in _edges(found.corners)]
    across = [side.conjugate() * 1j for side in (*sides, 1, 1j)]
    spans = [(way, *_span(way, found.corners)) for way in across]
    for world, box in enumerate(boxes):
        if world in found.block:
            continue
        corners = list(_corners(box))
        for way, low, high in spans:
            least, most = _span(way, corners)
            if high <= least or most <= low:
                break
        else:
            return True
    return False


def _span(across: complex, points: Places) -> tuple[float, float]:
    """From where to where points are, seen along a line."""
    found = [(across * point).real for point in points]
    return min(found), max(found)
