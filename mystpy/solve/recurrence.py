"""The recurrence (4.1), computed exactly.

`P(m, n1, n2)` is the probability with which the player to ask wins when the pile
has m cards that are not located yet, the own hand n1, and the opponent's n2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

Place = tuple[int, int, int]
"""m, n1 and n2."""

Chance = Callable[[int, int], Fraction]
"""The probability that a guess is right: of the pile's and the opponent's unknown."""

HALF = Fraction(1, 2)


def guessed_right(m: int, n2: int) -> Fraction:
    """The probability that one of the piles still possible is the pile."""
    return Fraction(1, comb(m + n2, m))


class Recurrence:
    """The values of (4.1) for all m, n1 and n2 up to a size, as exact fractions.

    `chance` is what a guess is worth, so that variants can be told apart.
    """

    def __init__(self, size: int, chance: Chance = guessed_right) -> None:
        self.size = size
        self._chance = chance
        self._values: dict[Place, Fraction] = {}
        for place in self._in_order():
            self._values[place] = self._value(*place)

    def __call__(self, m: int, n1: int, n2: int) -> Fraction:
        """P(m, n1, n2); the basis is 1 where m or n2 is 0."""
        if m == 0 or n2 == 0:
            return Fraction(1)
        return self._values[m, n1, n2]

    def __len__(self) -> int:
        return len(self._values)

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

    def _in_order(self) -> Iterator[Place]:
        """The places so that those on which a value rests come before."""
        for m in range(1, self.size + 1):
            for both in range(2, 2 * self.size + 1):
                least = max(1, both - self.size)
                for n1 in range(least, both - least + 1):
                    yield m, n1, both - n1

    def _value(self, m: int, n1: int, n2: int) -> Fraction:
        pile, hand = self._after(m - 1, n1, n2), self._after(m, n1, n2 - 1)
        return (m * pile + n2 * hand) / (m + n2)

    def _after(self, m: int, n1: int, n2: int) -> Fraction:
        """What it is worth to have asked and to stand so: guess, or wait."""
        guess = self._chance(m, n2)
        return guess if guess == 1 else max(guess, 1 - self(m, n2, n1))
