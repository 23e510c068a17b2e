"""Curves as SVG, written by hand: small panels side by side, times on a log scale.

The colours are those of Okabe and Ito, which colour-blind readers can tell apart; each
curve has a mark of its own, too. The picture has a white ground, so that it can be
read on dark pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("#0072B2", "#D55E00", "#009E73")
WIDTH, HEIGHT = 250, 190
"""The size of the area within the axes of a panel."""

LEFT, TOP, GAP_X, GAP_Y = 78, 66, 36, 84
INK, GRID = "#222222", "#d9d9d9"

Curve = Sequence[float]
"""A number for each place on the x axis, infinite where there is none."""


@dataclass(frozen=True)
class Panel:
    """One panel: its title, the x axis with its places, and the curves by name."""

    title: str
    axis: str
    places: Sequence[int]
    curves: dict[str, Curve]


def svg(rows: dict[str, list[Panel]]) -> str:
    """Draw rows of panels, by their y axis; the curves have the same names in all."""
    every = [panel for row in rows.values() for panel in row]
    numbers = [y for p in every for curve in p.curves.values() for y in curve]
    low = math.floor(math.log10(min(numbers)))
    high = math.ceil(math.log10(max(filter(math.isfinite, numbers))))
    width = LEFT + len(every) // len(rows) * (WIDTH + GAP_X)
    height = TOP + len(rows) * (HEIGHT + GAP_Y) - 22
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *_legend(list(every[0].curves)),
    ]
    for number, (axis, row) in enumerate(rows.items()):
        top = TOP + number * (HEIGHT + GAP_Y)
        middle = top + HEIGHT / 2
        turn = f'transform="rotate(-90 18 {middle})"'
        parts.append(_text(18, middle, axis, extra=turn))
        for column, panel in enumerate(row):
            left = LEFT + column * (WIDTH + GAP_X)
            inside = _panel(panel, low, high, numbered=not column)
            parts += [f'<g transform="translate({left} {top})">', *inside, "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _legend(names: Sequence[str]) -> Iterator[str]:
    for number, name in enumerate(names):
        x = LEFT + number * 260
        colour = COLOURS[number]
        yield f'<path d="M{x} 20h30" stroke="{colour}" stroke-width="2"/>'
        yield _mark(number, x + 15, 20)
        yield _text(x + 38, 20, name, anchor="start")


def _panel(panel: Panel, low: int, high: int, *, numbered: bool) -> Iterator[str]:
    """Draw one panel; its upper left corner is at 0, 0."""
    last, first = max(panel.places), min(panel.places)
    margin = 0.04 * (last - first)

    def across(x: float) -> float:
        return WIDTH * (x - first + margin) / (last - first + 2 * margin)

    def down(y: float) -> float:
        return HEIGHT * (high - math.log10(y)) / (high - low)

    yield _text(WIDTH / 2, -14, panel.title, weight="bold")
    for power in range(low, high + 1):
        y = down(10.0**power)
        yield f'<path d="M0 {y:.1f}h{WIDTH}" stroke="{GRID}"/>'
        if numbered:
            yield _text(-8, y, f"{10.0**power:,g}", anchor="end")
    for place in panel.places:
        x = across(place)
        yield f'<path d="M{x:.1f} {HEIGHT}v5" stroke="{INK}"/>'
        yield _text(x, HEIGHT + 16, str(place))
    yield f'<path d="M0 0v{HEIGHT}h{WIDTH}" fill="none" stroke="{INK}"/>'
    yield _text(WIDTH / 2, HEIGHT + 38, panel.axis)
    for number, curve in enumerate(panel.curves.values()):
        pairs = zip(panel.places, curve, strict=True)
        points = [(across(x), down(y)) for x, y in pairs]
        yield from _curve(number, points)


def _curve(number: int, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """Draw a curve, broken where a point is out of sight."""
    path, pen, marks = "", "M", []
    for x, y in points:
        if math.isfinite(y):
            path += f"{pen}{x:.1f} {y:.1f}"
            marks.append(_mark(number, x, y))
        pen = "L" if math.isfinite(y) else "M"
    stroke = f'stroke="{COLOURS[number]}" stroke-width="2"'
    yield f'<path d="{path}" fill="none" {stroke}/>'
    yield from marks


def _mark(number: int, x: float, y: float) -> str:
    """Draw a disc, a square or a triangle."""
    fill = f'fill="{COLOURS[number]}"'
    if number == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" {fill}/>'
    if number == 1:
        box = f'x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"'
        return f"<rect {box} {fill}/>"
    return f'<path d="M{x:.1f} {y - 5:.1f}l4.6 8h-9.2z" {fill}/>'


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "middle",
    weight: str = "normal",
    extra: str = "",
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    style = f'dominant-baseline="central" font-weight="{weight}" fill="{INK}"'
    return f"<text {place} {style} {extra}>{escape(text)}</text>"
