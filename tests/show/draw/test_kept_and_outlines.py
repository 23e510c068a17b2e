"""A model keeps its layout after a step; classes have outlines, and chains rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings

from mystpy.kripke.construction import build_model
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition, closure
from mystpy.show.draw.layout.curves import reach_of
from mystpy.show.draw.layout.kept import kept_places, places_along
from mystpy.show.draw.layout.places import places_of
from mystpy.show.draw.layout.plan import Layout, plan
from mystpy.show.draw.layout.thinning import FEWEST, Classes, outlines
from mystpy.show.draw.lessons import Lesson, Panel, Strip
from mystpy.show.draw.model_svg import model_svg
from mystpy.show.draw.model_tikz import in_latex, model_tikz
from mystpy.show.draw.stages_svg import stages_svg
from mystpy.show.draw.strip_svg import strip_svg
from mystpy.show.draw.svg import Box, pdf_of
from tests.kripke.random_models import models
from tests.show.draw.examples import example
from tests.show.draw.geometry import SVG, faults, seen


def test_tetra_keeps_its_shape_after_a_card_is_shown() -> None:
    before, after = example("tetra").model, example("tetra", 1).model
    there, here = places_along([before, after])
    assert there is not None
    assert here is not None
    for world, name in enumerate(after.names):
        parent = before.world(name.split(",")[0])
        away = [abs(place - here[world]) for place in there]
        assert away.index(min(away)) == parent
    state = ModelState(after, 0)
    assert list(faults(seen(model_svg(state, "Tetra", here)))) == []


def test_after_an_announcement_the_worlds_stay_where_they_are() -> None:
    states = [example("three-muddy-children", k).model for k in range(3)]
    laid = places_along(states)
    for (before, there), (after, here) in pairwise(zip(states, laid, strict=True)):
        assert there is not None
        assert here is not None
        for world, name in enumerate(after.names):
            assert here[world] == there[before.world(name)]
    strangers = build_model(["x"], {}, {"x": []})
    assert kept_places(states[0], places_of(states[0]), strangers) is None


def test_where_an_arrow_leads_is_seen_and_printed() -> None:
    """No label hides the head of an arrow, and TikZ draws it as SVG does."""
    state = example("secret-letter", 2)
    laid = plan(state.model)
    arrows = [curve for curve in laid.curves if curve.link.arrow]
    assert len(arrows) == 2
    for curve in arrows:
        head = reach_of(curve.head())
        assert not [box for box in laid.labels if box.meets(head)]
    printed = model_tikz(state, "Letter")
    heads = re.findall(r"draw\[very thick\] \(\S+ -- \(\S+ -- \(\S+;", printed)
    assert len(heads) == len(arrows)
    assert "very thick" not in model_tikz(example("hexa"), "Hexa")


def test_an_event_says_when_it_can_happen() -> None:
    found = [example("coin-in-a-box", k) for k in range(2)]
    drawn = stages_svg(found, "Coin")
    texts = [one.text for one in ET.fromstring(drawn).iter(f"{SVG}text")]
    assert {"if p", "if ~p", "if true"} <= set(texts)
    shown = stages_svg([example("example-05", k) for k in range(2)], "Show")
    assert "if h(1,r)" in shown


def drawn_relations(laid: Layout) -> Iterator[Partition]:
    """For each agent the relation that lines and outlines show."""
    for number in range(len(laid.model.agents)):
        pairs = [c.link.pair for c in laid.curves if number in c.link.agents]
        for outline in laid.outlines:
            if number in outline.agents:
                pairs += pairwise(outline.block)
        yield closure(pairs, len(laid.model))


@given(models(9))
@settings(max_examples=15)
def test_lines_and_outlines_give_the_relations(model: Model) -> None:
    laid = plan(model)
    assert list(drawn_relations(laid)) == list(model.relations)


def test_an_outline_holds_its_class_and_nothing_else() -> None:
    boxes = [Box.around(60.0 * k, 0, 20, 20) for k in range(FEWEST)]
    outside, inside = Box.around(30, 60, 20, 20), Box.around(30, 0, 8, 8)
    block: Classes = {tuple(range(FEWEST)): (0,)}
    assert len(outlines(block, [*boxes, outside])) == 1
    assert outlines(block, [*boxes, inside]) == []
    (found,) = outlines(block, boxes)
    around = reach_of(found.corners)
    assert around.left < -10 < 10 < around.bottom


def universal(size: int) -> Model:
    names = [f"w{k}" for k in range(size)]
    return build_model(
        names, {agent: [names] for agent in "abcd"}, {n: [] for n in names}
    )


def test_what_all_agents_share_is_said_so() -> None:
    few = model_svg(ModelState(universal(2), 0), "Few")
    texts = [one.text for one in ET.fromstring(few).iter(f"{SVG}text")]
    assert {"all", "all 4 agents"} <= set(texts)
    many = model_svg(ModelState(universal(FEWEST), 0), "Many")
    assert many.count('class="outline"') == 1
    assert list(faults(seen(many))) == []


def test_a_long_chain_goes_to_and_fro() -> None:
    size = 20
    model = Model(
        [f"w{k}" for k in range(size)],
        ("a", "b"),
        (
            Partition.of_keys(k // 2 for k in range(size)),
            Partition.of_keys((k + 1) // 2 for k in range(size)),
        ),
        {"p": np.arange(size) == 0},
    )
    (wide,) = places_along([model], 800)
    assert wide is not None
    assert reach_of(wide).width <= 800
    # Each is next to the one before.
    assert max(abs(one - other) for one, other in pairwise(wide)) < 200
    assert list(faults(seen(model_svg(ModelState(model, 0), "Chain", wide)))) == []


def test_a_model_is_written_as_tikz() -> None:
    state = example("coin-in-a-box", 1)
    made = model_tikz(state, "A coin")
    assert made.startswith("% A coin\n\\begin{tikzpicture}")
    assert made.count("\\node[draw") == len(state.model)
    assert made.count("fill=actual") == 1
    assert r"looked\_and\_saw\_tails" in made
    assert made.count("{") == made.count("}")
    for line in made.splitlines()[2:-1]:
        assert re.fullmatch(r"\\(draw|node|definecolor).*[;}]", line)
    assert in_latex("a_b ~ ¬p^") == r"a\_b \textasciitilde{} $\neg$p\textasciicircum{}"


def test_a_picture_is_written_as_pdf() -> None:
    pytest.importorskip("cairosvg")
    made = pdf_of(model_svg(example("hexa"), "Hexa"))
    assert made.startswith(b"%PDF")
    assert len(made) > 4000  # an empty page has less than 1000


def test_a_part_of_a_strip_is_drawn_and_in_rows() -> None:
    none, some = Lesson((), None, None), Lesson(("2 has s1",), 6, 3)
    panels = tuple(Panel(2 * k, (f"no({k})", f"yes({k})"), (some,)) for k in range(6))
    strip = Strip(("player 1",), (), (none,), panels, ("endturn(1)",))
    part = strip.part(4, 6)
    assert [panel.first for panel in part.panels] == [4, 6]
    assert (part.start, part.silent) == ((), ())
    assert strip.part(0, 11) == strip
    wide, narrow = (seen(strip_svg(strip, "Strip", room)) for room in (None, 600.0))
    assert narrow.canvas.width < 700 < wide.canvas.width
    assert list(faults(narrow)) == []
