"""The values of games as SVG, over the size of the pile: a panel for each q.

In the field: small multiples (Tufte 1990) of a dot plot with error bars.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import ceil, floor

from mystpy.compilation import NamedTuple
from mystpy.show.draw import INK, PALE, RULE, stroke
from mystpy.show.draw.svg import Box, Picture, baseline, width_of

TITLE, SIZE, NOTE = 23.0, 17.0, 15.0
"""The sizes of letters: of the title, of panels, of axes and notes."""
LARGE, SMALL = (122.0, 380.0, 24.0), (44.0, 200.0, 9.0)
"""The width and height for each size of the pile, and the distance between hands."""
MATTERS = 0.02
"""Panels are large if the value changes by this much with the players who may bluff."""
GAP, BELOW = 62.0, 84.0
"""The distances between panels."""
WIDEST = 900.0
"""Panels are drawn side by side up to this width."""
TICK = 0.1
BLUFFS = {
    "both": ("both may bluff", ""),
    "one": ("player 1 may bluff", "9 4"),
    "other": ("player 2 may bluff", "2 4"),
    "nobody": ("nobody may bluff", "9 4 2 4"),
}
"""The players who may bluff, in words, and the dashes of such lines."""


class PlottedValue(NamedTuple):
    """The value of a game MYST(m,n,2,q), or bounds on it, and the bluffers."""

    m: int
    n: int
    q: int
    bluff: str
    lower: Fraction
    upper: Fraction

    @property
    def middle(self) -> float:
        """Return where its mark is."""
        return float(self.lower + self.upper) / 2

    @property
    def description(self) -> str:
        """Return the value in words."""
        bounds = f"{float(self.lower):.4f} to {float(self.upper):.4f}"
        value = str(self.lower) if self.lower == self.upper else bounds
        return f"MYST({self.m},{self.n},2,{self.q}), {BLUFFS[self.bluff][0]}: {value}"


def values_svg(points: Sequence[PlottedValue]) -> str:
    """Return the values as an SVG file; there is at least one."""
    title = "What player 1 wins, by the size of the pile"
    ordered = sorted(points, key=lambda p: (p.q, p.m, p.n))
    picture = Picture(title, ". ".join(p.description for p in ordered) + ".")
    found = [_Panel(picture, q, list(of)) for q, of in groupby(ordered, lambda p: p.q)]
    low = min(panel.lower for panel in found)
    high = max(panel.upper for panel in found)
    left, top, bottom = 0.0, 0.0, 0.0
    for panel in found:
        panel.lower, panel.upper = low, high
        if left and left + panel.width > WIDEST:
            left, top = 0.0, bottom + BELOW
        panel.draw(left, top)
        left += panel.width + GAP
        bottom = max(bottom, top + panel.height)
    corner = -40, bottom + 66
    picture.lines(corner, _note(points), NOTE, WIDEST, step=21, fill=PALE)
    _draw_legend(picture, points, -40, -62)
    picture.heading(title, TITLE, (-40, -98), WIDEST)
    return picture.svg()


def _note(points: Sequence[PlottedValue]) -> str:
    caption = "m cards in the pile, n in each hand, q in a question."
    if any(p.lower != p.upper for p in points):
        caption += " A bar goes from bound to bound where the value is not known."
    if len({p.bluff for p in points}) > 1:
        caption += (
            " Marks lie on each other where it makes no difference who may bluff."
        )
    return caption


class _Panel:
    """The values of games with questions of one size."""

    def __init__(self, picture: Picture, q: int, points: list[PlottedValue]) -> None:
        self.picture, self.q, self.points = picture, q, points
        self.lower = floor(float(min(p.lower for p in points)) / TICK) * TICK
        self.upper = ceil(float(max(p.upper for p in points)) / TICK) * TICK
        self._first = min(p.m for p in points)
        self._last = max(p.m for p in points)
        self._hands = sorted({p.n for p in points})
        self._left = self._top = 0.0
        games = groupby(points, lambda p: (p.m, p.n))
        values = [[p.middle for p in of] for _, of in games]
        large = any(max(of) - min(of) > MATTERS for of in values)
        self._column, self.height, self._aside = LARGE if large else SMALL

    @property
    def width(self) -> float:
        return self._column * (self._last - self._first + 1)

    def draw(self, left: float, top: float) -> None:
        """Draw the panel with its upper left corner at this point."""
        self._left, self._top = left, top
        self._axes()
        series = sorted(self.points, key=lambda p: (p.n, list(BLUFFS).index(p.bluff)))
        lines = [list(of) for _, of in groupby(series, lambda p: (p.n, p.bluff))]
        for line in lines:
            for one, other in pairwise(line):
                self._joined(one, other)
        for line in reversed(lines):  # those for both, small and full, on top
            for point in line:
                self._mark(point)

    def _axes(self) -> None:
        title = f"q = {self.q}"
        self.picture.text(self._left, self._top - 14, title, SIZE, bold=True)
        right, bottom = self._left + self.width, self._top + self.height
        for k in range(round(self.lower / TICK), round(self.upper / TICK) + 1):
            y = self._y(k * TICK)
            self.picture.line(self._left, y, right, y, stroke=RULE, stroke_width=1.2)
            label = f"{k * TICK:.1f}"
            x = self._left - 8
            self.picture.text(x, baseline(y, NOTE), label, NOTE, anchor="end")
        for m in range(self._first, self._last + 1):
            x = self._left + (m - self._first + 0.5) * self._column
            label = f"m = {m}" if m == self._first else str(m)
            self.picture.text(x, bottom + 26, label, NOTE, anchor="middle")

    def _x(self, point: PlottedValue) -> float:
        aside = self._hands.index(point.n) - (len(self._hands) - 1) / 2
        return (
            self._left
            + (point.m - self._first + 0.5) * self._column
            + aside * self._aside
        )

    def _y(self, value: float) -> float:
        whole = max(self.upper - self.lower, TICK)
        return self._top + self.height * (1 - (value - self.lower) / whole)

    def _joined(self, one: PlottedValue, other: PlottedValue) -> None:
        dash = BLUFFS[one.bluff][1]
        style: dict[str, str | float] = {"stroke": stroke(one.n - 1).colour}
        style |= {"stroke_width": 1.4, "stroke_opacity": 0.6}
        style |= {"stroke_dasharray": dash} if dash else {"stroke_width": 2.2}
        ends = self._x(one), self._y(one.middle), self._x(other), self._y(other.middle)
        if other.m == one.m + 1:
            x1, y1, x2, y2 = ends
            self.picture.line(x1, y1, x2, y2, **style)

    def _mark(self, point: PlottedValue) -> None:
        x, colour = self._x(point), stroke(point.n - 1).colour
        with self.picture.group("value", point.description):
            if point.lower != point.upper:
                low, high = self._y(float(point.lower)), self._y(float(point.upper))
                self.picture.interval((x, low), (x, high), colour)
            _draw_mark(self.picture, point.bluff, x, self._y(point.middle), colour)


def _draw_mark(picture: Picture, bluff: str, x: float, y: float, colour: str) -> None:
    """Draw a dot, a triangle that points up or down, or a square around it."""
    style: dict[str, str | float] = {"stroke": colour, "stroke_width": 1.8}
    if bluff == "both":
        picture.rectangle(Box.around(x, y, 8, 8), rx=4, fill=colour)
    elif bluff == "nobody":
        box = Box.around(x, y, 14, 14)
        picture.rectangle(box, **style, fill="none")
    else:
        up = -1 if bluff == "one" else 1
        corners = f"M{x - 9:.1f} {y - 6 * up:.1f}h18L{x:.1f} {y + 10 * up:.1f}z"
        picture.path(corners, Box.around(x, y, 20, 20), **style)


def _draw_legend(
    picture: Picture, points: Sequence[PlottedValue], x: float, y: float
) -> None:
    """Draw a legend of colours and marks, from this point to the right."""

    def label(text: str, x: float) -> float:
        picture.text(x, baseline(y, NOTE), text, NOTE)
        return x + width_of(text, NOTE) + 14

    for n in sorted({p.n for p in points}):
        picture.line(x, y, x + 26, y, stroke=stroke(n - 1).colour, stroke_width=3.0)
        x = label(f"n = {n}", x + 34)
    present = {p.bluff for p in points}
    for bluff, (words, _) in BLUFFS.items():
        if bluff in present:
            _draw_mark(picture, bluff, x + 10, y, INK)
            x = label(words, x + 26)
