"""A Kripke model as DOT, the language of Graphviz.

`dot -Tsvg` computes a new layout; `neato -n2 -Tsvg` keeps the places of mystpy's
pictures.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.errors import QueryError
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.show.draw import ACTUAL, INK, NODE, stroke
from mystpy.show.draw.layout.captions import captions
from mystpy.show.draw.layout.curves import side
from mystpy.show.draw.layout.plan import Layout, label_of, plan
from mystpy.show.draw.layout.thinning import Link, Places, links
from mystpy.show.draw.model_svg import MOST_IN_DOT, MOST_WORLDS, smaller

ASIDE = 12.0
"""How far labels are beside their lines: Graphviz does not interrupt these."""


def model_dot(state: ModelState, title: str, places: Places | None = None) -> str:
    """A state of a model file as a DOT file, under a title.

    Raises QueryError if there are more than MOST_IN_DOT worlds.
    """
    model = state.model
    if len(model) > MOST_IN_DOT:
        raise QueryError(
            f"the model has {len(model)} worlds, and a DOT file is written for at "
            f"most {MOST_IN_DOT}",
            hint=smaller(state, MOST_IN_DOT),
        )
    laid: Layout | None = None
    if len(model) <= MOST_WORLDS:
        laid = plan(model, places, lines=True)
    lines = [*_head(title), *_worlds(state, laid), *_links(model, laid), "}\n"]
    return "\n".join(lines)


def _head(title: str) -> Iterator[str]:
    yield "graph model {"
    yield f"  label={_quoted(title)}; labelloc=t; fontsize=20;"
    yield '  fontname="Helvetica"; overlap=false; splines=true; outputorder=edgesfirst;'
    yield (
        '  node [shape=box, style="rounded,filled", '
        f'fillcolor="{NODE}", fontname="Helvetica", fontsize=18];'
    )
    yield '  edge [fontname="Helvetica-Bold", fontsize=15, penwidth=2];'


def _worlds(state: ModelState, laid: Layout | None) -> Iterator[str]:
    """The nodes; Graphviz is left to place them where there are many."""
    texts = captions(state.model) if laid is None else laid.captions
    for world, caption in enumerate(texts):
        lines = (_quoted(line)[1:-1] for line in (*caption.main, *caption.below))
        label = "\\n".join(lines)
        parts = [f'label="{label}"', f"tooltip={_quoted(caption.full)}"]
        if laid is not None:
            parts.append(f'pos="{_point(*laid.boxes[world].middle)}"')
        if world == state.point:
            parts.append(f'peripheries=2, penwidth=2, fillcolor="{ACTUAL}"')
        yield f"  w{world} [{', '.join(parts)}];"


def _links(model: Model, laid: Layout | None) -> Iterator[str]:
    """The edges, with the ways and the places of labels if they are laid out."""
    if laid is None:
        in_a_row = [complex(world) for world in range(len(model))]
        drawn, _ = links(model, in_a_row)
        yield from (_edge(model, link, "") for link in drawn)
        return
    for curve, box in zip(laid.curves, laid.labels, strict=True):
        way = " ".join(_point(p.real, p.imag) for p in curve.cubic())
        at = complex(*box.middle) + side(curve.start, curve.end) * ASIDE
        where = f', pos="{way}", lp="{_point(at.real, at.imag)}"'
        yield _edge(model, curve.link, where)


def _edge(model: Model, link: Link, where: str) -> str:
    label = _quoted(label_of(model, link.agents))
    style = stroke(link.agents[0])
    alone = len(link.agents) == 1
    colour = style.colour if alone else INK
    kind = _KINDS.get(style.dash, "dashed") if alone else "solid"
    tip = ", dir=forward" if link.arrow else ""
    return (
        f"  w{link.one} -- w{link.other} "
        f'[label={label}, color="{colour}", style={kind}{tip}{where}];'
    )


def _point(x: float, y: float) -> str:
    """A point in Graphviz's way: y grows upwards."""
    return f"{round(x)},{-round(y)}"


_KINDS = {"": "solid", "2 6": "dotted"}


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
