"""Lines between worlds as curves that keep away from other worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from mystpy.compilation import dataclass
from mystpy.show.draw.layout.thinning import Link, Places, svg_point
from mystpy.show.draw.svg import Box

POINTS = 100
"""The number of points at which a curve is examined."""
BENDS = (0.0, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42, 0.6, -0.6)
"""The offsets by which curves are bent to the side, as shares of their lengths."""
STRANDS, APART = 3, 4.5
"""As many agents have strands of their own in a shared line, so far apart."""
HEAD = 15.0
"""How long the head of an arrow is."""
CLEAR = 7.0
"""How near to a world the line of others may come."""
_ALONG = [k / (POINTS - 1) for k in range(POINTS)]
_SHARES = np.array([((1 - t) ** 2, 2 * t * (1 - t), t**2) for t in _ALONG])
"""The weights of the three points of a curve for each of its many points."""
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
Numbers = npt.NDArray[np.float64]
"""Points, of shape (..., 2), or rectangles, of shape (..., 4).

Complex numbers are not multiplied here: NumPy rounds their products differently on
different processors.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A line that is drawn: its link, three points that make it, and many on it.

    `points` are POINTS; `visible` are those outside the two worlds. `through` counts
    the other worlds that it could not keep away from.
    """

    link: Link
    start: complex
    bend: complex
    end: complex
    points: Places
    visible: Places
    through: int

    def path(self, shift: float = 0.0) -> str:
        """The curve for SVG, as far to the side as is said."""
        a, b, c = map(svg_point, self.moved(shift))
        return f"M{a}Q{b} {c}"

    def head(self) -> tuple[complex, complex, complex]:
        """The head of an arrow, where it meets the world; its tip is in the middle."""
        points = self.visible if len(self.visible) > 1 else self.points
        tip, aside = points[-1], side(points[-min(len(points), 6)], points[-1])
        back = tip + aside * 1j * HEAD
        return back + aside * HEAD / 2, tip, back - aside * HEAD / 2

    def head_path(self) -> str:
        """The same for SVG."""
        return f"M{'L'.join(map(svg_point, self.head()))}"

    def strands(self) -> list[tuple[tuple[int, ...], float]]:
        """The lines that are drawn: their agents, and how far they are to the side."""
        agents = self.link.agents
        if len(agents) > STRANDS:
            return [(agents, 0.0)]
        middle = (len(agents) - 1) / 2
        return [((agent,), APART * (k - middle)) for k, agent in enumerate(agents)]

    def cubic(self, shift: float = 0.0) -> tuple[complex, complex, complex, complex]:
        """The four points that make it a cubic curve, as far to the side as is said."""
        start, bend, end = self.moved(shift)
        return start, (start + 2 * bend) / 3, (2 * bend + end) / 3, end

    def moved(self, shift: float) -> tuple[complex, complex, complex]:
        """The three points, as far to the side as is said."""
        aside = side(self.start, self.end) * shift
        return self.start + aside, self.bend + aside, self.end + aside


def curves(drawn: list[Link], places: Places, boxes: list[Box]) -> list[Curve]:
    """The curves of these links, each bent as little as will do."""
    if not drawn:
        return []
    pairs = np.array([link.pair for link in drawn])
    ends = points_of(places)[pairs]
    control, points, hits = _bent(_first_bends(drawn), ends, _Obstacles(pairs, boxes))
    own = np.array(boxes)[pairs][:, :, None]
    hidden: Flags = np.any(inside(points[:, None], own), axis=1)
    bends = control.view(np.complex128)[:, 0].tolist()
    return [
        Curve(link, places[link.one], bend, places[link.other], _places(along),
              _places(along[~under]), hit)
        for link, bend, along, under, hit in zip(
            drawn, bends, points, hidden, hits.tolist(), strict=True
        )
    ]  # fmt: skip


def _first_bends(drawn: list[Link]) -> Indices:
    """The index of the first bend to try for each link.

    Of several lines between two worlds, each is bent further than the one before.
    """
    between: Counter[frozenset[int]] = Counter()
    found = []
    for link in drawn:
        ends = frozenset(link.pair)
        found.append(2 * between[ends])
        between[ends] += 1
    return np.array(found)


class _Obstacles:
    """The worlds that each line has to avoid."""

    def __init__(self, pairs: Indices, boxes: list[Box]) -> None:
        self.boxes = np.array([box.grown(CLEAR) for box in boxes])
        self.others = np.ones((len(pairs), len(boxes)), np.bool_)
        np.put_along_axis(self.others, pairs, False, axis=1)

    def spans(
        self, start: Numbers, aside: Numbers, length: Numbers
    ) -> tuple[Numbers, Numbers]:
        """Where each world begins and ends beside each line; NaN if it is not there."""
        corner, far = self.boxes[:, :2], self.boxes[:, 2:]
        x, y = (far - corner).T / 2
        away = (corner + far) / 2 - start[:, None]
        (dx, dy), (ax, ay) = np.moveaxis(away, -1, 0), aside.T[:, :, None]
        along, across = x * abs(ay) + y * abs(ax), x * abs(ax) + y * abs(ay)
        forward, sideways = dx * ay - dy * ax, dx * ax + dy * ay
        beside = (-along < forward) & (forward < length[:, None] + along) & self.others
        sideways[~beside] = np.nan
        return sideways - across, sideways + across

    def hits(self, close: Flags, points: Numbers) -> Numbers:
        """How many of the worlds close to it each line enters."""
        line, world = close.nonzero()
        entered = inside(points[line], self.boxes[world][:, None]).any(axis=1)
        return np.bincount(line[entered], minlength=len(points)).astype(np.float64)


def _bent(
    first: Indices, ends: Numbers, obstacles: _Obstacles
) -> tuple[Numbers, Numbers, Indices]:
    """The control points of curves, the points on them, and how many worlds they enter.

    Each curve gets the first bend with which it enters the fewest worlds.
    """
    start, end = ends[:, 0], ends[:, 1]
    along = end - start
    length = np.hypot(*along.T)
    aside = along[:, ::-1] * (-1, 1) / np.maximum(length, 1e-9)[:, None]
    low, high = obstacles.spans(start, aside, length)
    hits = np.full(len(first), np.inf)
    control, points = np.empty_like(start), np.empty((len(first), POINTS, 2))
    left = np.arange(len(first))
    for more in range(len(BENDS)):
        left = left[(hits[left] > 0) & (first[left] + more < len(BENDS))]
        if not len(left):
            break
        far = np.array(BENDS)[first[left] + more] * length[left]
        middle = (start[left] + end[left]) / 2 + aside[left] * 2 * far[:, None]
        way = np.stack([start[left], middle, end[left]], axis=1)
        tried = sum(_SHARES[:, k, None] * way[:, None, k] for k in range(3))
        reach = np.maximum(far, 0)[:, None], np.minimum(far, 0)[:, None]
        close = (low[left] < reach[0]) & (reach[1] < high[left])
        hit = obstacles.hits(close, tried)
        better = hit < hits[left]
        which = left[better]
        hits[which], control[which] = hit[better], middle[better]
        points[which] = tried[better]
    return control, points, hits.astype(np.intp)


def reach_of(points: Iterable[complex]) -> Box:
    """The least rectangle around some points."""
    x, y = zip(*((point.real, point.imag) for point in points), strict=True)
    return Box(min(x), min(y), max(x), max(y))


def side(start: complex, end: complex) -> complex:
    """A step of length 1 to the side of a line."""
    along = end - start
    return along * 1j / max(abs(along), 1e-9)


def points_of(places: Places) -> Numbers:
    """Convert places, which are complex numbers, to points."""
    return np.array(places, np.complex128)[:, None].view(np.float64)


def _places(points: Numbers) -> Places:
    return list(np.ascontiguousarray(points).view(np.complex128)[:, 0].tolist())


def inside(points: Numbers, boxes: Numbers) -> Flags:
    """Return whether each point is inside its rectangle."""
    found = (boxes[..., :2] < points) & (points < boxes[..., 2:])
    return np.asarray(found[..., 0] & found[..., 1], np.bool_)
