"""The recurrence (4.1) beyond what fractions can reach: bounds with directed rounding.

In the field: interval arithmetic with outward rounding.

Values are integers that count multiples of 2**-BITS. The lower bounds are rounded
down and the upper bounds up at each step, so the true value lies between them. Places
with the same m and n1 + n2 are a diagonal, a list by n1; a place rests on the same
diagonal of m - 1, read backwards, and on the diagonal before, read backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb

from mystpy.compilation import dataclass
from mystpy.solve.recurrence import HALF, Place

BITS = 96
ONE = 1 << BITS

Rounded = tuple[list[int], list[int]]
"""The lower and the upper bounds of a diagonal, by n1 from the least on."""

Piles = Callable[[int, int], int]
"""How many piles are possible, of the pile's and the opponent's unknown cards."""


def possible(m: int, n2: int) -> int:
    """How many piles are possible."""
    return comb(m + n2, m)


@dataclass(frozen=True, slots=True)
class ValueInterval:
    """Bounds of a value of the recurrence."""

    lower: Fraction
    upper: Fraction

    def words(self) -> str:
        """How far the value is from one half."""
        return f"{float(self.lower - HALF):+.3g}"


class Layer:
    """Bounds of all values with one m, of hands up to a size, and n1 + n2 to a sum."""

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
        """The bounds of a value."""
        low, high = self.rounded(n1, n2)
        return ValueInterval(Fraction(low, ONE), Fraction(high, ONE))

    def rounded(self, n1: int, n2: int) -> tuple[int, int]:
        """The bounds of a value as multiples of 1/ONE."""
        low, high = self._diagonals[n1 + n2]
        place = n1 - max(1, n1 + n2 - self.size)
        return low[place], high[place]

    def _diagonal(self, both: int, before: Layer | None) -> Rounded:
        """The bounds for n1 + n2 = both; the lists are by n2, then turned."""
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
    """The bounds of what a guess is worth, by the opponent's unknown cards."""
    counts = [piles(m, n2) for n2 in hands]
    return [ONE // count for count in counts], [-(ONE // -count) for count in counts]


def _better(guesses: list[int], waiting: list[int]) -> list[int]:
    """What is better, to guess or to let the opponent play, by n2."""
    return [
        guess if guess > ONE - other else ONE - other
        for guess, other in zip(guesses, waiting, strict=False)
    ]


def value_bounds(
    places: Iterable[Place],
    piles: Piles = possible,
    tick: Callable[[], None] = lambda: None,
) -> dict[Place, ValueInterval]:
    """Bounds of the values at some places; `tick` is called for each m."""
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
