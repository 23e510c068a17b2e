"""A tournament as a picture: what is where, and that nothing overlaps."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from mystpy.arena.commands.standings_svg import standings_svg
from tests.show.draw.geometry import SVG, faults, seen


def row(share: float, low: float, high: float) -> dict[str, Any]:
    return {"share": share, "low": low, "high": high, "seats": [share, None, low]}


FOUND: dict[str, Any] = {
    "games": 1_200,
    "deals": 400,
    "seed": 3,
    "fair": 1 / 3,
    "players": {
        "ann": row(0.3, 0.25, 0.36),
        "a player whose name is long": row(0.637, 0.605, 0.669),
        "cid": row(0.0, 0.0, 0.01),
    },
}


@pytest.mark.parametrize("scale", [1.0, 0.1, 0.02])
def test_shares_and_intervals_stand_where_the_axis_says(scale: float) -> None:
    found = FOUND | {
        "players": {
            name: row(*(scale * one[key] for key in ("share", "low", "high")))
            for name, one in FOUND["players"].items()
        }
    }
    svg = standings_svg(found, "Three players")
    drawn = seen(svg)
    assert list(faults(drawn)) == []
    texts = dict(drawn.texts)
    ticks = [text for text in texts if text.endswith(" %")]
    (left, right) = (texts[text].middle[0] for text in (ticks[0], ticks[-1]))
    highest = float(ticks[-1].split()[0]) / 100
    assert highest >= scale * 0.669 or highest == 0.05
    names = []
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        name, _, label = (group.findtext(f"{SVG}title") or "").partition(": ")
        dots = [each.attrib for each in group.iter(f"{SVG}rect")]
        dot = max(dots, key=lambda each: float(each["width"]))
        x = float(dot["x"]) + float(dot["width"]) / 2
        share = (x - left) / (right - left) * highest
        assert share == pytest.approx(found["players"][name]["share"], abs=0.001)
        assert label.startswith(f"{found['players'][name]['share']:.3f} (")
        names.append(name)
    assert names == ["a player whose name is long", "ann", "cid"]


def test_the_fair_share_is_named_if_there_is_one() -> None:
    assert "fair share, 0.333" in standings_svg(FOUND, "Three players")
    assert "fair share" not in standings_svg(FOUND | {"fair": None}, "Three players")
