"""A model laid out: worlds, lines and labels in places where none hides another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from math import inf

from mystpy.kripke.model import Model
from mystpy.show.draw.layout.captions import Caption, captions
from mystpy.show.draw.layout.curves import (
    HEAD,
    Curve,
    curves,
    enters,
    reach_of,
    within,
)
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
CELL = 64.0
Cells = dict[tuple[float, float], list[tuple[int, complex]]]
"""The points of lines by squares of so many points, each with the line's number."""
Option = tuple[float, int, Box]
"""What a place for a label costs, its number among others, and the place."""
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
            found = found.union(reach_of(line.points))
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
    places = _scaled(places, _room(places, sizes))
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
        places = _scaled(places, GROWTH)
    assert best is not None
    return best[1]


def _scaled(places: Places, by: float) -> Places:
    return [place * by for place in places]


def _boxes(places: Places, sizes: list[tuple[float, float]]) -> list[Box]:
    return [
        Box.around(place.real, place.imag, *size)
        for place, size in zip(places, sizes, strict=True)
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
    worlds = zip(places, sizes, strict=True)
    for (one, (w, h)), (other, (v, g)) in combinations(worlds, 2):
        apart = one - other
        wide = ((w + v) / 2 + APART) / max(abs(apart.real), 1e-6)
        found = max(
            found, min(wide, ((h + g) / 2 + APART) / max(abs(apart.imag), 1e-6))
        )
    return min(found, 6.0)


def _labelled(
    lines: list[Curve | Outline], boxes: list[Box], sizes: list[tuple[float, float]]
) -> tuple[list[Box], int]:
    """Where the labels stand on their curves, and how many hide something."""
    seen = [line.visible or line.points for line in lines]
    cells: Cells = {}
    for k, points in enumerate(seen):
        for point in points:
            cell = point.real // CELL, point.imag // CELL
            cells.setdefault(cell, []).append((k, point))
    options: list[list[Option]] = []
    for k, size in enumerate(sizes):
        fits = enumerate(_at(seen[k], share, size) for share in _SHARES)
        head = _head(lines[k])
        options.append(
            sorted(
                (_hidden(b, boxes, cells, k) + any(map(b.meets, head)), j, b)
                for j, b in fits
            )
        )
    order = sorted(range(len(lines)), key=lambda k: (_free(options[k]), k))
    placed: dict[int, Box] = {}
    clashes = 0
    for k in order:
        grown = [box.grown(3) for box in placed.values()]
        best: Option = inf, 0, boxes[0]
        for cost, j, box in options[k]:
            if cost > best[0]:
                break
            best = min(best, (cost + 2 * sum(map(box.meets, grown)), j, box))
        clashes += best[0] >= 1
        placed[k] = best[2]
    return [placed[k] for k in range(len(lines))], clashes


def _head(line: Curve | Outline) -> list[Box]:
    """What an arrow needs around its tip, so that one sees where it leads."""
    if isinstance(line, Outline) or not line.link.arrow:
        return []
    tip = (line.visible or line.points)[-1]
    return [Box.around(tip.real, tip.imag, 2 * HEAD, 2 * HEAD)]


def _free(options: list[Option]) -> int:
    return sum(not cost for cost, *_ in options)


def _at(points: Places, share: float, size: tuple[float, float]) -> Box:
    place = points[round(share * (len(points) - 1))]
    return Box.around(place.real, place.imag, *size)


def _hidden(box: Box, boxes: list[Box], cells: Cells, own: int) -> float:
    """How much a label hides: worlds, other lines; a little if a line is near."""
    around, tight = box.grown(14), box.grown(2)
    worlds = sum(map(tight.meets, boxes))
    left, top, right, bottom = (round(side // CELL) for side in around)
    points = [
        point
        for cell in product(range(left, right + 1), range(top, bottom + 1))
        for line, point in cells.get(cell, ())
        if line != own
    ]
    near = within(points, around)
    if worlds or enters(near, tight):
        return 2.0 * worlds + 1
    return NEAR if near else 0.0
