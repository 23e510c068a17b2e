"""The measure of baselines: every kind is in it, and the picture has its points."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from statistics import mean, variance
from xml.etree import ElementTree

import pytest

from mystpy.game.game import Game
from mystpy.players.registry import KINDS, Option
from tools import baseline_measures
from tools.baseline_measures import (
    BASELINES,
    COLOURS,
    Measured,
    PlayedDeal,
    Setting,
    apart,
    measured,
    picture,
    rows,
    strong_like,
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


def row(kind: str, options: dict[str, Option], won: int, seconds: float) -> Measured:
    """Four deals with three games each, of which so many were won."""
    shares = [k < won for k in range(12)]
    deals = [sum(shares[k::4]) / 3 for k in range(4)]
    return Measured(kind, options, 3, tuple(PlayedDeal(x, seconds, 1) for x in deals))


def test_the_picture_has_a_point_with_its_interval_for_each_row() -> None:
    found = [
        row("strong-e", {}, 6, 0.001),
        row("pimc", {"iterations": 5}, 3, 0.01),
        row("learned", {}, 9, 0.1),
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
    found = measured(None, "exact", {}, 60, "exact", game)
    share, low, high = found.share
    assert found.games == 60
    assert low <= 1 / 3 <= high
    assert 0 <= low <= share <= high <= 1
    assert found.milliseconds > 0
    assert found.name == "exact"


def test_a_share_is_tested_against_the_fair_one() -> None:
    """By t of the wins in each deal; a player that wins one of each has no chance."""
    same = Measured("exact", {}, 3, (PlayedDeal(1 / 3, 0.1, 1),) * 30)
    assert same.chance == 1
    wins = [0, 2, 2, 1, 3, 2, 1, 2, 2, 3]
    one = Measured("exact", {}, 3, tuple(PlayedDeal(k / 3, 0.1, 1) for k in wins))
    # t = 0.8 / (0.9189 / sqrt(10)) = 2.753 with 9 degrees of freedom
    assert one.chance == pytest.approx(0.0224, abs=0.0005)
    cells = [row[3] for row in rows([same, one])]
    assert cells == ["1.000", f"{2 * one.chance:.3f}"], "corrected for two rows"


def test_a_deal_that_is_kept_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, int]] = []

    def noted(
        kind: str, options: dict[str, Option], other: str, game: Game
    ) -> Callable[[int], PlayedDeal]:
        def play(deal: int) -> PlayedDeal:
            done.append((kind, deal))
            return PlayedDeal(deal % 4 / 3, 0.5, 2)

        return play

    monkeypatch.setattr(baseline_measures, "played", noted)
    few: dict[str, Option] = {"iterations": 5}
    keep = tmp_path / "rows"
    first = measured(keep, "pimc", few, 6, "exact", Game.clue(3))
    assert measured(keep, "pimc", few, 6, "exact", Game.clue(3)) == first
    assert done == [("pimc", 0), ("pimc", 1)]
    more = measured(keep, "pimc", few, 12, "exact", Game.clue(3))
    assert more.deals[:2] == first.deals
    assert done[2:] == [("pimc", 2), ("pimc", 3)], "what is new is added to the file"
    for options, other, p in (({}, "exact", 3), (few, "order-1", 3), (few, "exact", 6)):
        before = len(done)
        measured(keep, "pimc", options, p, other, Game.clue(p))
        assert len(done) == before + 1, "another row has deals of its own"
    measured(None, "pimc", few, 6, "exact", Game.clue(3))
    assert done[-2:] == [("pimc", 0), ("pimc", 1)]


@pytest.mark.parametrize(
    "settings", [baseline_measures.SETTINGS, baseline_measures.FEWEST_SETTINGS]
)
def test_the_best_are_compared_deal_by_deal(
    settings: tuple[Setting, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The difference and its interval are those of paired samples."""
    one, other = row("learned", {}, 9, 0.1), row("strong-e", {}, 5, 0.1)
    by = [x.share - y.share for x, y in zip(one.deals, other.deals, strict=True)]
    found = apart(one, other)
    assert found.number == 4
    assert found.mean == pytest.approx(mean(by))
    assert found.variance == pytest.approx(variance(by))

    def shares(keep: None, kind: str, *_: object) -> Measured:
        return other if kind == "strong-e" else one

    monkeypatch.setattr(baseline_measures, "measured", shares)
    table = [*baseline_measures.by_opponents(None, settings)]
    assert [cells[2:4] for cells in table] == [each[1:3] for each in settings]
    assert all(games % p == 0 for _, _, p, games in settings), "all rotations"
    for (kind, options), *_ in settings:
        _, strong = strong_like((kind, options))
        assert ("told" in options) == ("readable" not in strong), "the same limit"
    half = 3.182446 * math.sqrt(variance(by) / 4)  # t with 3 degrees of freedom
    low, high = mean(by) - half, mean(by) + half
    mean_, low_, high_ = re.findall(r"[+-][0-9.]+", str(table[0][7]))
    assert float(mean_) == pytest.approx(mean(by), abs=0.001)
    assert float(low_) == pytest.approx(low, abs=0.01)
    assert float(high_) == pytest.approx(high, abs=0.01)
