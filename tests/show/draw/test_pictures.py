"""No picture hides a label: the boxes of all texts are computed and compared."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from mystpy.kripke.deals import Deal, initial_state
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.show.draw.model_svg import model_svg
from mystpy.show.draw.stages_svg import stages_svg
from mystpy.show.draw.svg import width_of
from tests.show.draw.examples import MODELS, listed
from tests.show.draw.geometry import faults, seen

FILES = [MODELS / f"{name}.toml" for name in listed()]


def few(state: ModelState) -> bool:
    return len(state.model) <= 24


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.alike(2)
def test_nothing_overlaps_in_the_pictures_of_the_examples(path: Path) -> None:
    read = load_model(path)
    for state in filter(few, stages(read)):
        drawn = seen(model_svg(state, read.title))
        assert len(drawn.worlds) == len(state.model)
        assert list(faults(drawn)) == []


@pytest.mark.alike(3)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_overlaps_where_all_steps_are_drawn(path: Path) -> None:
    read = load_model(path)
    found = [state for state in stages(read) if few(state)]
    assert list(faults(seen(stages_svg(found, read.title)))) == []


def test_of_two_players_with_two_cards_each_thirty_worlds_are_drawn() -> None:
    state = initial_state(Deal.read("ab|cd|e"))
    drawn = seen(model_svg(ModelState(state.model, state.point), "Thirty deals"))
    assert len(drawn.worlds) == 30
    assert list(faults(drawn)) == []


def grid_of_numbers(size: int) -> Model:
    """Two agents who know one of two numbers each."""
    numbers = np.arange(size * size)
    return Model(
        names=[f"({k // size},{k % size})" for k in numbers.tolist()],
        agents=("ann", "bob"),
        relations=(
            Partition.of_codes(numbers // size, size),
            Partition.of_codes(numbers % size, size),
        ),
        valuation={},
    )


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_model_without_a_layout_of_its_own_is_laid_out(size: int) -> None:
    drawn = seen(model_svg(ModelState(grid_of_numbers(size), 0), "Two numbers"))
    assert list(faults(drawn)) == []


def test_names_that_are_long_or_not_for_xml_are_drawn() -> None:
    names = [f'<a "world" & {"very " * k}long one>' for k in (1, 6, 7)]
    whole = Partition.universal(3)
    state = ModelState(Model(names, ("ann & bob",), (whole,), {}), 1)
    svg = model_svg(state, "A <title>")
    assert list(faults(seen(svg))) == []
    assert "very very very very very very long one&gt;" in svg


def test_what_overlaps_is_found() -> None:
    read = load_model(MODELS / "hexa.toml")
    svg = model_svg(next(iter(stages(read))), read.title)
    moved = svg.replace('class="label"', 'class="world"', 1)
    assert list(faults(seen(moved)))
    root = ET.fromstring(svg)
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    texts[1].attrib.update(x=texts[0].attrib["x"], y=texts[0].attrib["y"])
    assert list(faults(seen(ET.tostring(root, encoding="unicode"))))


MEASURED = {  # in DejaVu Sans, the widest of the common fonts; plain and bold
    "rwb": (1.86, 2.13),
    "nesw": (2.59, 2.91),
    "1,2": (1.59, 1.77),
    "looked_and_saw_tails": (10.71, 11.98),
    "show(2,1,{r,w,b},r)": (9.77, 10.96),
    "2 lacks s3, s4, s5": (8.56, 9.59),
    "conservatory": (6.55, 7.40),
    "player 5": (4.10, 4.57),
    "33,633,600,000 deals": (10.93, 12.15),
    "Double frame: the actual world.": (15.91, 17.97),
    "muddy(1) & ~K(2,muddy(3))": (14.42, 16.07),
    "wimble mumm": (7.47, 8.23),
}


@pytest.mark.parametrize(("text", "widths"), MEASURED.items())
def test_widths_are_those_of_a_wide_font_or_more(
    text: str, widths: tuple[float, float]
) -> None:
    plain, bold = widths
    assert plain <= width_of(text, 1) <= 1.3 * plain
    assert bold <= width_of(text, 1, True) <= 1.3 * bold


def test_a_long_caption_of_a_step_is_written_whole() -> None:
    read = load_model(MODELS / "hexa.toml")
    start = next(iter(stages(read)))
    parts = (f"(h(1,r) | h(2,w) | ~h(3,b) | h({k % 3 + 1},r))" for k in range(20))
    step = parse_step(f"announce({' & '.join(parts)} | true)", read.model.words)
    svg = stages_svg([start, start.after(step)], read.title)
    written = "".join("".join(text.itertext()) for text in ET.fromstring(svg).iter())
    assert "\u2026" not in svg
    assert "".join(str(step).split()) in "".join(written.split())
    assert list(faults(seen(svg))) == []
