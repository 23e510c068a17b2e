"""Where things are in an SVG picture, and whether one of them hides another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from xml.etree import ElementTree as ET

from mystpy.show.draw.svg import ASCENT, DESCENT, Box, width_of

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"
Point = tuple[float, float]


@dataclass
class Seen:
    """The parts of a picture: boxes of worlds and labels, texts, points on lines."""

    canvas: Box
    worlds: list[Box] = field(default_factory=list)
    labels: list[Box] = field(default_factory=list)
    links: list[list[Point]] = field(default_factory=list)
    texts: list[tuple[str, Box]] = field(default_factory=list)
    frames: list[tuple[Box, list[Box]]] = field(default_factory=list)


def seen(svg: str) -> Seen:
    """Read a picture back."""
    root = ET.fromstring(svg)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    found = Seen(Box(left, top, left + width, top + height))
    for group in root.iter(f"{SVG}g"):
        rects = [_rect(one) for one in group.iter(f"{SVG}rect")]
        texts = [_text(one) for one in group.iter(f"{SVG}text")]
        if group.get("class") in ("world", "label"):
            found.frames.append((rects[0], texts))
        if group.get("class") == "world":
            found.worlds.append(rects[0])
        if group.get("class") == "label":
            found.labels.append(rects[0])
        if group.get("class") == "link":
            paths = group.iter(f"{SVG}path")
            found.links.append([point for one in paths for point in _points(one)])
        if group.get("class") == "panel":
            found.frames += [(_holder(text, rects), [text]) for text in texts]
    for one in root.iter(f"{SVG}text"):
        found.texts.append((one.text or "", _text(one)))
    return found


def _rect(one: ET.Element) -> Box:
    x, y, width, height = (float(one.attrib[k]) for k in ("x", "y", "width", "height"))
    return Box(x, y, x + width, y + height)


def _text(one: ET.Element) -> Box:
    size, bold = float(one.attrib["font-size"]), "font-weight" in one.attrib
    width = width_of(one.text or "", size, bold)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[one.get("text-anchor", "start")]
    x, y = float(one.attrib["x"]) - share * width, float(one.attrib["y"])
    return Box(x, y - ASCENT * size, x + width, y + DESCENT * size)


def _holder(text: Box, rects: list[Box]) -> Box:
    """The rectangle that the middle of a text is in."""
    x, y = text.middle
    (found,) = [r for r in rects if r.left < x < r.right and r.top < y < r.bottom]
    return found


def _points(path: ET.Element) -> Iterator[Point]:
    """Points on a curve of SVG, M a Q b c."""
    ax, ay, bx, by, cx, cy = map(float, re.findall(NUMBER, path.attrib["d"]))
    moved = re.findall(NUMBER, path.get("transform", "translate(0 0)"))
    dx, dy = map(float, moved)
    for k in range(201):
        t = k / 200
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield p * ax + q * bx + r * cx + dx, p * ay + q * by + r * cy + dy


def faults(picture: Seen) -> Iterator[str]:
    """Whatever overlaps in a picture, or reaches out of it."""
    for text, box in picture.texts:
        if box.union(picture.canvas) != picture.canvas:
            yield f"{text!r} reaches out of the picture"
    for (one, first), (other, second) in combinations(picture.texts, 2):
        if first.meets(second):
            yield f"{one!r} is written over {other!r}"
    for frame, boxes in picture.frames:
        for box in boxes:
            if box.left < frame.left - 1 or box.right > frame.right + 1:
                yield f"a text is wider than its frame at {frame.middle}"
    boxes = [*picture.worlds, *picture.labels]
    for first, second in combinations(boxes, 2):
        if first.meets(second):
            yield f"boxes overlap at {first.middle} and {second.middle}"
    yield from _lines_across(picture)


def _lines_across(picture: Seen) -> Iterator[str]:
    for points in picture.links:
        ends = [box for box in picture.worlds if any(_in(p, box) for p in points)]
        if len(ends) != 2:
            yield f"a line from {points[0]} runs through {len(ends)} worlds"
    for number, label in enumerate(picture.labels):
        crossing = [
            k
            for k, points in enumerate(picture.links)
            if any(_in(p, label) for p in points)
        ]
        if crossing != [number]:
            yield f"a label at {label.middle} is on {len(crossing)} lines"


def _in(point: Point, box: Box) -> bool:
    x, y = point
    return box.left < x < box.right and box.top < y < box.bottom
