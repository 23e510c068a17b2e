"""The results of a tournament as SVG: each player's share of the wins, with interval.

In the field: a dot plot with error bars (Cleveland 1984).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy.show.draw import INK, PALE, RULE, YES
from mystpy.show.draw.svg import Box, Picture, baseline, width_of

ROW, SIZE, NOTE = 46.0, 19.0, 15.0
"""The height of a player's row, and the sizes of letters in it and below."""
LONG = 520.0
"""The length of the axis."""
DOT, SMALL = 6.0, 2.6
"""The sizes of dots, of shares and of those in one seat."""
TICKS = (0.01, 0.02, 0.05, 0.1, 0.2)
MOST_TICKS = 8

Row = tuple[str, Mapping[str, Any]]


def standings_svg(found: Mapping[str, Any], title: str) -> str:
    """Return the last line of a tournament's results as an SVG file, the best first."""
    rows = sorted(found["players"].items(), key=lambda row: -row[1]["share"])
    picture = Picture(title, " ".join(_in_words(rows, found)))
    left = max(width_of(name, SIZE) for name, _ in rows) + 24
    axis = _Axis(picture, left, _highest(rows), ROW * len(rows))
    axis.draw(found.get("fair"))
    for number, (name, row) in enumerate(rows):
        middle = ROW * (number + 0.5)
        picture.text(0, baseline(middle, SIZE), name, SIZE)
        tip = f"{name}: {row['share']:.3f} ({row['low']:.3f} to {row['high']:.3f})"
        with picture.group("player", tip):
            axis.share(row, middle)
    y = axis.bottom + 62
    for note in _notes(found):
        y = picture.lines((0, y), note, NOTE, left + LONG, step=21, fill=PALE)
    picture.heading(title, SIZE + 4, (0, -26), left + LONG)
    return picture.svg()


def _in_words(rows: Sequence[Row], found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the picture in words, for readers who do not see it."""
    for name, row in rows:
        within = f"{row['low']:.3f} to {row['high']:.3f}"
        yield f"{name} has a share of {row['share']:.3f}, {within}."
    yield from _notes(found)


def _notes(found: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"Shares of the wins for each seat taken, in {found['games']:,} games of "
        f"{found['deals']:,} deals, seed {found['seed']}, with intervals of 95 % by "
        "deals. Small dots are the shares in each seat."
    )
    if found.get("fair"):
        yield f"The dashed line is the fair share, {found['fair']:.3f}."


def _highest(rows: Sequence[Row]) -> float:
    """Return the largest share on the axis."""
    seats = (share for _, row in rows for share in row["seats"] if share is not None)
    return float(max([0.05, *(row["high"] for _, row in rows), *seats]))


class _Axis:
    """The axis of shares, from 0 to the next tick above the highest."""

    def __init__(
        self, picture: Picture, left: float, highest: float, bottom: float
    ) -> None:
        self.picture, self.left, self.bottom = picture, left, bottom
        self.tick = next((t for t in TICKS if highest / t <= MOST_TICKS), TICKS[-1])
        self.ticks = math.ceil(round(highest / self.tick, 9))

    def at(self, share: float) -> float:
        return self.left + LONG * share / (self.tick * self.ticks)

    def draw(self, fair: float | None) -> None:
        """Draw the axis with its ticks, and the fair share if there is one."""
        for number in range(self.ticks + 1):
            x = self.at(number * self.tick)
            self.picture.line(x, 0, x, self.bottom, stroke=RULE, stroke_width=1.2)
            label = f"{100 * number * self.tick:.0f} %"
            self.picture.text(x, self.bottom + 24, label, NOTE, anchor="middle")
        if fair is not None:
            x = self.at(fair)
            low, dash = self.bottom + 6, "6 5"
            self.picture.line(x, -6, x, low, stroke=INK, stroke_dasharray=dash)

    def share(self, row: Mapping[str, Any], y: float) -> None:
        low, high = self.at(row["low"]), self.at(row["high"])
        self.picture.interval((low, y), (high, y), YES)
        for share in row["seats"]:
            if share is not None:
                self._dot(self.at(share), y + 15, SMALL, PALE)
        self._dot(self.at(row["share"]), y, DOT, YES)

    def _dot(self, x: float, y: float, radius: float, colour: str) -> None:
        box = Box.around(x, y, 2 * radius, 2 * radius)
        self.picture.rectangle(box, rx=radius, fill=colour)
