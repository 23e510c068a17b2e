"""Steps of Theorem 3 in limit-proofs.md: along m = k n^2 there is a limit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, factorial, sqrt

import pytest

from mystpy.solve.recurrence import HALF, Recurrence
from mystpy.theses.chapter4.recurrence.limit import fall, rise
from tools.limit import slabs

SIZE = 9
VALUES = Recurrence(SIZE + 1)


def above(m: int, x: int, y: int) -> Fraction:
    """Return W: player 1's gain above one half if 1 draws at even m + x + y."""
    if (m + x + y) % 2:
        return HALF - VALUES(m, y, x)
    return VALUES(m, x, y) - HALF


BOX = list(product(range(3, SIZE), range(2, SIZE), range(2, SIZE)))


def test_w_is_its_mean_after_a_draw() -> None:
    for m, x, y in BOX:
        pile, first = above(m - 1, x, y), (m + x + y) % 2 == 0
        hand, size = (above(m, x, y - 1), y) if first else (above(m, x - 1, y), x)
        assert above(m, x, y) == (m * pile + size * hand) / (m + size)


@cache
def apart(m: int, x: int, y: int, first: bool) -> Fraction:
    """Return how often the races of the fifth lemma differ at the end.

    One has the token in player 2's hand, the other in the pile, besides m, x and y.
    """
    if m < 3 or x < 2 or y < 2:
        return Fraction(1)
    hand, size = ((x, y - 1), y) if first else ((x - 1, y), x)
    pile, drawn = apart(m - 1, x, y, not first), apart(m, *hand, not first)
    same = m * pile + size * drawn
    if not first:  # the token is drawn, and a card of the pile or of hand x instead
        same += (m * pile + size) / Fraction(m + size)
    return same / (m + size + 1)


def test_one_card_is_worth_no_more_than_the_races_differ() -> None:
    for m, x, y in BOX:
        first = (m + x + y) % 2 == 1
        by_y = apart(m, x, y, first)
        assert abs(above(m, x, y + 1) - above(m + 1, x, y)) <= by_y <= 1
        by_x = apart(m, y, x, not first)
        assert abs(above(m, x + 1, y) - above(m + 1, x, y)) <= by_x <= 1
    assert apart(60, 8, 8, True) < Fraction(1, 2)


def after(m: int, x: int, y: int, least: int) -> Iterator[tuple[int, int, float]]:
    """Yield the hands once the pile has `least` cards, with their probabilities."""
    now, first = {(m, x, y): 1.0}, True
    while now:
        ahead = defaultdict[tuple[int, int, int], float](float)
        for (m, x, y), chance in now.items():
            if m == least:
                yield x, y, chance
                continue
            size = y if first else x
            ahead[m - 1, x, y] += chance * m / (m + size)
            if size:
                hands = (x, y - 1) if first else (x - 1, y)
                ahead[m, *hands] += chance * size / (m + size)
        now, first = ahead, not first


@pytest.mark.parametrize(("m", "x", "y"), [(64, 8, 8), (144, 6, 9), (256, 16, 16)])
def test_hands_keep_pace_with_the_root_of_the_pile(m: int, x: int, y: int) -> None:
    least = m // 4
    found = list(after(m, x, y, least))
    assert abs(sum(chance for *_, chance in found) - 1) < 1e-9
    for k, hand in enumerate((x, y)):
        squares = sum(
            chance * (hands[k] / sqrt(least) - hand / sqrt(m)) ** 2
            for *hands, chance in found
        )
        assert 0 < squares * sqrt(m) < 2


def test_what_the_mixed_mean_keeps_is_kept_by_each_draw() -> None:
    def kept(m: int, x: int, y: int, j: int) -> Fraction:
        return fall(x, j) * fall(y, j) / rise(m, j)

    for m, x, y, j in product(range(1, 9), range(1, 7), range(1, 7), range(1, 5)):
        draws = m * kept(m - 1, x, y, j) + y * kept(m, x, y - 1, j)
        assert draws == (m + y) * kept(m, x, y, j)


@pytest.mark.parametrize("mean", [1.0, 3.0])
def test_the_mean_of_a_falling_product_is_a_power(mean: float) -> None:
    """It is about a Poisson distribution; the mean of 1/(x+1) is close to 1/mean."""
    shares = [exp(-mean) * mean**x / factorial(x) for x in range(60)]
    for j in (1, 2, 3):
        found = sum(share * float(fall(x, j)) for x, share in enumerate(shares))
        assert abs(found - mean**j) < 1e-9
    inverse = sum(share / (x + 1) for x, share in enumerate(shares))
    assert inverse < (1 - exp(-mean) / 2) / mean


def test_a_card_is_worth_as_much_as_one_through_the_root_of_the_pile() -> None:
    """The tighter bound of the fifth lemma is observed: for k = 1, to m = 400."""
    import numpy as np

    size, worst = 42, dict.fromkeys((100, 200, 400), 0.0)
    hands = np.arange(1, size + 1)
    for slab in slabs(size, 400 + 2 * size):
        values = (slab.lower + slab.upper) / 2 / 2.0**slab.bits - 0.5
        w = -values.T if slab.total % 2 else values
        steps = np.abs(w[:-1, 1:] - w[:-1, :-1])
        piles = slab.total - hands[:-1, None] - hands[:-1] - 1
        for m in worst:
            near = (hands[:-1] >= sqrt(m) / 2) & (hands[:-1] <= 2 * sqrt(m))
            there = (piles == m) & near & near[:, None]
            most = float(steps.max(where=there, initial=0.0))
            worst[m] = max(worst[m], most * sqrt(m))
    assert all(0.4 < most < 0.7 for most in worst.values())
