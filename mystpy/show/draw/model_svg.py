"""A Kripke model as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, takewhile

from mystpy.errors import QueryError
from mystpy.kripke.clusters import BeliefClusters
from mystpy.kripke.files.model_state import ModelState, numbers_reached
from mystpy.kripke.text import losses
from mystpy.show.draw import ACTUAL, INK, NODE, PALE, PAPER, stroke
from mystpy.show.draw.layout.captions import (
    BELOW,
    BELOW_LINE,
    NAME,
    NAME_LINE,
    reading_of_bits,
)
from mystpy.show.draw.layout.curves import STRANDS, Curve
from mystpy.show.draw.layout.plan import LABEL, Layout, label_of, plan
from mystpy.show.draw.layout.thinning import Outline, Places
from mystpy.show.draw.svg import Box, Picture, width_of
from mystpy.show.draw.translation import translated

MOST_WORLDS = 64
"""The maximal number of worlds drawn: with more, nothing can be read."""
MOST_IN_DOT = 500
"""The maximal number of worlds written into a DOT file."""
HEAD, NOTE = 24.0, 16.0
"""The size of the letters of a title and of the notes below."""
NARROWEST = 420.0
Style = dict[str, str | float]
MANY_STYLE: Style = {"stroke": INK, "stroke_width": 3}
"""The style of the line that many agents share."""


def model_svg(state: ModelState, title: str, places: Places | None = None) -> str:
    """A state of a model file as an SVG file, under a title, in these places if given.

    Raises QueryError if there are more than MOST_WORLDS worlds.
    """
    require_few(state)
    laid = plan(state.model, places)
    picture = Picture(title, model_in_words(state))
    draw_plan(picture, laid, state.point)
    box = laid.bounds()
    width = max(box.width, NARROWEST)
    picture.heading(title, HEAD, (box.left, box.top - 34), width)
    draw_legend(picture, [state], [laid], box)
    return picture.svg()


def require_few(state: ModelState, *, alone: bool = True) -> None:
    """Raise QueryError if a model has too many worlds for a picture.

    The options that its hint names are those of a picture that is alone.
    """
    if len(state.model) > MOST_WORLDS:
        raise QueryError(
            f"the model has {len(state.model)} worlds, and pictures have room for "
            f"{MOST_WORLDS}",
            hint=smaller(state, MOST_WORLDS) if alone else None,
        )


def smaller(state: ModelState, most: int) -> str | None:
    """Return options that draw at most `most` worlds of a larger state, if any."""
    ways = []
    if state.kinds <= most:
        ways.append(f"--contract draws the {state.kinds} that formulas tell apart")
    if state.point is not None:
        sizes = takewhile(
            lambda size: size <= most, numbers_reached(state.model, state.point)
        )
        *_, (steps, size) = enumerate(sizes)
        ways.append(f"--reach {steps} draws the {size} nearest to the actual one")
    if most < len(state.model) <= MOST_IN_DOT:
        ways.append("a .dot file has room for them")
    return "; ".join(ways) or None


def model_in_words(state: ModelState) -> str:
    """Return the model in words, for screen readers."""
    model = state.model
    actual = "" if state.actual is None else f", the actual one is {state.actual}"
    parts = [f"A Kripke model with {len(model)} worlds{actual}."]
    for agent, relation in zip(model.agents, model.relations, strict=True):
        if isinstance(relation, BeliefClusters):
            parts += belief_texts(state, agent, relation)
            continue
        blocks = [block for block in relation.classes() if len(block) > 1]
        names = [
            "{" + " ".join(model.names[w] for w in block) + "}" for block in blocks
        ]
        alike = ", ".join(names) or "no two worlds; all are told apart"
        parts.append(f"{agent} cannot tell apart {alike}.")
    return " ".join(parts)


def belief_texts(
    state: ModelState, agent: str, relation: BeliefClusters
) -> Iterator[str]:
    """Yield an agent's beliefs in words, with the worlds."""
    names = state.model.names
    for outside, core in relation.views():
        here = " ".join(names[w] for w in sorted(outside + core))
        seen = " ".join(names[w] for w in core)
        held = f"only {{{seen}}}" if seen else "no world"
        yield f"In {{{here}}} {agent} holds {held} possible."


def draw_plan(
    picture: Picture, laid: Layout, point: int | None, dx: float = 0, dy: float = 0
) -> None:
    """Draw a model that is laid out, moved by so much: lines, labels, worlds."""
    style = f"translate({dx:g} {dy:g})"
    picture.cover(laid.bounds().moved(dx, dy))
    for curve in laid.curves:
        with picture.group("link"):
            _draw_curve(picture, curve, style)
    for outline in laid.outlines:
        with picture.group("outline"):
            _draw_outline(picture, outline, style)
    around = laid.labels[len(laid.curves) :]
    for outline, box in zip(laid.outlines, around, strict=True):
        with picture.group("outline-label"):
            label = label_of(laid.model, outline.agents)
            _draw_label(picture, label, box.moved(dx, dy))
    for curve, box in zip(laid.curves, laid.labels, strict=False):
        label = label_of(laid.model, curve.link.agents)
        with picture.group("label"):
            _draw_label(picture, label, box.moved(dx, dy))
    for world, box in enumerate(laid.boxes):
        with picture.group("world", laid.captions[world].full):
            _draw_world(picture, laid, world, box.moved(dx, dy), world == point)


def _draw_curve(picture: Picture, curve: Curve, transform: str) -> None:
    if curve.link.arrow:
        picture.path(
            curve.head_path(), None, stroke=INK, stroke_width=3, transform=transform
        )
    for agents, shift in curve.strands():
        style = {"transform": transform, **_styled(agents)}
        picture.path(curve.path(shift), None, **style)


def _draw_outline(picture: Picture, outline: Outline, transform: str) -> None:
    style: Style = {"transform": transform, "stroke_linejoin": "round"}
    picture.path(outline.path(), None, **style | _styled(outline.agents))


def _styled(agents: tuple[int, ...]) -> Style:
    """Return the style of the line of an agent, or of many."""
    if len(agents) > 1:
        return MANY_STYLE
    line = stroke(agents[0])
    style: Style = {"stroke": line.colour, "stroke_width": 3}
    if line.dash:
        style |= {"stroke_dasharray": line.dash, "stroke_linecap": "round"}
    return style


def _draw_label(picture: Picture, label: str, box: Box) -> None:
    picture.rectangle(box, fill=PAPER, rx=6)
    picture.centred(box.middle, label, LABEL, bold=True)


def _draw_world(
    picture: Picture, laid: Layout, world: int, box: Box, actual: bool
) -> None:
    caption = laid.captions[world]
    x, _ = box.middle
    if actual:
        picture.rectangle(
            box, fill=ACTUAL, stroke=INK, stroke_width=3, rx=12, class_="actual"
        )
        picture.rectangle(
            box.grown(-5), fill="none", stroke=INK, stroke_width=1.5, rx=8
        )
    else:
        picture.rectangle(box, fill=NODE, stroke=PALE, stroke_width=1.5, rx=12)
    y = box.top + 11
    for line in caption.main:
        picture.centred((x, y + NAME_LINE / 2), line, NAME, bold=actual)
        y += NAME_LINE
    for line in caption.below:
        picture.centred((x, y + 14), line, BELOW)
        y += BELOW_LINE


def draw_legend(
    picture: Picture, states: list[ModelState], laid: list[Layout], box: Box
) -> float:
    """Draw a legend below a rectangle, and return where it ends."""
    width = max(box.width, NARROWEST)
    y = _draw_samples(picture, _samples(laid), box, width)
    for note in _notes(states, laid):
        y = picture.lines((box.left, y), note, NOTE, width)
    return y


def _draw_samples(
    picture: Picture, samples: list[tuple[str, Style]], box: Box, width: float
) -> float:
    """Draw a piece of each kind of line; return how far down the notes begin."""
    x, y = box.left, box.bottom + 44
    for label, style in samples:
        needed = 54 + width_of(label, NOTE, True) + 24
        if x > box.left and x + needed > box.left + width:
            x, y = box.left, y + 24
        middle = y - 5
        picture.line(x, middle, x + 46, middle, **style)
        picture.text(x + 54, y, label, NOTE, bold=True)
        x += needed
    return y + 26


def _samples(laid: list[Layout]) -> list[tuple[str, Style]]:
    """Return the samples of the legend: each agent's line, and the line of many."""
    agents = laid[0].model.agents
    found = [(agent, _styled((k,))) for k, agent in enumerate(agents)]
    shared = {len(c.link.agents) for one in laid for c in one.curves} - {1, 2, STRANDS}
    shared |= {len(o.agents) for one in laid for o in one.outlines} - {1}
    if len(agents) in shared:
        found.append((translated(f"all {len(agents)} agents"), MANY_STYLE))
    if shared - {len(agents)}:
        found.append((translated("the agents that are named on it"), MANY_STYLE))
    return found


def _notes(states: list[ModelState], laid: list[Layout]) -> Iterator[str]:
    around = any(one.outlines for one in laid)
    yield (
        "A line joins, and an outline holds, worlds that the agent cannot tell apart."
        if around
        else "A line joins worlds that the agent cannot tell apart."
    )
    beliefs = any(r.core is not None for s in states for r in s.model.relations)
    if beliefs:
        yield (
            "An arrow leads from a world that the agent holds impossible there to one "
            "that is possible."
        )
    blind = dict.fromkeys(chain.from_iterable(map(losses, states)))
    yield from (f"{line[:1].upper()}{line[1:]}." for line in blind)
    if any(state.point is not None for state in states):
        yield "Double frame: the actual world."
    itself = ", unless an arrow leaves it" if beliefs else ""
    left = f"Not drawn: the link of each world to itself{itself}"
    yield (
        f"{left}, and links that follow because worlds joined by a path of one "
        "agent's lines cannot be told apart."
        if any(one.left_out for one in laid)
        else f"{left}."
    )
    bits = dict.fromkeys(reading_of_bits(state.model) for state in states)
    yield from (line for line in bits if line)
