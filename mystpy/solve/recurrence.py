"""The recurrence (4.1), exactly, and enclosed far beyond what is exact.

`P(m, n1, n2)` is the probability with which the player to ask wins when the pile
has m cards that are not located yet, the own hand n1, and the opponent's n2.

Exact values with the same m and n1 + n2 have one denominator, which is hardly longer
than theirs in lowest terms: so a value takes a few sums of whole numbers. Enclosures
are whole numbers of 63 bits with directed rounding, as in `rounding`, which has more
bits, for single places; here all values with the same m + n1 + n2 are found at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, gcd, lcm
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Place = tuple[int, int, int]
"""m, n1 and n2."""

Chance = Callable[[int, int], Fraction]
"""The probability that a guess is right: of the pile's and the opponent's unknown."""

HALF = Fraction(1, 2)


def guessed_right(m: int, n2: int) -> Fraction:
    """The probability that one of the piles still possible is the pile."""
    return Fraction(1, comb(m + n2, m))


class Diagonal(NamedTuple):
    """Values with one m and one n1 + n2, by n1 from `least` on, times `unit`."""

    least: int
    shares: Sequence[int]
    unit: int

    def at(self, n1: int) -> Fraction:
        """One of the values."""
        return Fraction(self.shares[n1 - self.least], self.unit)


class Recurrence:
    """The values of (4.1) for all m, n1 and n2 up to a size, as exact fractions.

    `chance` is what a guess is worth, so that variants can be told apart.
    """

    def __init__(self, size: int, chance: Chance = guessed_right) -> None:
        self.size = size
        self._chance = chance
        self._diagonals: dict[tuple[int, int], Diagonal] = {}
        before: dict[int, Diagonal] = {}
        for m in range(1, size + 1):
            guesses = [self._chance(m, n2) for n2 in range(size + 1)]
            asked: dict[int, Diagonal] = {}
            for both in range(2, 2 * size + 1):
                found = self._diagonal(m, both, before.get(both), asked.get(both - 1))
                self._diagonals[m, both] = found
                asked[both] = _after(found, both, guesses)
            before = asked

    def __call__(self, m: int, n1: int, n2: int) -> Fraction:
        """P(m, n1, n2); the basis is 1 where m or n2 is 0."""
        if m == 0 or n2 == 0:
            return Fraction(1)
        return self._diagonals[m, n1 + n2].at(n1)

    def __len__(self) -> int:
        return self.size**3

    def places(self) -> Iterator[Place]:
        """The places, the smallest games (by m + n1 + n2) first."""
        sizes = range(1, self.size + 1)
        for total in range(3, 3 * self.size + 1):
            for m in sizes:
                for n1 in range(1, min(self.size, total - m - 1) + 1):
                    if 1 <= total - m - n1 <= self.size:
                        yield m, n1, total - m - n1

    def waits(self, m: int, n1: int, n2: int) -> bool:
        """Whether who stands so after asking had better not guess."""
        guess = self._chance(m, n2)
        return guess < 1 and 1 - self(m, n2, n1) > guess

    def said(self, m: int, n1: int, n2: int) -> Fraction:
        """The right side of (4.1) at a place, from the values on which it rests."""
        pile, hand = self._asked(m - 1, n1, n2), self._asked(m, n1, n2 - 1)
        return (m * pile + n2 * hand) / (m + n2)

    def _asked(self, m: int, n1: int, n2: int) -> Fraction:
        """What it is worth to have asked and to stand so: guess, or wait."""
        guess = self._chance(m, n2)
        return guess if guess == 1 else max(guess, 1 - self(m, n2, n1))

    def _diagonal(
        self, m: int, both: int, pile: Diagonal | None, hand: Diagonal | None
    ) -> Diagonal:
        """The values from what it is worth to have asked, after a no and after a yes.

        After a no it is 1 if m was 1, after a yes if n2 was.
        """
        least = max(1, both - self.size)
        a, b = pile.unit if pile else 1, hand.unit if hand else 1
        unit = lcm(a, b)
        count = both - 2 * least + 1
        of_pile = pile.shares if pile else [1] * count
        of_hand = list(hand.shares if hand else ())
        if least == 1:
            of_hand.append(b)  # n2 is 1
        else:
            of_hand = of_hand[1:]
        by_pile, by_hand = m * (unit // a), unit // b
        sums = [
            by_pile * x + by_hand * n2 * y
            for n2, x, y in zip(
                range(both - least, least - 1, -1), of_pile, of_hand, strict=True
            )
        ]
        whole = range(m + both - least, m + least - 1, -1)
        factor = lcm(*(k // gcd(k, s) for k, s in zip(whole, sums, strict=True)))
        shares = [factor * s // k for k, s in zip(whole, sums, strict=True)]
        return _lowest(Diagonal(least, shares, factor * unit))


def _after(values: Diagonal, both: int, guesses: Sequence[Fraction]) -> Diagonal:
    """What it is worth to have asked and to stand so: guess, or wait."""
    least, shares, unit = values
    waiting = [unit - share for share in reversed(shares)]
    better = {
        n1: guess
        for n1, wait in enumerate(waiting, least)
        if (guess := guesses[both - n1]).numerator * unit > wait * guess.denominator
    }
    if not better:
        return Diagonal(least, waiting, unit)
    factor = lcm(unit, *(guess.denominator for guess in better.values())) // unit
    waiting = [wait * factor for wait in waiting]
    for n1, guess in better.items():
        waiting[n1 - least] = int(guess * unit * factor)
    return Diagonal(least, waiting, unit * factor)


def _lowest(values: Diagonal) -> Diagonal:
    """The same with the smallest unit."""
    common = values.unit
    for share in values.shares:
        common = gcd(common, share)
        if common == 1:
            return values
    shares = [share // common for share in values.shares]
    return Diagonal(values.least, shares, values.unit // common)


class Slab(NamedTuple):
    """Bounds of all values with one m + n1 + n2, hands from 1 to a size.

    `low[n1-1, n2-1]` and `high[n1-1, n2-1]` count multiples of 2**-`bits`; those where
    m would not be positive mean nothing.
    """

    total: int
    bits: int
    lower: NDArray[np.int64]
    upper: NDArray[np.int64]

    def at(self, n1: int, n2: int) -> tuple[Fraction, Fraction]:
        """The bounds of the value with these hands."""
        sides = (self.lower, self.upper)
        low, high = (int(side[n1 - 1, n2 - 1]) for side in sides)
        return Fraction(low, 1 << self.bits), Fraction(high, 1 << self.bits)

    def width(self, pile: int) -> Fraction:
        """The most that two bounds differ by, of places with m from 1 to a size."""
        import numpy as np

        hands = np.arange(1, len(self.lower) + 1)
        piles = self.total - hands[:, None] - hands
        there = (piles >= 1) & (piles <= pile)
        widest = int((self.upper - self.lower).max(where=there, initial=0))
        return Fraction(widest, 1 << self.bits)


def slabs(size: int, last: int) -> Iterator[Slab]:
    """Bounds of the values with hands up to a size, for m + n1 + n2 from 3 to `last`.

    Each number stays below 2**63: a value times m + n2 < last, and one unit.
    """
    import numpy as np

    bits = 62 - last.bit_length()
    one = np.int64(1) << np.int64(bits)
    hands = np.arange(1, size + 1, dtype=np.int64)
    held = hands[:, None] + hands
    guesses = [_rounded_guesses(size, last, bits, up) for up in (False, True)]
    places = hands * (last + 1)
    asked = [np.full((size, size + 1), one) for _ in guesses]
    for total in range(3, last + 1):
        whole = np.maximum(total - hands, 1)[:, None]
        pile = np.maximum(total - held, 0)
        sides = []
        for side, waits in enumerate(asked):
            sums = pile * waits[:, 1:] + hands * waits[:, :-1]
            sides.append((sums + side * (whole - 1)) // whole)
        low, high = sides
        yield Slab(total, bits, low, high)
        for waits, guess, other in zip(asked, guesses, (high, low), strict=True):
            waits[:, 1:] = np.maximum(guess[places + pile], one - other.T)


def _rounded_guesses(size: int, last: int, bits: int, up: bool) -> NDArray[np.int64]:
    """What a guess is worth, rounded, at n2 (last + 1) + m; it is 1 where m is 0."""
    import numpy as np

    found = np.full((size + 1, last + 1), int(up), dtype=np.int64)
    for n2 in range(1, size + 1):
        count = 1
        for m in range(last + 1):
            found[n2, m] = (1 << bits) // count + (up and count & (count - 1) != 0)
            count = count * (m + n2 + 1) // (m + 1)
            if count >> bits:
                break
    return found.ravel()
