"""Models look like the figures of the paper, and lines are as few as will do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.kripke.deals import hexa, letter, tetra
from mystpy.kripke.files.model_state import ModelState, reachable_worlds
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition, closure
from mystpy.questions.query import load_query
from mystpy.questions.situation import Situation
from mystpy.show.draw.display import Drawing, draw, load_ipython_extension, notebook_svg
from mystpy.show.draw.layout.captions import captions
from mystpy.show.draw.layout.places import places_of
from mystpy.show.draw.layout.plan import plan
from mystpy.show.draw.layout.thinning import links
from mystpy.show.draw.model_dot import model_dot
from mystpy.show.draw.model_svg import MOST_IN_DOT, MOST_WORLDS, model_svg
from tests.show.draw.examples import example, listed
from tests.show.draw.geometry import seen


def crossings(model: Model) -> dict[str, int]:
    """For each agent how many lines are drawn."""
    drawn, _ = links(model, places_of(model))
    return {
        agent: sum(k in link.agents for link in drawn)
        for k, agent in enumerate(model.agents)
    }


@pytest.mark.parametrize(
    ("name", "after"), [(name, 0) for name in listed()]
    + [("example-11", 1), ("coin-in-a-box", 1), ("tetra", 1)],
)  # fmt: skip
@pytest.mark.alike(3)
def test_the_lines_that_are_drawn_give_the_relations(name: str, after: int) -> None:
    model = example(name, after).model
    drawn, _ = links(model, places_of(model))
    for number, relation in enumerate(model.relations):
        pairs = [link.pair for link in drawn if number in link.agents]
        assert closure(pairs, len(model)) == relation


def test_hexa_is_a_regular_hexagon() -> None:
    state = hexa()
    places = places_of(state.model)
    assert list(map(abs, places)) == pytest.approx([abs(places[0])] * 6)
    assert crossings(state.model) == {"1": 3, "2": 3, "3": 3}
    across = [one.link for one in plan(state.model).curves if one.link.agents == (1,)]
    for link in across:  # the lines of 2 go through the middle, as others go round
        assert places[link.one] == pytest.approx(-places[link.other])


def test_tetra_is_a_truncated_tetrahedron() -> None:
    model = tetra().model
    assert crossings(model) == {"1": 9, "2": 12, "3": 6}
    places = places_of(model)
    assert abs(places[tetra().point]) < 150
    for block in model.relation(2).classes():
        ways = [abs(places[a] - places[b]) for a in block for b in block]
        assert max(ways) < 450


def test_after_a_card_is_shown_hexa_is_a_ring() -> None:
    model = example("example-05", 1).model
    assert crossings(model) == {"1": 3, "2": 0, "3": 3}
    below = [(one.main, one.below) for one in captions(model)]
    assert below[0] == (("rwb",), ("r",))


def test_the_twelve_worlds_of_figure_5_stand_two_by_two() -> None:
    found = example("example-11", 1)
    places = places_of(found.model)
    radii = sorted(round(abs(place), 3) for place in places)
    assert (len(set(radii[:6])), len(set(radii[6:]))) == (1, 1)
    assert radii[5] < radii[6]
    assert crossings(found.model) == {"1": 6, "2": 3, "3": 9}
    names = [(one.main, one.below) for one in captions(found.model)]
    assert names.count((("rwb",), ("notwhite",))) == 1
    assert len(seen(model_svg(found, "Figure 5")).worlds) == 12


def test_letter_has_no_lines_and_muddy_children_a_cube() -> None:
    assert crossings(letter().model) == {"1": 0, "2": 0}
    cube = example("three-muddy-children").model
    assert crossings(cube) == {"1": 4, "2": 4, "3": 4}
    assert [one.main for one in captions(cube)][:3] == [("000",), ("001",), ("010",)]


def test_a_line_that_agents_share_has_one_label() -> None:
    svg = draw(example("coin-in-a-box")).svg
    assert [text for text, _ in seen(svg).texts].count("ann,bob") == 1


def test_the_actual_world_is_marked_by_a_double_frame() -> None:
    assert draw(hexa()).svg.count('class="actual"') == 1
    assert draw(hexa().model).svg.count('class="actual"') == 0
    assert "the actual one is rwb" in draw(hexa()).svg


def test_a_model_is_written_as_dot() -> None:
    dot = model_dot(example("example-11", 1), 'He said "no"')
    assert dot.startswith("graph model {")
    assert dot.count(" -- ") == 18
    assert dot.count("peripheries=2") == 1
    assert 'label="rwb\\nnotwhite"' in dot
    assert dot.count("lp=") == 18
    assert 'label="He said \\"no\\""' in dot


def chain(size: int) -> ModelState:
    """Worlds in a row, linked by one agent after the other in turn."""
    numbers = np.arange(size)
    relations = (
        Partition.of_codes(numbers // 2, size),
        Partition.of_codes((numbers + 1) // 2, size),
    )
    names = [f"w{k}" for k in numbers]
    return ModelState(Model(names, ("a", "b"), relations, {}), 0)


def test_a_model_that_is_too_large_is_refused_and_a_part_is_drawn() -> None:
    large = chain(MOST_WORLDS + 1)
    with pytest.raises(QueryError, match="has 65 worlds, and pictures have room") as e:
        model_svg(large, "A row")
    assert "--contract" in (e.value.hint or "")
    part = reachable_worlds(large, 5)
    assert [part.model.names[k] for k in range(len(part.model))] == [
        f"w{k}" for k in range(6)
    ]
    assert model_dot(large, "A row").count(" -- ") == MOST_WORLDS
    with pytest.raises(QueryError, match="a DOT file is written for at most"):
        model_dot(chain(MOST_IN_DOT + 1), "A row")
    with pytest.raises(QueryError, match="no actual world"):
        reachable_worlds(ModelState(large.model, None), 5)


def test_a_layout_is_the_same_every_time() -> None:
    model = example("tetra", 1).model
    assert places_of(model) == places_of(model)


class Formatter:
    """Stands in for that of a notebook."""

    def __init__(self) -> None:
        self.known: dict[type, object] = {}

    def for_type(self, kind: type, how: object) -> None:
        self.known[kind] = how


class Notebook:
    """Stands in for IPython."""

    def __init__(self) -> None:
        self.display_formatter = self
        self.formatters = {"image/svg+xml": Formatter()}


def test_a_notebook_shows_pictures_where_there_is_room(tmp_path: Path) -> None:
    notebook = Notebook()
    load_ipython_extension(notebook)
    assert notebook.formatters["image/svg+xml"].known[Model] is notebook_svg
    assert (notebook_svg(hexa()) or "").startswith("<svg")
    assert notebook_svg(chain(MOST_WORLDS + 1).model) is None
    drawing = draw(hexa(), "Hexa")
    assert isinstance(drawing, Drawing)
    drawing.save(tmp_path / "hexa.svg")
    assert (tmp_path / "hexa.svg").read_text("utf-8") == str(drawing)
    assert drawing._repr_svg_() == drawing.svg
    with pytest.raises(QueryError, match="only a situation"):
        draw(hexa(), player=1)


def test_knowledge_is_drawn_as_its_grid() -> None:
    situation = Situation.init(Game.myst(m=1, n=1, p=3, q=1), hands={1: ["s1"]})
    assert draw(situation.knows(1)).svg == draw(situation, player=1).svg
    assert "Mine" in draw(situation.knows(1), "Mine").svg


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (5, "draw a Situation, a Knowledge or a Model"),
        (
            load_query("example:fifteen-cards"),
            "draw(mystpy.Situation.of(query.history))",
        ),
    ],
)
def test_a_value_without_a_picture_is_refused(value: Any, hint: str) -> None:
    with pytest.raises(QueryError, match="have no picture") as refused:
        draw(value)
    assert refused.value.hint == hint
