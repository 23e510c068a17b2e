"""Theorem 4 in limit-proofs.md: its lemmas, and its bounds of f."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from mystpy.theses.chapter4.recurrence.limit import fall, rise
from tests.theses.test_limit_parabolas import above
from tests.theses.test_limit_paths import Poly, lost_in_a_round, number, plus, times
from tools.limit import Wanted, mixed, slabs
from tools.limit_bounds import (
    Interval,
    Majorant,
    Ranges,
    checked,
    drift,
    enclosure,
    ends_of_rounds,
    exact,
    kept,
    layers_of,
    least_far,
    missing,
    signed,
)

SMALL = min(one.pile for one in kept())
X: Poly = {(0, 1, 0): 1, (0, 0, 0): 1}
BOTH: Poly = {(0, 1, 0): 1, (0, 0, 1): 1, (0, 0, 0): 1}


def fourth(d: Poly, m: Poly, s: Poly) -> Poly:
    """Return V^2 - 6Vh times m (m + 2s)^2."""
    squares = times(d, d)
    return times(squares, plus(times(squares, m), times(number(-6), s, plus(m, s, s))))


def lost(x: Poly, y: Poly, grade: int) -> Poly:
    """Return the loss of V^2 - 6Vh in a round, cleared of denominators."""
    s = plus(x, y)
    m, d = plus({(1, 0, 0): 1}, times(number(grade), s)), plus(x, times(number(-1), y))
    below = {f"m-{k}": plus(m, number(-k)) for k in range(3)}
    below |= {f"v-{k}": plus(m, s, s, number(-k)) for k in (0, 2, 3, 4)}
    below |= {"m+x": plus(m, x), "m+y": plus(m, y), "m+x-1": plus(m, x, number(-1))}
    less, hand = plus(s, number(-1)), plus(s, number(-2))
    first, second = ["m+y", "m+x-1"], ["m+y", "m+x"]
    more, fewer = plus(d, number(1)), plus(d, number(-1))
    m1, m2 = below["m-1"], below["m-2"]
    terms: list[tuple[int, Poly, list[str], Poly, list[str]]] = [
        (1, number(1), [], fourth(d, m, s), ["m-0", "v-0"]),
        (-1, times(m, m1), first, fourth(d, m2, s), ["m-2", "v-2"]),
        (-1, times(m, x), first, fourth(fewer, m1, less), ["m-1", "v-3"]),
        (-1, times(y, m), second, fourth(more, m1, less), ["m-1", "v-3"]),
        (-1, times(y, x), second, fourth(d, m, hand), ["m-0", "v-4"]),
    ]
    under = [Counter([*draws, a, b, b]) for *_, draws, _, (a, b) in terms]
    whole = Counter[str]()
    for some in under:
        whole |= some
    return plus(
        *(
            times(
                number(sign), share, top, *(below[k] for k in (whole - some).elements())
            )
            for (sign, share, _, top, _), some in zip(terms, under, strict=True)
        )
    )


def spread_of(m: int, x: int, y: int) -> Fraction:
    return Fraction((x - y) ** 2, m + 2 * (x + y))


def after_a_round(
    m: int, x: int, y: int
) -> list[tuple[Fraction, tuple[int, int, int]]]:
    """Return the states after a round, with their probabilities."""
    found = []
    for chance, (m1, y1) in (
        (Fraction(m, m + y), (m - 1, y)),
        (Fraction(y, m + y), (m, y - 1)),
    ):
        found += [
            (chance * Fraction(m1, m1 + x), (m1 - 1, x, y1)),
            (chance * Fraction(x, m1 + x), (m1, x - 1, y1)),
        ]
    return found


def test_lemma_7_by_its_coefficients() -> None:
    for x, y in ((X, BOTH), (BOTH, X)):
        assert min(lost_in_a_round(x, y, grade=8).values()) >= 0
        assert min(lost(x, y, 8).values()) >= 0
        assert min(lost(x, y, 0).values()) < 0


def test_the_polynomials_of_lemma_7_are_those_of_a_round() -> None:
    def value(m: int, x: int, y: int) -> Fraction:
        v = spread_of(m, x, y)
        return v * v - 6 * v * Fraction(x + y, m)

    for m, x, y in ((40, 1, 1), (70, 2, 1), (90, 1, 3), (200, 5, 4)):
        at = lost(number(x), number(y), 0)
        top = sum(k * m ** exponents[0] for exponents, k in at.items())
        under = m * (m - 1) * (m - 2) * (m + x) * (m + y) * (m + x - 1)
        for k in (0, 2, 3, 4):
            under *= (m + 2 * (x + y) - k) ** 2
        some = (p * value(*place) for p, place in after_a_round(m, x, y))
        ahead = sum(some, Fraction(0))
        assert Fraction(top, under) == value(m, x, y) - ahead


def test_lemma_8_and_what_the_powers_keep() -> None:
    for x, y, more in product(range(2, 9), range(2, 9), (0, 1, 7, 100, 3000)):
        s, d = x + y, x - y
        m = 8 * s + more
        # R over R(m), from m - 2 to m
        ratio = {m: Fraction(1), m - 1: (m + Fraction(1, 2)) / m}
        ratio[m - 2] = ratio[m - 1] * (m - Fraction(1, 2)) / (m - 1)
        ahead = after_a_round(m, x, y)
        some = (p * (a - b) * ratio[k] for p, (k, a, b) in ahead)
        change = sum(some, Fraction(0)) - d
        assert abs(change) <= (s * abs(d) + Fraction(3, 2) * s) / (2 * m * m)
        for b in range(4):
            mean = sum(
                p * Fraction(fall(a, b) * fall(c, b), rise(k, b))
                for p, (k, a, c) in ahead
            )
            assert mean == Fraction(fall(x, b) * fall(y, b), rise(m, b))


def u_of(one: Majorant, m: int, x: int, y: int) -> Fraction:
    """Return U in fractions."""
    k, v, h = one.scale, spread_of(m, x, y), Fraction(x + y, m)
    found = sum(
        a * k**b * Fraction(fall(x, b) * fall(y, b), rise(m, b))
        for b, a in enumerate(one.powers)
    )
    found += one.spread * k * (v - h) + one.fourth * k * k * v * (v - 6 * h)
    ratio = 1 if m == one.pile else (one.pile + Fraction(1, 2)) / one.pile
    return found + one.odd * (x - y) * ratio


def test_majorants_are_checked_and_damaged_ones_refused() -> None:
    some = [one for one in kept() if one.pile == SMALL]
    assert {one.sign for one in some} == {1, -1}
    for one in some:
        assert checked(one)
        first, *others = one.powers
        assert missing(one._replace(powers=(first - Fraction(1, 1000), *others))) > 0
        assert not checked(one._replace(spread=-one.spread))
        assert not checked(one._replace(reach=one.reach * 3))
        assert not checked(one._replace(pile=SMALL + 1))
        places = [
            (m, *place)
            for m, *rest in ends_of_rounds(one.pile, one.size, one.reach)
            for place in zip(*rest, strict=True)
        ]
        for m, x, y, low, high in Random(4).sample(places, 60):
            wanted = high if one.sign == 1 else -low
            assert u_of(one, m, int(x), int(y)) >= Fraction(float(wanted))


def test_the_values_of_w_are_those_of_the_recurrence() -> None:
    for m, x, y, low, high in ends_of_rounds(8, 6, 3):
        for k in range(len(x)):
            if max(x[k], y[k]) <= 6:
                value = above(m, int(x[k]), int(y[k]))
                assert low[k] <= value <= high[k]
                assert high[k] - low[k] < 1e-9


@pytest.mark.parametrize(("pile", "size"), [(300, 60), (40, 30), (2, 40)])
def test_the_values_in_floats_lie_within_bounds_in_integers(
    pile: int, size: int
) -> None:
    hands, compared = np.arange(1, size + 1), 0
    layers = layers_of(pile, size)
    for slab in slabs(size, pile + 2 * size):
        for m, layer in layers.items():
            there = hands[:, None] + hands == slab.total - m
            if m < 1 or slab.total % 2 or not there.any():
                continue
            low, high = (
                side[there] / 2.0**slab.bits - 0.5 for side in (slab.lower, slab.upper)
            )
            ours = layer[:, 1:, 1:][:, there]
            assert (ours[0] <= high).all()
            assert (low <= ours[1]).all()
            assert (ours[1] - ours[0]).max() < 1e-11
            compared += int(there.sum())
    assert compared > size


def test_intervals_hold_what_they_are_computed_from() -> None:
    rng = Random(5)
    one = next(x for x in kept() if x.pile == SMALL)
    for _ in range(200):
        m = SMALL - 1 + round(SMALL * rng.random() ** 3 * 9)
        s = int(one.reach * m**0.5) + 1
        if s * s > one.reach**2 * (m + 2):
            continue
        x = rng.randint(1, s - 1)
        part, e = Fraction(2 * x - s, s), Fraction(s, m + 1)
        scaled = one.odd * Fraction(((SMALL + 0.75) / (m + 0.75)) ** 0.5)
        there = one._replace(pile=m, odd=scaled)
        value = u_of(there, m, x, s - x)
        assert least_far(one, exact(part), exact(e))[0] <= float(value) + 1e-6
    product_of = Ranges.of(-1, 2) * Ranges.of(3, 4)
    assert product_of.low[0] <= -4
    assert product_of.high[0] >= 8


def test_f_is_where_the_bounds_say() -> None:
    found = kept()
    for k in (Fraction(3), Fraction(7, 2), Fraction(4)):
        ends = enclosure(found, Interval(k, k))
        pile = 2 * round(k * 450)
        layers = Wanted({(3, 3)}, {pile}, 60).layers
        middle = mixed(layers[pile], pile, float(k))
        assert ends.low < middle < ends.high
        assert ends.high - ends.low < Fraction(3, 100)
    assert enclosure(found, Interval(Fraction(7, 2), Fraction(7, 2))).low > 0
    wide, narrow = (
        enclosure(found, Interval(Fraction(3), k)) for k in (Fraction(4), Fraction(3))
    )
    assert wide.low <= narrow.low <= narrow.high <= wide.high


def test_bounds_for_an_interval_are_those_of_its_places() -> None:
    ks = Interval(Fraction(3), Fraction(4))
    for one in kept():
        whole = one.bound(ks)
        for k in (Fraction(3), Fraction(10, 3), Fraction(4)):
            parts = (a * (one.scale / k) ** b for b, a in enumerate(one.powers))
            value = sum(parts, Fraction(0)) + abs(one.odd) * drift(one.pile, k)
            assert value == one.bound(Interval(k, k)) <= whole


def test_the_odd_term_gains_less_the_larger_the_pile_and_k() -> None:
    for k in (Fraction(1, 2), Fraction(3)):
        gains = [drift(pile, k) for pile in (1024, 4096, 16384, 65536)]
        assert gains == sorted(gains, reverse=True)
        assert drift(4096, 2 * k) < drift(4096, k)
    # one by one, in floats, for one pile
    m, number_of, total = 4096, 3.0, 0.0
    for ell in range(m + 1, 400 * m):
        a, b = 1.26 / (ell - 1), 2 * ell**0.5 / ((ell - 1) * number_of**0.5)
        v = ((a**0.5 + (a + 4 * b) ** 0.5) / 2) ** 2
        t = 1.26 * ell * v
        s = t + 4 * (ell + 1) / number_of
        total += ((s * t) ** 0.5 + 1.5 * s**0.5) / (2 * ell**2.5)
    assert total * 256 / 255 * np.sqrt(m) <= float(drift(m, Fraction(3)))


@pytest.mark.parametrize("n", [10, 20, 40])
def test_exact_values_come_near_the_bounds(n: int) -> None:
    # f(k) is not P(m,n,n) - 1/2: from there to f it is some 0.05/n, as is seen
    found = kept()
    for k in (Fraction(3), Fraction(7, 2), Fraction(4)):
        even = 2 * round(k * (n + 1) ** 2 / 2)
        low, high = Wanted({(even, n)}, set(), n).bounds[even, n]
        ends = enclosure(found, Interval(k, k))
        spare = Fraction(1, 20 * n)
        assert ends.low - spare < low - Fraction(1, 2)
        assert high - Fraction(1, 2) < ends.high + spare


def test_f_changes_its_sign() -> None:
    found = kept()
    quarter, large = (
        enclosure(found, Interval(k, k)) for k in (Fraction(1, 4), Fraction(3, 4))
    )
    assert quarter.high < 0 < large.low
    up = signed(found, -1, Fraction(3, 8), Fraction(1, 64))
    down = signed(found, 1, Fraction(9, 16), Fraction(-1, 64))
    assert up is not None
    assert down is not None
    assert Fraction(2, 5) < up < down < Fraction(11, 20)
    assert signed(found, 1, Fraction(3, 8), Fraction(1, 64)) is None
    for k in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(2)):
        ends = enclosure(found, Interval(k, k))
        pile = 2 * round(k * 450)
        middle = mixed(Wanted({(3, 3)}, {pile}, 120).layers[pile], pile, float(k))
        assert ends.low < middle < ends.high
