"""Which lines and outlines of a relation are drawn: enough to see its classes.

In the field: minimum spanning trees, and convex hulls (Andrew 1979).

Of a class a tree of short lines is drawn, and round a class of three whose worlds are
equally far apart the whole triangle. All else follows by transitivity. In a relation of
belief that is done with the worlds that are seen; from each other one an arrow leads to
the nearest of those that it sees. A chain of lines does not show that a large class is
one: an outline does, if nothing else is within; where something is, lines are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from operator import eq

from mystpy.compilation import dataclass
from mystpy.kripke.model import Model
from mystpy.show.draw.svg import Box

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


def svg_point(point: complex) -> str:
    """A point for SVG."""
    return f"{round(point.real, 1):g} {round(point.imag, 1):g}"


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
