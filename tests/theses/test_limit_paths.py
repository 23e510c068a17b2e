"""Steps of the proofs in limit-proofs.md over small boxes, most of them in fractions.

A race is the game of (4.1) in which nobody guesses before the pile is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.solve.recurrence import Recurrence, guessed_right
from mystpy.theses.chapter4.recurrence.theorems import at_the_end, cost, slow_pile

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
    result = slow_pile(Budget(), VALUES)
    assert result.verdict is Verdict.HOLDS
    assert result.instances == (SIZE + 1) ** 2
    assert (
        slow_pile(Budget(), VALUES, lambda least: Fraction(-1)).verdict is Verdict.FALSE
    )


@pytest.mark.parametrize(
    ("m", "x", "y"), [(1, 30, 30), (6, 40, 40), (20, 60, 60), (6, 40, 60), (9, 50, 35)]
)
@pytest.mark.parametrize("least", [0, 2])
@pytest.mark.alike(2)
def test_hands_last_as_long_as_the_second_lemma_says(
    m: int, x: int, y: int, least: int
) -> None:
    """In addition, their difference never exceeds m."""
    short = at_the_end(lambda hand: Fraction(hand <= least))
    apart = abs(x - y) + m + 1
    most = Fraction(m * (least + 1) * (least + apart + 2), (x + 1) * (y + 1))
    assert 0 < short(m, x, y) <= most < 1


@pytest.mark.parametrize(
    ("m", "x", "y", "apart"), [(40, 40, 40, 20), (60, 30, 30, 20), (40, 36, 44, 20)]
)
def test_hands_stay_as_close_as_the_second_lemma_says(
    m: int, x: int, y: int, apart: int
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

    squares = (x - y) ** 2 + min(m, x + y)
    most = (squares + 2 * apart * harmonic(m + x + y)) / apart**2
    assert 0 < parted(m, x, y, 1) <= most < 1


Poly = Mapping[tuple[int, ...], int]
"""A polynomial in m - 16(x+y), the smaller hand less 1, and their difference."""


def plus(*some: Poly) -> Poly:
    found = Counter[tuple[int, ...]]()
    for one in some:
        found.update(one)
    return found


def times(*some: Poly) -> Poly:
    whole: Poly = {(0, 0, 0): 1}
    for one in some:
        found = Counter[tuple[int, ...]]()
        for (a, k), (b, j) in product(whole.items(), one.items()):
            found[tuple(map(sum, zip(a, b, strict=True)))] += k * j
        whole = found
    return whole


def number(k: int) -> Poly:
    return {(0, 0, 0): k}


def lost_in_a_round(x: Poly, y: Poly, weight: int = 1, grade: int = 16) -> Poly:
    """Return the loss of the third lemma's V - h in a round, without denominators."""
    s, minus = plus(x, y), number(-1)
    m = plus({(1, 0, 0): 1}, times(number(grade), s))
    d = plus(y, times(minus, x))
    below = {
        **{f"m-{k}": plus(m, number(-k)) for k in range(3)},
        **{f"v-{k}": plus(m, s, s, number(-k)) for k in (0, 2, 3, 4)},
        "m+x": plus(m, x),
        "m+y": plus(m, y),
        "m+x-1": plus(m, x, minus),
    }
    pile, hand = below["m-1"], plus(s, number(-2))
    rounds = (  # what is drawn, the denominators, d, those of V and h, x + y
        (times(m, pile), ("m+y", "m+x-1"), d, "v-2", "m-2", s),
        (
            times(m, x),
            ("m+y", "m+x-1"),
            plus(d, number(1)),
            "v-3",
            "m-1",
            plus(s, minus),
        ),
        (times(y, m), ("m+y", "m+x"), plus(d, minus), "v-3", "m-1", plus(s, minus)),
        (times(y, x), ("m+y", "m+x"), d, "v-4", "m-0", hand),
    )
    terms = [(times(d, d), {"v-0"}), (times(number(-weight), s), {"m-0"})]
    for share, under, apart, v, h, both in rounds:
        terms.append((times(minus, share, apart, apart), {*under, v}))
        terms.append((times(number(weight), share, both), {*under, h}))
    return plus(
        *(
            times(top, *(one for name, one in below.items() if name not in under))
            for top, under in terms
        )
    )


def test_hands_come_no_nearer_to_being_unequal_than_the_third_lemma_says() -> None:
    small: Poly = {(0, 0, 0): 1, (0, 1, 0): 1}
    large: Poly = {**small, (0, 0, 1): 1}
    for x, y in ((small, large), (large, small)):
        assert min(lost_in_a_round(x, y).values()) >= 0
        assert min(lost_in_a_round(x, y, weight=0).values()) < 0
        assert min(lost_in_a_round(x, y, grade=0).values()) < 0


def test_the_polynomials_are_those_of_a_round() -> None:
    def loss(m: int, x: int, y: int) -> Fraction:
        def less(m: int, x: int, y: int) -> Fraction:
            return Fraction((y - x) ** 2, m + 2 * (x + y)) - Fraction(x + y, m)

        def second(m: int, x: int, y: int) -> Fraction:
            return (m * less(m - 1, x, y) + x * less(m, x - 1, y)) / (m + x)

        return less(m, x, y) - (m * second(m - 1, x, y) + y * second(m, x, y - 1)) / (
            m + y
        )

    for m, x, y in ((40, 1, 1), (70, 2, 1), (90, 1, 3), (200, 5, 4)):
        at = lost_in_a_round(number(x), number(y), grade=0)
        value = sum(k * m ** exponents[0] for exponents, k in at.items())
        under = m * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1)
        for k in (0, 2, 3, 4):
            under *= m + 2 * (x + y) - k
        assert Fraction(value, under) == loss(m, x, y)


def fewer_pairs(m: int, x: int, y: int) -> Fraction:
    return Fraction(m, (x + 1) * (y + 1))


def more_pairs(m: int, x: int, y: int) -> Fraction:
    return Fraction(x * y, m + 1)


def test_what_is_kept_by_each_draw() -> None:
    for m, x, y in product(range(1, 30, 4), repeat=3):
        for kept in (fewer_pairs, more_pairs):
            after = m * kept(m - 1, x, y) + y * kept(m, x, y - 1)
            assert after == (m + y) * kept(m, x, y)


def test_to_wait_is_never_worse_with_two_cards_in_the_pile() -> None:
    hands = range(1, SIZE + 1)
    for m, own, other in product(range(2, SIZE + 1), hands, hands):
        assert 1 - VALUES(m, other, own) >= guessed_right(m, other)
    assert 1 - VALUES(1, 1, 1) < guessed_right(1, 1)


def unknown(m: int, x: int, y: int) -> Fraction:
    return Fraction(x + y, m)


def test_hands_outgrow_the_pile_as_the_second_theorem_says() -> None:
    for m, x, y in product(range(3, 30, 3), range(1, 12), range(1, 12)):
        pile = (m - 1) * unknown(m - 2, x, y) + x * unknown(m - 1, x - 1, y)
        hand = m * unknown(m - 1, x, y - 1) + x * unknown(m, x - 1, y - 1)
        after = m * pile / (m + x - 1) + y * hand / (m + x)
        by_y = Fraction(m * y, (m + x) * (m + y - 1) * (m + y))
        by_x = Fraction(m * x, (m + y) * (m + x - 1) * (m + x))
        assert after / (m + y) >= unknown(m, x, y) + by_x + by_y


@pytest.mark.parametrize(("pile", "hand"), [(20, 1), (100, 5), (300, 2)])
@pytest.mark.parametrize("share", [0.05, 0.3, 0.7])
def test_a_single_card_is_found_as_soon_as_the_second_theorem_says(
    pile: int, hand: int, share: float
) -> None:
    @cache
    def lasts(m: int, hand: int, searched: bool) -> float:
        if not hand:
            return 0.0
        if m < share * pile:
            return 1.0
        if searched:
            return m * lasts(m - 1, hand, False) / (m + 1)
        found = m * lasts(m - 1, hand, True) + hand * lasts(m, hand - 1, True)
        return found / (m + hand)

    most = (share + 4 * (1 + hand) / pile) ** 0.5
    assert all(0 < lasts(pile, hand, first) <= most for first in (True, False))


@pytest.mark.parametrize(("x", "y"), [(1, 1), (2, 1), (3, 9), (7, 7), (20, 3)])
def test_the_pile_decides_by_how_little_it_shrinks(x: int, y: int) -> None:
    """Test the exchange rate between a card of the pile and one of a hand, and h."""
    for m in (16 * (x + y), 40 * (x + y)):
        by_y = Fraction(m * y, (m + x) * (m + y - 1) * (m + y))
        by_x = Fraction(m * x, (m + y) * (m + x - 1) * (m + x))
        rate = Fraction(y, (m + y) * (m + y + 1)) + Fraction(x, (m - 1 + x) * (m + x))
        assert rate <= 2 * (by_x + by_y)
