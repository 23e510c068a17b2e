"""Bounds of f(k), the limit of limit.md, that are proved; written into that page.

python tools/limit_bounds.py [--search M,REACH,SIZE,K ...]

With `--search` coefficients are sought by a linear programme in floats and kept in
docs/limit-bounds.json. Nothing rests on how they were found: without it those of the
file are checked (`checked`), by the conditions of Theorem 4, and the table is written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from math import floor, isqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from mystpy.compilation import NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "limit.md"
DATA = PAGE.parents[1] / "limit-bounds.json"
BEGIN = "<!-- the bounds of f are written by tools/limit_bounds.py -->"
END = "<!-- so much on the bounds of f -->"

Floats = NDArray[np.float64]
UNIT = 2.0**-53
ROUNDINGS = 128
"""A term of U takes fewer roundings in floats than that, and so does their sum."""
ROUNDINGS_OF_A_STEP = 8
"""A step of (4.1) takes fewer roundings in floats than that."""
FEW_CARDS = 32
"""If the pile and a hand have more cards, a guess is right less often than 2^-60."""
DEEPEST, MOST_PARTS = 30, 400_000
"""Parts of intervals are divided so often, and no more of them are kept."""


class Interval(NamedTuple):
    """All numbers between two fractions."""

    low: Fraction
    high: Fraction


def root_above(number: Fraction) -> Fraction:
    """A number that is not below the root, by less than 10^-12."""
    return Fraction(isqrt(floor(number * 10**24)) + 1, 10**12)


class Majorant(NamedTuple):
    """A function U of m, x and y that is nowhere below W, or below -W if `sign` is -1.

    It is the sum of `powers[b]` k^b h_b, of `spread` times k(V - h), of `fourth` times
    k^2(V^2 - 6Vh), and of `odd` (x - y) R(m)/R(`pile`), k being `scale`; the terms are
    those of Theorem 4. W is looked at for hands up to `size` where the pile has `pile`
    cards; the race is given up where x + y is above `reach` times the root of m.
    """

    sign: int
    pile: int
    reach: int
    size: int
    scale: Fraction
    powers: tuple[Fraction, ...]
    spread: Fraction
    fourth: Fraction
    odd: Fraction

    @property
    def numbers(self) -> Floats:
        """The coefficients."""
        some = (*self.powers, self.spread, self.fourth, self.odd)
        return np.array([float(number) for number in some])

    def bound(self, ks: Interval) -> Fraction:
        """Return an upper bound of f(k), or -f(k), for all k of an interval.

        The sum is a polynomial in `scale`/k, written in powers of the distance from the
        middle of where that is.
        """
        ends = self.scale / ks.high, self.scale / ks.low
        middle, radius = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
        powers = list(self.powers)
        for k in range(len(powers)):
            for b in range(len(powers) - 2, k - 1, -1):
                powers[b] += middle * powers[b + 1]
        more = (abs(x) * radius**b for b, x in enumerate(powers) if b)
        found = powers[0] + sum(more, Fraction(0))
        return found + abs(self.odd) * drift(self.pile, ks.low)


def drift(pile: int, k: Fraction) -> Fraction:
    """Return the greatest mean gain of the odd term: the last sum of Theorem 4."""
    m = Fraction(pile)
    a, root = Fraction(126, 100) / (m - 1), root_above(m)
    b = 2 * root / ((m - 1) * (1 / root_above(1 / k)))
    v = ((root_above(a) + root_above(a + 4 * b)) / 2) ** 2
    squares = Fraction(126, 100) * m * v
    sums = squares + 4 * (m + 1) / k
    both = root_above(squares * sums) / (2 * m) * 4 / 3
    alone = Fraction(3, 2) * root_above(sums) / (2 * m)
    whole = (both + alone) / isqrt(pile)
    return root_above(m + 1) * whole * Fraction(256, 255)


def features(pile: int, m: int, x: Floats, y: Floats, k: float, most: int) -> Floats:
    """The terms of U in floats, in a last dimension, without their coefficients."""
    d, s, term = x - y, x + y, np.ones_like(x)
    found = [term]
    for i in range(most):
        term = term * (k * (x - i) * (y - i) / (m + 1 + i))
        found.append(term)
    v, h = k * d * d / (m + 2 * s), k * s / m
    ratio = 1.0 if m == pile else (pile + 0.5) / pile
    return np.stack([*found, v - h, v * (v - 6 * h), d * ratio], -1)


@cache
def ends_of_rounds(
    pile: int, size: int, reach: int
) -> list[tuple[int, Floats, Floats, Floats, Floats]]:
    """Return first ends of rounds with at most `pile` cards: m, x, y, bounds of W."""
    found = []
    most = reach * isqrt(pile) + reach
    for m, layer in layers_of(pile, size).items():
        x, y = np.meshgrid(*[np.arange(2, most + 1)] * 2, indexing="ij")
        there = (x + y <= most) & ((m + x + y) % 2 == 0)
        x, y = x[there], y[there]
        known = (x <= size) & (y <= size)
        low, high = np.full(x.shape, -0.5), np.full(x.shape, 0.5)
        low[known] = layer[0, x[known], y[known]] - 2.0**-50
        high[known] = layer[1, x[known], y[known]] + 2.0**-50
        assert not np.isnan(low + high).any()
        found.append((m, x.astype(float), y.astype(float), low, high))
    return found


@cache
def layers_of(pile: int, size: int) -> dict[int, Floats]:
    """Bounds of W for hands up to a size, with `pile` cards and with one less."""
    hands = np.arange(1, size + 1)
    held = hands[:, None] + hands
    layers = {m: np.full((2, size + 1, size + 1), np.nan) for m in (pile, pile - 1)}
    for total, values in asker_values(size, pile + 2 * size):
        error = ROUNDINGS_OF_A_STEP * UNIT * total
        for m, layer in layers.items():
            if total % 2 == 0 and 2 <= total - m <= 2 * size:
                there = held == total - m
                layer[0, 1:, 1:][there] = values[there] - 0.5 - error
                layer[1, 1:, 1:][there] = values[there] - 0.5 + error
    return layers


def asker_values(size: int, last: int) -> Iterator[tuple[int, Floats]]:
    """Yield P(m,x,y) in floats for hands up to a size, by m + x + y from 3 to `last`.

    The array of a total has the value at [x-1, y-1], which means nothing where m would
    not be positive. It is changed by the next step.

    A value is (m a + y b)/(m + y), with a and b from the total before, each the greater
    of the value of a guess and of 1 minus a value. No number is above 1. So a step adds
    less than `ROUNDINGS_OF_A_STEP` roundings to the errors of the step before, and does
    not enlarge those.
    """
    few = min(FEW_CARDS, size)
    hands = np.arange(1, size + 1)
    held = hands[:, None] + hands
    soon, later = (_guess_values(few, last), _guess_values(size, 2 * size + FEW_CARDS))
    columns = np.arange(1, few + 1)
    after = np.ones((size, size + 1))  # the last card of a hand reveals the pile
    shares, values = np.empty((size, size)), np.empty((size, size))
    for total in range(3, last + 1):
        others = np.maximum(total - hands, 1)[:, None]
        np.minimum(np.divide(hands, others, out=shares), 1.0, out=shares)
        np.subtract(after[:, :-1], after[:, 1:], out=values)
        values *= shares
        values += after[:, 1:]
        yield total, values
        np.subtract(1.0, values.T, out=after[:, 1:])
        if total <= 2 * size + FEW_CARDS:
            guess = later[hands, np.maximum(total - held, 0)]
            np.maximum(after[:, 1:], guess, out=after[:, 1:])
        else:  # a guess is worth nothing unless a hand has few cards
            guess = soon[columns, total - hands[:, None] - columns]
            np.maximum(after[:, 1 : few + 1], guess, out=after[:, 1 : few + 1])


def _guess_values(size: int, last: int) -> Floats:
    """Return the value of a guess, at [y, m]; it is 0 where it is below 2^-60."""
    found = np.zeros((size + 1, last + 1))
    for y in range(1, size + 1):
        count = 1
        for m in range(last + 1):
            found[y, m] = 1 / count
            count = count * (m + y + 1) // (m + 1)
            if count >> 60:
                break
    return found


def missing(one: Majorant) -> float:
    """Return the greatest W - U at the ends of rounds with such small piles.

    The terms are computed in floats, and a bound of the rounding errors is added.
    """
    most = 0.0
    for m, x, y, low, high in ends_of_rounds(one.pile, one.size, one.reach):
        k, degree = float(one.scale), len(one.powers) - 1
        assert Fraction(k) == one.scale
        terms = features(one.pile, m, x, y, k, degree) * one.numbers
        v, h = k * (x - y) ** 2 / (m + 2 * (x + y)), k * (x + y) / m
        sizes = np.abs(terms).sum(-1) + float(one.spread) * (v + h)
        sizes += float(one.fourth) * v * (v + 6 * h)
        error = ROUNDINGS * UNIT * sizes
        wanted = high if one.sign == 1 else -low
        most = max(most, float((wanted - terms.sum(-1) + error).max()))
    return most


class Ranges(NamedTuple):
    """Intervals of floats, one in each place; results are rounded outwards."""

    low: Floats
    high: Floats

    @classmethod
    def of(cls, low: float | Fraction, high: float | Fraction) -> Ranges:
        """An interval that has these numbers in it."""
        ends = np.array([float(low)]), np.array([float(high)])
        return cls(np.nextafter(ends[0], -np.inf), np.nextafter(ends[1], np.inf))

    def __add__(self, other: object) -> Ranges:
        """All sums."""
        assert isinstance(other, Ranges)
        return Ranges(
            np.nextafter(self.low + other.low, -np.inf),
            np.nextafter(self.high + other.high, np.inf),
        )

    def __mul__(self, other: object) -> Ranges:
        """All products."""
        assert isinstance(other, Ranges)
        ends = np.stack(np.broadcast_arrays(*[a * b for a in self for b in other]))
        return Ranges(
            np.nextafter(ends.min(0), -np.inf), np.nextafter(ends.max(0), np.inf)
        )

    def squares(self) -> Ranges:
        """All squares."""
        found = self * self
        inside = (self.low < 0) & (self.high > 0)
        return Ranges(np.where(inside, 0.0, np.maximum(found.low, 0.0)), found.high)


def exact(number: Fraction | int) -> Ranges:
    """An interval around a number."""
    return Ranges.of(Fraction(number), Fraction(number))


def above_where_given_up(one: Majorant) -> bool:
    """Return whether U is above 1/2 wherever the race is given up before, for all m.

    That is where x + y has just come above the reach, or where a hand has one card. A
    place is given by two numbers. The first is (x - y)/(x + y), or y over the root of m
    if x is 1. The second is (x + y)/(m + 1), or 1 over that root. The pairs are divided
    into parts.
    """
    m = one.pile - 1
    top = float(root_above(Fraction(m + 2)) * one.reach / m) * (1 + 2.0**-40)
    far = holds(partial(least_far, one), (-1.0, 1.0), (0.0, top))
    most = one.reach * (1 + 2 / m)
    tiny = float(root_above(Fraction(1, m))) * (1 + 2.0**-40)
    near = [
        holds(partial(least_single, one, sign=sign), (0.0, most), (0.0, tiny))
        for sign in (1, -1)
    ]
    return far and all(near)


def least_far(one: Majorant, part: Ranges, e: Ranges) -> Floats:
    """The least of U where (x - y)/(x + y) and (x + y)/(m + 1) are in intervals."""
    off, square = Fraction(2, one.pile - 1), part.squares()
    wide = exact(one.reach**2) * Ranges.of(1 - off, 1 + off)
    t = wide * (exact(1) + exact(-1) * square) * exact(Fraction(1, 4))
    t = Ranges(np.maximum(t.low, 0.0), t.high)
    under = e.squares() * exact(Fraction(1, one.reach**2)) * Ranges.of(1 - off, 1 + off)
    h = e * Ranges.of(1, 1 + off)
    d = part * exact(one.reach) * Ranges.of(1, 1 + off)
    return least(one, chain(one, t, e, under), wide * square, h, d)


def least_single(one: Majorant, z: Ranges, small: Ranges, sign: int) -> Floats:
    """Do the same if a hand has one card, with y and 1 over the root of m.

    There h_1 is between 0 and the first over the second, and the others are 0.
    """
    k, off = one.scale, Fraction(2, one.pile - 1)
    d = z + exact(-1) * small
    d = Ranges(np.maximum(d.low, 0.0), np.maximum(d.high, 0.0))
    t = z * small * Ranges.of(1 - off, 1)
    h = (z + small) * small
    powers = exact(one.powers[0]) + exact(one.powers[1] * k) * t
    return least(one, powers, d.squares(), h, d * exact(sign))


def chain(one: Majorant, t: Ranges, e: Ranges, under: Ranges) -> Ranges:
    """The sum of the powers: h_b is the product of (x - i)(y - i)/(m + 1 + i).

    That is (t - i e + i^2/(m + 1)) (m + 1)/(m + 1 + i), with e = (x + y)/(m + 1).
    """
    found = exact(one.powers[-1])
    for i in range(len(one.powers) - 2, -1, -1):
        step = t + exact(-i) * e + exact(i * i) * under
        shrunk = Ranges.of(1 - Fraction(i, one.pile), 1)
        found = exact(one.powers[i]) + found * step * shrunk * exact(one.scale)
    return found


def least(
    one: Majorant, powers: Ranges, square: Ranges, h: Ranges, d: Ranges
) -> Floats:
    """The least of U where (x - y)^2/m, h and (x - y)/root(m) are in intervals."""
    k, off = one.scale, Fraction(2, one.pile - 1)
    under = exact(1) + exact(2) * h  # V has m + 2(x + y) below
    shrunk = Ranges(np.nextafter(1 / under.high, 0.0), np.nextafter(1 / under.low, 2.0))
    v, minus = square * shrunk, exact(-1) * h
    found = powers + exact(one.spread * k) * (v + minus)
    found += exact(one.fourth * k * k) * v * (v + exact(6) * minus)
    # R(m) root(m), and R(pile) root(pile + 1) upside down: they are nearly 1
    scaled = exact(one.odd * root_above(Fraction(one.pile + 1)))
    return (found + d * Ranges.of(1 - off, 1) * scaled).low


def holds(
    least_in: Callable[[Ranges, Ranges], Floats],
    first: tuple[float, float],
    second: tuple[float, float],
) -> bool:
    """Whether a function is at least 1/2 for all pairs, by parts of the intervals."""
    a, b = (Ranges(np.array([x]), np.array([y])) for x, y in (first, second))
    for _ in range(DEEPEST):
        short = least_in(a, b) < 0.5
        if not short.any():
            return True
        if short.sum() > MOST_PARTS:
            return False
        a, b = (Ranges(x.low[short], x.high[short]) for x in (a, b))
        parts = [[_half(x, up) for up in (False, True)] for x in (a, b)]
        pairs = [(x, y) for x in parts[0] for y in parts[1]]
        a, b = (
            Ranges(*(np.concatenate(ends) for ends in zip(*some, strict=True)))
            for some in zip(*pairs, strict=True)
        )
    return False


def _half(some: Ranges, upper: bool) -> Ranges:
    middle = (some.low + some.high) / 2
    return Ranges(middle, some.high) if upper else Ranges(some.low, middle)


def checked(one: Majorant) -> bool:
    """Return whether all conditions of Theorem 4 hold for a majorant."""
    enough = one.pile % 2 == 0 and one.pile >= max(64 * one.reach**2, 256)
    signs = one.sign in (1, -1) and min(one.spread, one.fourth) >= 0
    reach = one.reach**2 * one.scale > 4
    return (
        enough and signs and reach and missing(one) <= 0 and above_where_given_up(one)
    )


SPARE = 0.05
"""U must exceed 1/2 by this if the race is given up, because of errors there."""
DEGREE = 6


def search(pile: int, reach: int, size: int, k: Fraction) -> Iterator[Majorant]:
    """Majorants of W and of -W that are good near k, found in floats."""
    ends = ends_of_rounds(pile, size, reach)
    rows = [features(pile, m, x, y, float(k), DEGREE) for m, x, y, _, _ in ends]
    outer = [
        _given_up(m, reach, pile, float(k))
        for m in (pile, 3 * pile, 20 * pile, 10**6 * pile)
    ]
    given = np.concatenate(outer)
    whole = np.concatenate(rows)
    cost = np.array([1.0] * (DEGREE + 1) + [0.0] * 3)
    free, sure = (None, None), (0, None)
    limits = [free] * (DEGREE + 1) + [sure, sure, free]
    for sign in (1, -1):
        parts = [high if sign == 1 else -low for *_, low, high in ends]
        wanted = np.concatenate(parts)
        used = np.zeros(len(wanted), bool)
        used[:: max(1, len(wanted) // 4000)] = True
        for _ in range(12):
            left = np.concatenate([whole[used], given])
            right = np.concatenate([wanted[used], np.full(len(given), 0.5 + SPARE)])
            sizes = np.abs(left).max(1)  # at least 1
            found = linprog(
                cost,
                A_ub=-left / sizes[:, None],
                b_ub=-right / sizes,
                bounds=limits,
            )
            short = wanted - whole @ found.x
            if short.max() < 1e-7:
                break
            worst = np.argsort(short)[-3000:]
            used[worst[short[worst] > 0]] = True
        numbers = [Fraction(float(x)) for x in found.x]
        numbers[-3:-1] = [max(x, Fraction(0)) for x in numbers[-3:-1]]
        one = Majorant(sign, pile, reach, size, k, tuple(numbers[:-3]), *numbers[-3:])
        more = Fraction(max(0.0, missing(one)) + 1e-7)
        yield one._replace(powers=(Fraction(float(numbers[0] + more)), *one.powers[1:]))


def _given_up(m: int, reach: int, pile: int, k: float) -> Floats:
    """The terms of U at some places where the race is given up."""
    s, root = reach * np.sqrt(m), np.sqrt((pile + 0.75) / (m + 0.75))
    x = np.linspace(0, s, 400)
    y = np.linspace(1, s, 100)
    one = np.ones_like(y)
    places = [(x, s - x), (one, y), (y, one)]
    found = np.concatenate([features(m, m, a, b, k, DEGREE) for a, b in places])
    found[:, -1] *= root
    return found


def kept() -> list[Majorant]:
    """The majorants of the file."""
    found = []
    for one in json.loads(DATA.read_text("utf-8")):
        rest = {
            name: Fraction(one[name]) for name in ("scale", "spread", "fourth", "odd")
        }
        powers = tuple(map(Fraction, one["powers"]))
        found.append(Majorant(**{**one, **rest, "powers": powers}))
    return found


def keep(found: Sequence[Majorant]) -> None:
    """Write majorants into the file."""
    rows = [
        {k: str(x) if isinstance(x, Fraction) else x for k, x in one._asdict().items()}
        | {"powers": [str(x) for x in one.powers]}
        for one in found
    ]
    DATA.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", "utf-8")


def enclosure(found: Sequence[Majorant], ks: Interval) -> Interval:
    """Return bounds of f for all k of an interval, by the best of checked majorants."""
    some = [one for one in found if fits(one, ks)]
    low = max(-one.bound(ks) for one in some if one.sign == -1)
    return Interval(low, min(one.bound(ks) for one in some if one.sign == 1))


def fits(one: Majorant, ks: Interval) -> bool:
    """Whether equal hands are within the reach at the start, where m/n^2 is near k."""
    return one.reach**2 * ks.low > 4


def signed(
    found: Sequence[Majorant], sign: int, start: Fraction, step: Fraction
) -> Fraction | None:
    """Return the last k up to which f is proved to have a sign, in steps from a k on.

    A step is halved where that is not proved, down to `FINEST`. The result is None if
    it is not proved for any step.
    """
    k = start
    while abs(step) >= FINEST:
        after = k + step
        if after > 0 and _has_sign(found, sign, Interval(min(k, after), max(k, after))):
            k = after
        else:
            step /= 2
    return None if k == start else k


def _has_sign(found: Sequence[Majorant], sign: int, ks: Interval) -> bool:
    """Return whether f is proved to have a sign for all k of an interval."""
    if not all(any(fits(x, ks) for x in found if x.sign == s) for s in (1, -1)):
        return False
    ends = enclosure(found, ks)
    return (ends.low if sign == 1 else -ends.high) > 0


SHOWN = (
    *("7/32", "1/4", "5/16", "3/8", "7/16", "1/2", "9/16", "5/8", "11/16", "3/4"),
    *("1", "2", "5/2", "3", "7/2", "4", "5", "8"),
)
NEAR = Fraction(1, 20)
"""Bounds that are further apart are not shown."""
STEP, FINEST = Fraction(1, 64), Fraction(1, 2**14)


def table(found: Sequence[Majorant]) -> Iterator[str]:
    """Yield the proved bounds of f at some k, and intervals of its sign."""
    yield "| k | f(k) is at least | f(k) is at most |"
    yield "|---|---|---|"
    signs = list[tuple[int, Fraction, Fraction]]()
    for text in SHOWN:
        k = Fraction(text)
        ks = Interval(k, k)
        if not all(any(fits(x, ks) for x in found if x.sign == s) for s in (1, -1)):
            continue
        low, high = enclosure(found, ks)
        if high - low < NEAR:
            ends = floor(low * 10**5) / 10**5, -floor(-high * 10**5) / 10**5
            yield f"| {text} | {ends[0]:+.5f} | {ends[1]:+.5f} |"
        sign = 1 if low > 0 else -1
        if low > 0 or high < 0:
            step = STEP * min(k, Fraction(1))
            down, up = (signed(found, sign, k, s) or k for s in (-step, step))
            if down < up:
                signs.append((sign, down, up))
    yield ""
    for sign, low, high in dict.fromkeys(_joined(signs)):
        word = "above" if sign == 1 else "below"
        ends = -floor(-low * 10**4) / 10**4, floor(high * 10**4) / 10**4
        yield f"So f(k) is {word} 0 for all k from {ends[0]:g} to {ends[1]:g}."


def _joined(
    signs: Sequence[tuple[int, Fraction, Fraction]],
) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Intervals with the same sign that overlap, as one."""
    left = sorted(signs, key=lambda one: one[1])
    while left:
        sign, low, high = left.pop(0)
        while left and left[0][0] == sign and left[0][1] <= high:
            high = max(high, left.pop(0)[2])
        yield sign, low, high


def main() -> None:
    """Seek majorants if that is asked for, check all, and write the table."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--search", metavar="M,REACH,SIZE,K", action="append")
    asked = options.parse_args()
    found = kept() if DATA.exists() else []
    for text in asked.search or ():
        pile, reach, size, k = text.split(",")
        if Fraction(float(Fraction(k))) != Fraction(k):
            options.error(f"{k} is no float: take a fraction such as 13/64")
        found += search(int(pile), int(reach), int(size), Fraction(k))
        keep(found)
    for one in found:
        if not checked(one):
            raise SystemExit(f"not a majorant: {one}")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    lines = "\n".join(table(found))
    PAGE.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{end}{after}", "utf-8")


if __name__ == "__main__":
    main()
