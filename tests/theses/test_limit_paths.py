"""The steps of the proofs in docs/limit.md, in fractions over small boxes.

A race is the game of (4.1) in which nobody guesses before the pile is known.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from mystpy.conjectures.verdict import Verdict
from mystpy.solve.recurrence import Recurrence
from mystpy.theses.chapter4.recurrence.races import at_the_end, cost, slow_pile

SIZE = 9


def harmonic(k: int) -> Fraction:
    return sum((Fraction(1, i) for i in range(1, k + 1)), Fraction(0))


VALUES = Recurrence(SIZE + 1)
COST = at_the_end(cost)


@pytest.mark.parametrize("m", [1, 2, 3, 6, SIZE])
def test_one_card_more_is_worth_no_more_than_the_lemma_says(m: int) -> None:
    for x, y in product(range(1, SIZE + 1), repeat=2):
        value, most = VALUES(m, x, y), COST(m, x, y)
        assert abs(VALUES(m, x, y + 1) - value) <= most
        assert abs(VALUES(m, x + 1, y) - value) <= most
        assert abs(VALUES(m + 1, x, y) - value) <= most + Fraction(1, m + 1)


def test_without_what_is_left_at_the_end_the_lemma_would_fail() -> None:
    nothing = at_the_end(lambda least: Fraction(least == 0))
    boxes = product(range(1, SIZE + 1), repeat=3)
    assert any(
        abs(VALUES(m, x, y + 1) - VALUES(m, x, y)) > nothing(m, x, y)
        for m, x, y in boxes
    )


def test_the_first_theorem_bounds_the_values() -> None:
    finding = slow_pile(VALUES)
    assert finding.verdict is Verdict.HOLDS
    assert finding.instances == (SIZE + 1) ** 2
    assert slow_pile(VALUES, lambda least: Fraction(-1)).verdict is Verdict.FALSE


@pytest.mark.parametrize(("m", "n"), [(1, 30), (6, 40), (20, 60)])
@pytest.mark.parametrize("least", [0, 2])
def test_hands_last_as_long_as_the_second_lemma_says(
    m: int, n: int, least: int
) -> None:
    short = at_the_end(lambda hand: Fraction(hand <= least))
    most = Fraction(m * (least + 1) * (least + m + 4), n**2)
    assert 0 < short(m, n, n) <= most < 1


@pytest.mark.parametrize(("m", "n", "apart"), [(40, 40, 20), (60, 30, 20)])
def test_hands_stay_as_close_as_the_second_lemma_says(
    m: int, n: int, apart: int
) -> None:
    @cache
    def parted(m: int, x: int, y: int, mover: int) -> float:
        if mover == 1 and abs(x - y) >= apart:
            return 1.0
        if not m or not x or not y:
            return 0.0
        drawn = y if mover == 1 else x
        after = (x, y - 1) if mover == 1 else (x - 1, y)
        found = m * parted(m - 1, x, y, 3 - mover)
        return (found + drawn * parted(m, *after, 3 - mover)) / (m + drawn)

    most = (min(m, 2 * n) + 2 * apart * harmonic(m + n)) / apart**2
    assert 0 < parted(m, n, n, 1) <= most < 1


def fewer_pairs(m: int, x: int, y: int) -> Fraction:
    return Fraction(m, (x + 1) * (y + 1))


def more_pairs(m: int, x: int, y: int) -> Fraction:
    return Fraction(x * y, m + 1)


def test_what_is_kept_by_each_draw() -> None:
    for m, x, y in product(range(1, 30, 4), repeat=3):
        for kept in (fewer_pairs, more_pairs):
            after = m * kept(m - 1, x, y) + y * kept(m, x, y - 1)
            assert after == (m + y) * kept(m, x, y)


@pytest.mark.parametrize(("x", "y"), [(1, 1), (2, 1), (3, 9), (7, 7), (20, 3)])
def test_the_pile_decides_by_how_little_it_shrinks(x: int, y: int) -> None:
    """The rate at which a card of the pile is taken for one of a hand, and h."""
    for m in (16 * (x + y), 40 * (x + y)):
        by_y = Fraction(m * y, (m + x) * (m + y - 1) * (m + y))
        by_x = Fraction(m * x, (m + y) * (m + x - 1) * (m + x))
        rate = Fraction(y, (m + y) * (m + y + 1)) + Fraction(x, (m - 1 + x) * (m + x))
        assert rate <= 2 * (by_x + by_y)
