"""The measure of baselines: every kind is in it, and the picture has its points."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from mystpy.game.game import Game
from mystpy.players.registry import KINDS
from tools import baseline_measures
from tools.baseline_measures import (
    BASELINES,
    COLOURS,
    Measured,
    kept,
    measured,
    picture,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_each_baseline_is_measured_and_has_a_colour() -> None:
    kinds = {kind for kind, _, _ in BASELINES}
    assert kinds >= {"pimc", "ismcts", "mo-ismcts", "cfr", "learned", "strong-e"}
    assert kinds <= set(KINDS)
    assert {kind.partition("-")[0] if "strong" in kind else kind for kind in kinds} == (
        set(COLOURS)
    )
    assert all(games % 3 == 0 for _, _, games in BASELINES), "all rotations are played"


def test_the_picture_has_a_point_with_its_interval_for_each_row() -> None:
    found = [
        Measured("strong-e", {}, 30, (0.5, 0.4, 0.6), 1.0),
        Measured("pimc", {"iterations": 5}, 30, (0.25, 0.1, 0.5), 10.0),
        Measured("learned", {}, 30, (0.75, 0.6, 0.9), 100.0),
    ]
    root = ElementTree.fromstring(picture(found))
    points = [
        circle
        for circle in root.iter(f"{SVG}circle")
        if circle.find(f"{SVG}title") is not None
    ]
    names = [point.find(f"{SVG}title").text for point in points]  # type: ignore[union-attr]
    assert names == ["strong-e: 0.500", "pimc iterations=5: 0.250", "learned: 0.750"]
    across = [float(point.attrib["cx"]) for point in points]
    down = [float(point.attrib["cy"]) for point in points]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.2)
    assert down[1] > down[0] > down[2], "a larger share is higher up"
    assert down[1] - down[0] == pytest.approx(down[0] - down[2], abs=0.2)


def test_a_player_among_its_like_has_the_fair_share() -> None:
    """Players who know the same deals and streams: what is left is chance."""
    game = Game.clue(3, {s: [f"{s}{i}" for i in range(3)] for s in "abc"})
    found = measured("exact", {}, 60, "exact", game)
    mean, low, high = found.share
    assert low <= 1 / 3 <= high
    assert 0 <= low <= mean <= high <= 1
    assert found.milliseconds > 0
    assert found.row()[0] == "exact"


def test_a_row_that_is_kept_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def noted(kind: str, options: Any, games: int, *_: object) -> Measured:
        played.append((kind, games))
        return Measured(kind, options, games, (0.5, 0.25, 0.75), 2.0)

    monkeypatch.setattr(baseline_measures, "measured", noted)
    keep = tmp_path / "rows"
    first = kept(keep, "pimc", {"iterations": 5}, 6, "exact", 3)
    assert kept(keep, "pimc", {"iterations": 5}, 6, "exact", 3) == first
    kept(keep, "pimc", {"iterations": 6}, 6, "exact", 3)
    kept(keep, "pimc", {"iterations": 5}, 6, "exact", 4)
    kept(None, "pimc", {"iterations": 5}, 6, "exact", 3)
    assert played == [("pimc", 6)] * 4
