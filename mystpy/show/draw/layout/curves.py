"""Lines between worlds as curves that keep away from other worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
_ALONG = [k / (POINTS - 1) for k in range(POINTS)]
SHARES = [((1 - t) ** 2, 2 * t * (1 - t), t**2) for t in _ALONG]
"""What the three points of a curve contribute to each of the many on it."""


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
        a, b, c = map(told, self.moved(shift))
        return f"M{a}Q{b} {c}"

    def head(self) -> tuple[complex, complex, complex]:
        """The head of an arrow, where it meets the world; its tip is in the middle."""
        points = self.visible if len(self.visible) > 1 else self.points
        tip, aside = points[-1], side(points[-min(len(points), 6)], points[-1])
        back = tip + aside * 1j * HEAD
        return back + aside * HEAD / 2, tip, back - aside * HEAD / 2

    def head_path(self) -> str:
        """The same for SVG."""
        return f"M{'L'.join(map(told, self.head()))}"

    def moved(self, shift: float) -> tuple[complex, complex, complex]:
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
    start, end = places[link.one], places[link.other]
    aside, length = side(start, end), abs(end - start)
    others = [box.grown(CLEAR) for k, box in enumerate(boxes) if k not in link.pair]
    beside = list(_beside(others, start, aside, length))
    best: tuple[int, complex, Places] | None = None
    for bend in bends:
        far = bend * length
        control = (start + end) / 2 + aside * 2 * far
        points = [a * start + b * control + c * end for a, b, c in SHARES]
        hit = sum(
            low < max(far, 0) and min(far, 0) < high and enters(points, box)
            for low, high, box in beside
        )
        if best is None or hit < best[0]:
            best = hit, control, points
        if not hit:
            break
    assert best is not None
    hit, control, points = best
    hidden = set(within(points, boxes[link.one]) + within(points, boxes[link.other]))
    visible = [point for point in points if point not in hidden]
    return Curve(link, start, control, end, points, visible, hit)


def _beside(
    boxes: list[Box], start: complex, aside: complex, length: float
) -> Iterator[tuple[float, float, Box]]:
    """The rectangles beside a line, with how far to its side they begin and end."""
    for box in boxes:
        x, y = box.width / 2, box.height / 2
        away = (complex(*box.middle) - start) * aside.conjugate() * 1j
        along = x * abs(aside.imag) + y * abs(aside.real)
        across = x * abs(aside.real) + y * abs(aside.imag)
        if -along < away.real < length + along:
            yield away.imag - across, away.imag + across, box


def told(point: complex) -> str:
    """A point for SVG."""
    return f"{round(point.real, 1):g} {round(point.imag, 1):g}"


def reach_of(points: Iterable[complex]) -> Box:
    """The least rectangle around some points."""
    x, y = zip(*((point.real, point.imag) for point in points), strict=True)
    return Box(min(x), min(y), max(x), max(y))


def side(start: complex, end: complex) -> complex:
    """A step of length 1 to the side of a line."""
    along = end - start
    return along * 1j / max(abs(along), 1e-9)


def enters(points: Places, box: Box) -> bool:
    """Whether a point is in a rectangle."""
    left, top, right, bottom = box
    return any(left < p.real < right and top < p.imag < bottom for p in points)


def within(points: Places, box: Box) -> Places:
    """Which points are in a rectangle."""
    left, top, right, bottom = box
    return [p for p in points if left < p.real < right and top < p.imag < bottom]
