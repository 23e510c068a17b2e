"""The picture of values: a panel for each q, a mark for each who may bluff."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

from mystpy.solve.commands.values_svg import BLUFFS, PlottedValue, values_svg

HALF, WHOLE = Fraction(1, 2), Fraction(1)


def plotted(high: Fraction = HALF) -> list[PlottedValue]:
    sizes = product((1, 2, 3), (1, 2), (1, 2), BLUFFS)
    return [PlottedValue(*size, HALF, high) for size in sizes]


def test_each_value_has_a_mark_and_each_q_a_panel() -> None:
    drawn = values_svg(plotted())
    assert re.findall(r">(q = \d)<", drawn) == ["q = 1", "q = 2"]
    assert drawn.count('<g class="value">') == 3 * 2 * 2 * 4
    assert "<title>MYST(3,2,2,1), nobody may bluff: 1/2</title>" in drawn
    assert all(f">{words}<" in drawn for words, _ in BLUFFS.values())
    assert "A bar" not in drawn


def test_bounds_are_bars_and_marks_of_one_kind_need_no_note() -> None:
    both = [value for value in plotted(WHOLE) if value.bluff == "both"]
    drawn = values_svg(both)
    assert "A bar goes from bound to bound" in drawn
    assert "Marks lie on each other" not in drawn
    assert "<title>MYST(1,1,2,1), both may bluff: 0.5000 to 1.0000</title>" in drawn


def test_a_panel_is_large_where_it_matters_who_may_bluff() -> None:
    alike = plotted()
    other = [value._replace(upper=WHOLE, lower=WHOLE) for value in alike[:1]]
    width = re.compile(r'<svg [^>]*viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
    heights = []
    for values in (alike, other + alike[1:]):
        found = width.match(values_svg(values))
        assert found is not None
        heights.append(float(found[2]))
    assert heights[0] < heights[1]
