"""A model laid out: worlds, lines and labels in places where none hides another."""

from __future__ import annotations

from itertools import combinations

from mystpy.compilation import dataclass
from mystpy.kripke.model import Model
from mystpy.show.draw.layout.captions import Caption, captions
from mystpy.show.draw.layout.curves import Curve, curves, reach_of
from mystpy.show.draw.layout.hulls import Outline, large_classes, outlines
from mystpy.show.draw.layout.labels import label_boxes
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
