"""Intervals hold as often as they say, and tests err as seldom as they say."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest

from mystpy.intervals import (
    Mean,
    Ratio,
    Watch,
    chance_of,
    difference_chance,
    holm,
    share_interval,
    t_of,
)

Draw = Callable[[Random], float]


def several(chance: float, games: int = 3) -> Draw:
    """Return games of one deal that do not depend on each other."""
    return lambda rng: sum(rng.random() < chance for _ in range(games)) / games


def as_one(chance: float) -> Draw:
    """Return games of one deal that all end alike."""
    return lambda rng: float(rng.random() < chance)


def balanced(rng: Random) -> float:
    """Return games of one deal of which one player wins the most often just one."""
    return rng.choice((0, 1 / 3, 1 / 3, 1 / 3, 2 / 3))


CASES: list[tuple[Draw, float]] = [
    (several(0.3), 0.3),
    (several(0.03), 0.03),
    (as_one(0.4), 0.4),
    (as_one(0.9), 0.9),
    (balanced, 1 / 3),
]


def mean_of(draw: Draw, rng: Random, number: int) -> Mean:
    found = Mean()
    for _ in range(number):
        found.add(draw(rng))
    return found


@pytest.mark.parametrize("number", [3, 10, 40])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_an_interval_has_the_share_in_it_as_often_as_stated(
    case: int, number: int
) -> None:
    draw, share = CASES[case]
    rng = Random(case)
    spans = [share_interval(mean_of(draw, rng, number), 3) for _ in range(1000)]
    covered = sum(low <= share <= high for _, low, high in spans) / 1000
    assert covered > 0.93  # 0.95, less three standard errors of this simulation


def test_an_interval_that_took_blocks_for_single_games_would_be_too_narrow() -> None:
    draw, share = as_one(0.4), 0.4
    rng = Random(1)
    covered = 0
    for _ in range(500):
        games = Mean()
        for _ in range(40):
            same = draw(rng)
            for _ in range(3):
                games.add(same)
        _, low, high = share_interval(games, 1)
        covered += low <= share <= high
    assert covered / 500 < 0.85


def test_intervals_grow_narrow_and_stay_within_0_and_1() -> None:
    rng = Random(2)
    few, many = (share_interval(mean_of(several(0.3), rng, n), 3) for n in (20, 2000))
    assert many.upper - many.lower < (few.upper - few.lower) / 5
    assert share_interval(mean_of(as_one(0), rng, 50), 3).lower == 0
    assert 0 < share_interval(mean_of(as_one(0), rng, 50), 3).upper < 0.15
    assert share_interval(mean_of(as_one(0), rng, 1), 3)[1:] == (0, 1)


@pytest.mark.parametrize("case", [0, 2, 4])
def test_whoever_stops_when_the_interval_fails_seldom_gets_it(case: int) -> None:
    """Looked at after every block, it has the share in it all the time."""
    draw, share = CASES[case]
    failed = 0
    for seed in range(200):
        rng, watch = Random(seed), Watch(null=share)
        for _ in range(300):
            watch.add(draw(rng))
        # Both ends only ever close in, so what failed once fails at the end.
        failed += not watch.lower <= share <= watch.upper
        assert 0 <= watch.chance <= 1
    assert failed <= 200 * 0.05 + 10


def test_a_fixed_interval_would_not_bear_being_watched() -> None:
    draw, share = CASES[2]
    failed = 0
    for seed in range(100):
        rng, found = Random(seed), Mean()
        spans = []
        for _ in range(300):
            found.add(draw(rng))
            spans.append(share_interval(found, 3))
        failed += any(not low <= share <= high for _, low, high in spans)
    assert failed > 10


def test_what_is_watched_grows_narrow_and_finds_differences() -> None:
    rng, watch = Random(3), Watch()
    for _ in range(3000):
        watch.add(several(0.3)(rng))
    assert watch.width < 0.08
    assert watch.lower < 0.3 < watch.upper
    assert watch.chance < 1e-6


def test_students_t_is_that_of_the_tables() -> None:
    tables = {5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, t in tables.items():
        assert t_of(0.975, freedom) == pytest.approx(t, rel=3e-3)
        assert chance_of(t, freedom) == pytest.approx(0.05, rel=1e-2)


def test_a_difference_that_is_none_is_seldom_found() -> None:
    rng = Random(4)
    chances = [
        difference_chance(mean_of(lambda r: r.gauss(0, 1), rng, 20))
        for _ in range(1000)
    ]
    assert 0.03 < sum(chance < 0.05 for chance in chances) / 1000 < 0.07
    assert difference_chance(mean_of(lambda r: r.gauss(2, 1), rng, 20)) < 1e-3
    assert difference_chance(mean_of(lambda r: r.gauss(2, 1), rng, 20), 2) > 1e-3
    assert difference_chance(mean_of(lambda r: 0, rng, 20)) == 1
    assert difference_chance(mean_of(lambda r: 0, rng, 5), 0.5) == 1 / 16
    assert difference_chance(mean_of(lambda r: 1, rng, 1)) == 1
    # Five deals that are all alike: two of the 32 ways in which their signs may fall.
    assert difference_chance(mean_of(lambda r: 1, rng, 5)) == 1 / 16
    assert difference_chance(mean_of(lambda r: r.gauss(1, 1e-9), rng, 5)) == 1 / 16
    assert 0 < difference_chance(mean_of(lambda r: 1, rng, 2000)) < 1e-100


def test_holm_corrects_each_chance_by_those_that_are_left() -> None:
    found = holm({"a": 0.01, "b": 0.04, "c": 0.03})
    assert found == pytest.approx({"a": 0.03, "c": 0.06, "b": 0.06})
    assert holm({"a": 0.9, "b": 0.8}) == {"a": 1.0, "b": 1.0}
    assert not holm({})


def test_the_mean_and_the_variance_are_those_of_the_definition() -> None:
    values = [3.0, 4.5, -1.0, 2.25]
    found = Mean()
    for value in values:
        found.add(value)
    mean = sum(values) / 4
    assert found.mean == pytest.approx(mean)
    spread = sum((value - mean) ** 2 for value in values) / 3
    assert math.isclose(found.variance, spread)


def test_a_ratio_with_equal_blocks_is_the_mean_of_their_means() -> None:
    rng, games = Random(4), 3
    means, ratio = Mean(), Ratio()
    assert (ratio.mean, ratio.variance) == (0, 0)
    for _ in range(50):
        points = rng.randrange(games + 1)
        means.add(points / games)
        ratio.add(points, games)
        assert ratio.mean == pytest.approx(means.mean)
        assert ratio.variance == pytest.approx(means.variance, abs=1e-12)


def test_the_variance_of_a_ratio_is_that_of_its_residuals() -> None:
    """Compared with the definition, and with the jackknife."""
    rng = Random(5)
    blocks = [(rng.randrange(3), rng.randint(3, 7)) for _ in range(400)]
    found = Ratio()
    for points, games in blocks:
        found.add(points, games)
    points, games = (sum(each) for each in zip(*blocks, strict=True))
    number, share = len(blocks), points / games
    assert found.mean == share
    squares = sum((total - share * count) ** 2 for total, count in blocks)
    size = games / number
    assert found.variance == pytest.approx(squares / (number - 1) / size**2)
    left = [(points - total) / (games - count) for total, count in blocks]
    middle = sum(left) / number
    jackknife = (number - 1) * sum((one - middle) ** 2 for one in left)
    assert found.variance == pytest.approx(jackknife, rel=0.02)


def test_an_interval_holds_if_the_share_depends_on_the_seats_of_a_deal() -> None:
    """In a quarter of the games of four seats, and in half of those of three."""
    rng, wrong, trials = Random(6), 0, 2_000
    share = (4 * 0.25 + 3 * 0.5) / (4 + 3)
    for _ in range(trials):
        found = Ratio()
        for _ in range(40):
            games = rng.choice((3, 4))
            chance = 0.5 if games == 3 else 0.25
            found.add(sum(rng.random() < chance for _ in range(games)), games)
        _, low, high = share_interval(found, found.count / found.number)
        wrong += not low <= share <= high
    assert 0.03 < wrong / trials < 0.07
