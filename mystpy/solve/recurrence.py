"""The recurrence (4.1), in exact fractions, and by bounds for much larger sizes.

In the field: interval arithmetic with outward rounding.

`P(m, n1, n2)` is the probability with which the player to ask wins if m cards of the
pile, n1 cards of her own hand and n2 cards of the opponent's are not located yet.
Places with the same m and n1 + n2 are a diagonal, a list by n1. A place depends on the
same diagonal of m - 1, read backwards, and on the diagonal before, read backwards.

Exact values of a diagonal have one denominator, which is hardly longer than those in
lowest terms: so a value takes a few sums of integers. Bounds are integers that count
multiples of 2**-BITS. The lower ones are rounded down and the upper ones up at each
step, so the true value is between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb, gcd, lcm

from mystpy.compilation import NamedTuple, dataclass

Place = tuple[int, int, int]
"""The numbers m, n1 and n2."""

Chance = Callable[[int, int], Fraction]
"""The probability that a guess is right, by the pile's and the opponent's unknown
cards.
"""

HALF = Fraction(1, 2)


def guessed_right(m: int, n2: int) -> Fraction:
    """Return the probability that a guess of one of the possible piles is right."""
    return Fraction(1, comb(m + n2, m))


class Diagonal(NamedTuple):
    """Values with one m and one n1 + n2, by n1 from `least` on, times `unit`."""

    least: int
    shares: Sequence[int]
    unit: int

    def at(self, n1: int) -> Fraction:
        """Return one of the values."""
        return Fraction(self.shares[n1 - self.least], self.unit)


class Recurrence:
    """The values of (4.1) for all m, n1 and n2 up to a size, as exact fractions.

    `chance` is the value of a guess, so that variants can be distinguished.
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
        """Return P(m, n1, n2); the basis is 1 where m or n2 is 0."""
        if m == 0 or n2 == 0:
            return Fraction(1)
        return self._diagonals[m, n1 + n2].at(n1)

    def __len__(self) -> int:
        return self.size**3

    def places(self) -> Iterator[Place]:
        """Yield the places, the smallest games (by m + n1 + n2) first."""
        sizes = range(1, self.size + 1)
        for total in range(3, 3 * self.size + 1):
            for m in sizes:
                for n1 in range(1, min(self.size, total - m - 1) + 1):
                    if 1 <= total - m - n1 <= self.size:
                        yield m, n1, total - m - n1

    def waits(self, m: int, n1: int, n2: int) -> bool:
        """Return whether it is better not to guess in this state after asking."""
        guess = self._chance(m, n2)
        return guess < 1 and 1 - self(m, n2, n1) > guess

    def said(self, m: int, n1: int, n2: int) -> Fraction:
        """Return the right side of (4.1) at a place, by the values it depends on."""
        pile, hand = self._asked(m - 1, n1, n2), self._asked(m, n1, n2 - 1)
        return (m * pile + n2 * hand) / (m + n2)

    def _asked(self, m: int, n1: int, n2: int) -> Fraction:
        """Return the value of this state after asking: guess, or wait."""
        guess = self._chance(m, n2)
        return guess if guess == 1 else max(guess, 1 - self(m, n2, n1))

    def _diagonal(
        self, m: int, both: int, pile: Diagonal | None, hand: Diagonal | None
    ) -> Diagonal:
        """Return the values, from those after a no and after a yes.

        The value after a no is 1 if m was 1, and that after a yes if n2 was.
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
    """Return the values of these states after asking: guess, or wait."""
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
    common = values.unit
    for share in values.shares:
        common = gcd(common, share)
        if common == 1:
            return values
    shares = [share // common for share in values.shares]
    return Diagonal(values.least, shares, values.unit // common)


BITS = 96
ONE = 1 << BITS

Rounded = tuple[list[int], list[int]]
"""The lower and the upper bounds of a diagonal, by n1 from the least on."""

Piles = Callable[[int, int], int]
"""The number of possible piles, by the pile's and the opponent's unknown cards."""


def possible(m: int, n2: int) -> int:
    """Return the number of possible piles."""
    return comb(m + n2, m)


@dataclass(frozen=True, slots=True)
class ValueInterval:
    """Bounds of a value of the recurrence."""

    lower: Fraction
    upper: Fraction

    def words(self) -> str:
        """Return how far the value is from one half."""
        return f"{float(self.lower - HALF):+.3g}"


class Layer:
    """Bounds of all values with one m, up to a size of hands and a sum n1 + n2."""

    def __init__(
        self, size: int, m: int, before: Layer | None, piles: Piles, most: int = 0
    ) -> None:
        self.size, self.m = size, m
        self._pile = _guesses(m - 1, range(1, size + 1), piles)
        self._hand = _guesses(m, range(size), piles)
        self._diagonals: list[Rounded] = [([], []), ([], [])]
        for both in range(2, (most or 2 * size) + 1):
            self._diagonals.append(self._diagonal(both, before))

    def at(self, n1: int, n2: int) -> ValueInterval:
        """Return the bounds of a value."""
        low, high = self.rounded(n1, n2)
        return ValueInterval(Fraction(low, ONE), Fraction(high, ONE))

    def rounded(self, n1: int, n2: int) -> tuple[int, int]:
        """Return the bounds of a value as multiples of 1/ONE."""
        low, high = self._diagonals[n1 + n2]
        place = n1 - max(1, n1 + n2 - self.size)
        return low[place], high[place]

    def _diagonal(self, both: int, before: Layer | None) -> Rounded:
        """Return the bounds for n1 + n2 = both; the lists are by n2, then reversed."""
        m, least = self.m, max(1, both - self.size)
        hands = range(least, both - least + 1)
        found = []
        for side in (0, 1):
            pile = before._diagonals[both][1 - side] if before else [0] * len(hands)
            hand = self._diagonals[both - 1][1 - side]
            # With the opponent's last card found there is nothing to wait for.
            hand = [ONE, *hand] if least == 1 else hand[:-1]
            of_pile = _better(self._pile[side][least - 1 :], pile)
            of_hand = _better(self._hand[side][least - 1 :], hand)
            values = [
                -((m * x + n2 * y) // -(m + n2))
                if side
                else (m * x + n2 * y) // (m + n2)
                for n2, x, y in zip(hands, of_pile, of_hand, strict=True)
            ]
            found.append(values[::-1])
        return found[0], found[1]


def _guesses(m: int, hands: Iterable[int], piles: Piles) -> Rounded:
    """Return the bounds of the value of a guess, by the opponent's unknown cards."""
    counts = [piles(m, n2) for n2 in hands]
    return [ONE // count for count in counts], [-(ONE // -count) for count in counts]


def _better(guesses: list[int], waiting: list[int]) -> list[int]:
    """Return the better value of guessing or letting the opponent play, by n2."""
    return [
        guess if guess > ONE - other else ONE - other
        for guess, other in zip(guesses, waiting, strict=False)
    ]


def value_bounds(
    places: Iterable[Place],
    piles: Piles = possible,
    tick: Callable[[], None] = lambda: None,
) -> dict[Place, ValueInterval]:
    """Return the bounds of the values at some places; `tick` is called for each m."""
    wanted: dict[int, list[Place]] = {}
    for place in places:
        wanted.setdefault(place[0], []).append(place)
    size = max(max(place[1:]) for some in wanted.values() for place in some)
    found, layer = {}, None
    for m in range(1, max(wanted) + 1):
        tick()
        layer = Layer(size, m, layer, piles)
        for place in wanted.get(m, ()):
            found[place] = layer.at(place[1], place[2])
    return found
