"""A model laid out: worlds, lines and labels in places where none hides another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask
from mystpy.show.draw.layout.captions import Caption, captions
from mystpy.show.draw.layout.curves import Curve, curves, inside
from mystpy.show.draw.layout.hulls import Outline, large_classes, outlines
from mystpy.show.draw.layout.places import places_of
from mystpy.show.draw.layout.thinning import Places, links
from mystpy.show.draw.svg import Box, width_of

LABEL = 19.0
"""How large the letters of an agent's name are."""
GROWTH = 1.12
ATTEMPTS = 14
"""How often a layout is made larger by so much, if labels have no room in it."""
APART = 26.0
"""How far apart worlds are at least."""
MANY = 3
"""So many agents are named where all of them have a line."""
NEAR = 0.1
"""What it costs a label to be near to another line."""
_SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """All that is drawn of a model, with where it is.

    `boxes` are those of the worlds, `labels` those of the curves' labels, and then
    those of the outlines.
    """

    model: Model
    captions: list[Caption]
    boxes: list[Box]
    curves: list[Curve]
    outlines: list[Outline]
    labels: list[Box]
    left_out: bool

    def bounds(self) -> Box:
        """The least rectangle around all of it."""
        found = self.boxes[0]
        for box in [*self.boxes, *self.labels]:
            found = found.union(box)
        lines: list[Curve | Outline] = [*self.curves, *self.outlines]
        for line in lines:
            low, high = line.points.min(axis=0), line.points.max(axis=0)
            found = found.union(Box(*low.tolist(), *high.tolist()))
        return found


def label_of(model: Model, agents: tuple[int, ...]) -> str:
    """The label of a line: the names of its agents, `all` if they are many and all."""
    if len(agents) == len(model.agents) > MANY:
        return "all"
    return ",".join(model.agents[agent] for agent in agents)


def plan(model: Model, places: Places | None = None, *, lines: bool = False) -> Layout:
    """Lay out a model, as large as its labels need it, in these places if given.

    With `lines` large classes are drawn with lines, not with outlines.
    """
    told = captions(model)
    places = places_of(model) if places is None else places
    sizes = [_size(caption) for caption in told]
    places = places * _room(places, sizes)
    large = {} if lines else large_classes(model)
    large = {o.block: o.agents for o in outlines(large, _boxes(places, sizes))}
    drawn, left_out = links(model, places, large)
    labels = [label_of(model, link.agents) for link in drawn]
    labels += [label_of(model, agents) for agents in large.values()]
    sized = [_label_size(label) for label in labels]
    best: tuple[int, Layout] | None = None
    for _ in range(ATTEMPTS):
        boxes = _boxes(places, sizes)
        ways, around = curves(drawn, places, boxes), outlines(large, boxes)
        at, clashes = _labelled([*ways, *around], boxes, sized)
        clashes += sum(curve.through for curve in ways)
        found = Layout(model, told, boxes, ways, around, at, left_out)
        if best is None or clashes < best[0]:
            best = clashes, found
        if not clashes:
            break
        places = places * GROWTH
    assert best is not None
    return best[1]


def _boxes(places: Places, sizes: list[tuple[float, float]]) -> list[Box]:
    return [
        Box.around(x, y, *size)
        for (x, y), size in zip(places.tolist(), sizes, strict=True)
    ]


def _size(caption: Caption) -> tuple[float, float]:
    """How large the box of a world is."""
    width, height = caption.size
    return max(width, 34) + 26, height + 22


def _label_size(label: str) -> tuple[float, float]:
    return width_of(label, LABEL, True) + 8, LABEL + 5


def _room(places: Places, sizes: list[tuple[float, float]]) -> float:
    """How much larger the layout must be for the boxes to stand apart."""
    found = 1.0
    for one in range(len(places)):
        for other in range(one):
            dx, dy = np.abs(places[one] - places[other]).tolist()
            wide = (sizes[one][0] + sizes[other][0]) / 2 + APART
            high = (sizes[one][1] + sizes[other][1]) / 2 + APART
            needed = min(wide / max(dx, 1e-6), high / max(dy, 1e-6))
            found = max(found, needed)
    return min(found, 6.0)


def _labelled(
    lines: list[Curve | Outline], boxes: list[Box], sizes: list[tuple[float, float]]
) -> tuple[list[Box], int]:
    """Where the labels stand on their curves, and how many hide something."""
    seen = [curve.visible if len(curve.visible) else curve.points for curve in lines]
    worlds = _rows(boxes)
    options = []
    for k, size in enumerate(sizes):
        fits = [_at(seen[k], share, size) for share in _SHARES]
        rest = [points for j, points in enumerate(seen) if j != k]
        crossing = np.concatenate(rest) if rest else np.zeros((0, 2))
        costs = [_hidden(box, worlds, crossing) for box in fits]
        options.append(list(zip(costs, fits, strict=True)))
    order = sorted(range(len(lines)), key=lambda k: (_free(options[k]), k))
    placed: dict[int, Box] = {}
    clashes = 0
    for k in order:
        cost, box = min(
            (cost + 2 * sum(box.grown(3).meets(o) for o in placed.values()), j, box)
            for j, (cost, box) in enumerate(options[k])
        )[::2]
        clashes += cost >= 1
        placed[k] = box
    return [placed[k] for k in range(len(lines))], clashes


def _free(options: list[tuple[float, Box]]) -> int:
    return sum(not cost for cost, _ in options)


def _at(points: Places, share: float, size: tuple[float, float]) -> Box:
    x, y = points[round(share * (len(points) - 1))].tolist()
    return Box.around(x, y, *size)


def _hidden(box: Box, boxes: Places, crossing: Places) -> float:
    """How much a label hides: worlds, other lines; a little if a line is near."""
    worlds = int(_meeting(box.grown(2), boxes).sum())
    if worlds or inside(crossing, box.grown(2)).any():
        return 2.0 * worlds + 1
    return NEAR if inside(crossing, box.grown(14)).any() else 0.0


def _meeting(box: Box, boxes: Places) -> Mask:
    """Which boxes, in rows of left, top, right and bottom, meet another."""
    left, top, right, bottom = boxes.T
    found: Mask = (left < box.right) & (box.left < right)
    found &= (top < box.bottom) & (box.top < bottom)
    return found


def _rows(boxes: list[Box]) -> Places:
    return np.array([[box.left, box.top, box.right, box.bottom] for box in boxes])
