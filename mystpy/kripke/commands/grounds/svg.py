"""A model with the path of worlds that bears a formula out, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mystpy.kripke.commands.grounds import text as grounds
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.refutation import Ground
from mystpy.show.draw import INK, PAPER, PATH
from mystpy.show.draw.layout.plan import Layout, plan
from mystpy.show.draw.model_svg import (
    HEAD,
    MOST_WORLDS,
    NARROWEST,
    NOTE,
    draw_legend,
    draw_plan,
)
from mystpy.show.draw.model_tikz import model_tikz
from mystpy.show.draw.svg import Box, Picture

BADGE = 24.0


def grounds_svg(state: ModelState, found: Ground, said: str, value: str) -> str:
    """A state with the path of a ground in it, each world with its number on the path.

    Of a model with too many worlds only those of the path are drawn.
    """
    state, path = path_in(state, found)
    lines = list(grounds.text(found, said, value))
    picture = Picture(lines[0], " ".join(line.strip() for line in lines[1:]))
    laid = plan(state.model)
    for one, other in pairwise(path):
        (x1, y1), (x2, y2) = laid.boxes[one].middle, laid.boxes[other].middle
        with picture.group("path"):
            picture.line(x1, y1, x2, y2, stroke=PATH, stroke_width=22,
                         stroke_linecap="round")  # fmt: skip
    draw_plan(picture, laid, state.point)
    _draw_badges(picture, laid, path)
    box = laid.bounds()
    width = max(box.width, NARROWEST)
    picture.heading(lines[0], HEAD, (box.left, box.top - 48), width)
    bottom = draw_legend(picture, [state], [laid], box)
    note = f"Thick and numbered from 0: the way from {found.name}."
    for line in [note, *lines[1:]] if path[1:] else lines[1:]:
        indent = 8.0 * (len(line) - len(line.lstrip()))
        start = box.left + indent, bottom
        bottom = picture.lines(start, line, NOTE, width - indent)
    return picture.svg()


def grounds_tikz(state: ModelState, found: Ground, said: str, value: str) -> str:
    """A state with the path of a ground in it as a tikzpicture."""
    lines = "; ".join(line.strip() for line in grounds.text(found, said, value))
    state, path = path_in(state, found)
    return model_tikz(state, lines, None, path)


def path_in(state: ModelState, found: Ground) -> tuple[ModelState, list[int]]:
    """The worlds on the path of a ground; if there are too many others, only these."""
    path = list(_path(found))
    if len(state.model) <= MOST_WORLDS:
        return state, path
    kept = sorted(set(path))
    return state.only(kept), [kept.index(world) for world in path]


def _path(found: Ground) -> Iterator[int]:
    """The worlds of the path in the model it begins in, without repetitions."""
    model, last = found.model, found.world
    yield last
    for one in found.path():
        for move in one.way:
            name = one.model.names[move.world]
            world = move.world if one.model is model else model.world(name)
            if world != last:
                yield world
            last = world


def _draw_badges(picture: Picture, laid: Layout, path: list[int]) -> None:
    """Draw the numbers on the path at the upper left of the worlds."""
    numbers: dict[int, list[str]] = {}
    for number, world in enumerate(path):
        numbers.setdefault(world, []).append(str(number))
    for world, lines in numbers.items():
        text = ",".join(lines)
        box = laid.boxes[world]
        wide = BADGE + 9.0 * (len(text) - 1)
        badge = Box.around(box.left, box.top, wide, BADGE)
        with picture.group("badge", f"{text} on the path"):
            picture.rectangle(badge, fill=INK, rx=BADGE / 2)
            corner = box.left, box.top
            picture.centred(corner, text, 15.0, bold=True, fill=PAPER)
