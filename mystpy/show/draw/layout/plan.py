"""A model laid out: worlds, lines and labels in places where none hides another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.model import Model
from mystpy.show.draw.layout.captions import Caption, captions
from mystpy.show.draw.layout.curves import (
    HEAD,
    Curve,
    Flags,
    Indices,
    Numbers,
    curves,
    inside,
    points_of,
    reach_of,
)
from mystpy.show.draw.layout.places import places_of
from mystpy.show.draw.layout.thinning import (
    Outline,
    Places,
    large_classes,
    links,
    outlines,
)
from mystpy.show.draw.svg import Box, width_of

LABEL = 19.0
"""How large the letters of an agent's name are."""
GROWTH = 1.12
ATTEMPTS = 14
"""How often a layout is made larger by so much, if labels have no room in it."""
ROOM = 26.0
"""How far apart worlds are at least."""
MANY = 3
"""The most agents that are named if all of them have a line."""


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
    texts = captions(model)
    places = places_of(model) if places is None else places
    sizes = [_size(caption) for caption in texts]
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
        at, clashes = label_boxes([*ways, *around], boxes, sized)
        clashes += sum(curve.through for curve in ways)
        found = Layout(model, texts, boxes, ways, around, at, left_out)
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
    width, height = caption.size
    return max(width, 34) + 26, height + 22


def _label_size(label: str) -> tuple[float, float]:
    return width_of(label, LABEL, True) + 8, LABEL + 5


def _room(places: Places, sizes: list[tuple[float, float]]) -> float:
    """How much larger the layout must be for the boxes to be apart."""
    found = 1.0
    worlds = zip(places, sizes, strict=True)
    for (one, (w, h)), (other, (v, g)) in combinations(worlds, 2):
        apart = one - other
        wide = ((w + v) / 2 + ROOM) / max(abs(apart.real), 1e-6)
        found = max(found, min(wide, ((h + g) / 2 + ROOM) / max(abs(apart.imag), 1e-6)))
    return min(found, 6.0)


NEAR = 0.1
"""The cost of a label close to another line."""
AROUND, TIGHT, APART = 14.0, 2.0, 3.0
"""How far around a label a line counts as near, a world and a label as hidden."""
STRIP = 64.0
"""The height of the strips by which points are looked up."""
SLACK = 1.0
_SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86)
"""Where on its line a label may be, the best place first."""


def label_boxes(
    lines: Sequence[Curve | Outline],
    boxes: list[Box],
    sizes: Sequence[tuple[float, float]],
) -> tuple[list[Box], int]:
    """The rectangles of the labels of lines, and how many of them hide something.

    The label with the fewest free places is placed first. Best is a place that hides
    nothing, then one close to another line, then one that hides a line, a world or a
    label.
    """
    if not lines:
        return [], 0
    seen = [line.visible or line.points for line in lines]
    options = _options(seen, sizes)
    costs = _costs(options, seen, np.array(boxes))
    for k, line in enumerate(lines):
        if isinstance(line, Curve) and line.link.arrow:
            costs[k] += _meet(options[k], _head(seen[k][-1]))
    placed, clashes = np.empty((len(lines), 4)), 0
    chosen = np.empty((len(lines), 4))
    for done, k in enumerate(np.argsort((costs == 0).sum(axis=1), kind="stable")):
        taken = _meet(options[k][:, None], placed[:done]).sum(axis=1)
        total = costs[k] + 2 * taken
        best = total.argmin()
        clashes += int(total[best] >= 1)
        chosen[k] = options[k, best]
        placed[done] = _grown(chosen[k], APART)
    return [Box(*box) for box in chosen.tolist()], clashes


def _options(seen: Sequence[Places], sizes: Sequence[tuple[float, float]]) -> Numbers:
    """The possible rectangles of each label, in order of preference."""
    at = [[way[round(share * (len(way) - 1))] for share in _SHARES] for way in seen]
    middle = np.array(at, np.complex128)[:, :, None].view(np.float64)
    half = np.array(sizes)[:, None] / 2
    return np.concatenate([middle - half, middle + half], axis=2)


def _costs(options: Numbers, seen: Sequence[Places], boxes: Numbers) -> Numbers:
    """The cost of each place: for worlds and lines it hides, or a line close to it."""
    tight = _grown(options, TIGHT)
    worlds = _meet(tight[:, :, None], boxes).sum(axis=2)
    near, hidden = _crossed(_grown(options, AROUND), tight, seen)
    bad = (worlds > 0) | hidden
    return np.where(bad, 2.0 * worlds + 1, np.where(near, NEAR, 0.0))


def _crossed(
    around: Numbers, tight: Numbers, seen: Sequence[Places]
) -> tuple[Flags, Flags]:
    """Whether another line has a point in each of these rectangles, outer and inner.

    The points are sorted by strips and from left to right within them, so that only
    those close to a rectangle are compared with it.
    """
    points = points_of([point for way in seen for point in way])
    own = np.repeat(np.arange(len(seen)), [len(way) for way in seen])
    origin, reach = points[:, 0].min(), float(np.ptp(points[:, 0]))
    wide = reach + 4 * SLACK
    keys = points[:, 1] // STRIP * wide + (points[:, 0] - origin)
    order = np.argsort(keys)
    keys, points, own = keys[order], points[order], own[order]
    outer, inner = around.reshape(-1, 4), tight.reshape(-1, 4)
    left, right = np.clip(outer[:, ::2] - origin, 0, reach).T
    first, last = outer[:, 1::2].T // STRIP
    near, hidden = np.zeros((2, len(outer)), np.bool_)
    for strip in range(int((last - first).max()) + 1):
        begin = np.minimum(first + strip, last) * wide
        box, point = _in_ranges(
            np.searchsorted(keys, begin + left - SLACK),
            np.searchsorted(keys, begin + right + SLACK),
        )
        other = own[point] != box // len(_SHARES)
        box, point = box[other], point[other]
        near[box[inside(points[point], outer[box])]] = True
        hidden[box[inside(points[point], inner[box])]] = True
    return near.reshape(around.shape[:2]), hidden.reshape(around.shape[:2])


def _in_ranges(low: Indices, high: Indices) -> tuple[Indices, Indices]:
    """Return pairs of the number of a range and a number in that range, all of them."""
    sizes = high - low
    which = np.repeat(np.arange(len(sizes)), sizes)
    skipped = np.cumsum(sizes) - sizes
    return which, np.arange(len(which)) - (skipped - low)[which]


def _head(tip: complex) -> Numbers:
    """The space around the tip of an arrow that has to stay visible."""
    return np.array(Box.around(tip.real, tip.imag, 2 * HEAD, 2 * HEAD))


def _grown(boxes: Numbers, by: float) -> Numbers:
    return np.add(boxes, (-by, -by, by, by))


def _meet(one: Numbers, other: Numbers) -> Flags:
    found = (one[..., :2] < other[..., 2:]) & (other[..., :2] < one[..., 2:])
    return np.asarray(found[..., 0] & found[..., 1], np.bool_)
