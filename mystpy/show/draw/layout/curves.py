"""Lines between worlds as curves that keep away from other worlds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from mystpy.kripke.partition import Mask
from mystpy.show.draw.layout.thinning import Link, Places
from mystpy.show.draw.svg import Box

POINTS = 100
"""At how many points a curve is looked at."""
BENDS = (0.0, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42, 0.6, -0.6)
"""How far curves are bent to the side, as shares of their lengths."""
HEAD = 15.0
"""How long the head of an arrow is."""
CLEAR = 7.0
"""How near to a world the line of others may come."""
_ALONG = np.linspace(0, 1, POINTS)[:, None]
SHARES = ((1 - _ALONG) ** 2, 2 * _ALONG * (1 - _ALONG), _ALONG**2)
"""What the three points of a curve contribute to the many on it; (POINTS, 1) each."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A line that is drawn: its link, three points that make it, and many on it.

    `points` has shape (POINTS, 2); `visible` are those outside the two worlds.
    `through` counts the other worlds that it could not keep away from.
    """

    link: Link
    start: Places
    bend: Places
    end: Places
    points: Places
    visible: Places
    through: int = 0

    def path(self, shift: float = 0.0) -> str:
        """The curve for SVG, as far to the side as is said."""
        a, b, c = (p.round(1).tolist() for p in self.moved(shift))
        return f"M{a[0]:g} {a[1]:g}Q{b[0]:g} {b[1]:g} {c[0]:g} {c[1]:g}"

    def head(self) -> str:
        """The head of an arrow for SVG, where the curve meets the world."""
        points = self.visible if len(self.visible) > 1 else self.points
        tip = points[-1]
        along = tip - points[-min(len(points), 6)]
        along = along / max(float(np.hypot(*along)), 1e-9)
        aside = np.array([-along[1], along[0]])
        back = tip - along * HEAD
        one, other = back + aside * HEAD / 2, back - aside * HEAD / 2
        (a, b), (c, d), (e, f) = (p.round(1).tolist() for p in (one, tip, other))
        return f"M{a:g} {b:g}L{c:g} {d:g}L{e:g} {f:g}"

    def moved(self, shift: float) -> tuple[Places, Places, Places]:
        """The three points, as far to the side as is said."""
        aside = side(self.start, self.end) * shift
        return self.start + aside, self.bend + aside, self.end + aside


def curves(drawn: list[Link], places: Places, boxes: list[Box]) -> list[Curve]:
    """The curves of these links, each bent as little as will do."""
    found = []
    between: Counter[frozenset[int]] = Counter()
    for link in drawn:
        ends = frozenset(link.pair)
        # A line beside another between the same two worlds is bent further.
        found.append(_curve(link, places, boxes, BENDS[2 * between[ends] :]))
        between[ends] += 1
    return found


def _curve(
    link: Link, places: Places, boxes: list[Box], bends: tuple[float, ...]
) -> Curve:
    others = [box.grown(CLEAR) for k, box in enumerate(boxes) if k not in link.pair]
    tried: list[tuple[int, int, Curve]] = []
    for order, bend in enumerate(bends):
        curve = _bent(link, places, boxes, bend)
        reach = _reach(curve.points)
        near = (box for box in others if box.meets(reach))
        hit = sum(int(inside(curve.points, box).any()) for box in near)
        if not hit:
            return curve
        tried.append((hit, order, curve))
    hit, _, curve = min(tried, key=lambda found: found[:2])
    return replace(curve, through=hit)


def _bent(link: Link, places: Places, boxes: list[Box], bend: float) -> Curve:
    start, end = places[link.one], places[link.other]
    length = float(np.hypot(*(end - start)))
    control = (start + end) / 2 + side(start, end) * 2 * bend * length
    points = SHARES[0] * start + SHARES[1] * control + SHARES[2] * end
    hidden = inside(points, boxes[link.one]) | inside(points, boxes[link.other])
    return Curve(link, start, control, end, points, points[~hidden])


def _reach(points: Places) -> Box:
    left, top = points.min(axis=0).tolist()
    right, bottom = points.max(axis=0).tolist()
    return Box(left - 1, top - 1, right + 1, bottom + 1)


def side(start: Places, end: Places) -> Places:
    """A step of length 1 to the side of a line."""
    along = end - start
    length = max(float(np.hypot(*along)), 1e-9)
    return np.array([-along[1], along[0]]) / length


def inside(points: Places, box: Box) -> Mask:
    """Which points are in a rectangle."""
    x, y = points[:, 0], points[:, 1]
    found: Mask = (box.left < x) & (x < box.right) & (box.top < y) & (y < box.bottom)
    return found
