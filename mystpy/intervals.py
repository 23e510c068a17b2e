"""The uncertainty of a mean: intervals, sequences of them to be watched, and tests.

In the field: cluster-robust confidence intervals, and confidence sequences.

The units are blocks, each of which is one deal with all its rotations: games of one
deal depend on each other, blocks do not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import TypeVar

from mystpy.compilation import NamedTuple

LEVEL = 0.95
"""How often an interval has the true value in it."""

Name = TypeVar("Name")


class Interval(NamedTuple):
    """An estimate and the ends of its interval, which are in it."""

    value: float
    lower: float
    upper: float


class Mean:
    """The mean and the variance of numbers that come one by one (Welford 1962)."""

    __slots__ = ("_squares", "mean", "number")

    def __init__(self) -> None:
        self.number = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Add one more number."""
        self.number += 1
        step = value - self.mean
        self.mean += step / self.number
        self._squares += step * (value - self.mean)

    @property
    def variance(self) -> float:
        """Return the variance of the numbers, without bias; 0 for fewer than two."""
        return self._squares / (self.number - 1) if self.number > 1 else 0.0


class Ratio:
    """A ratio of two sums, such as points and games, whose terms come block by block.

    Its variance is that of a block, by linearization (Cochran, Sampling techniques,
    1977, 6.3). If all blocks have the same number of games, it is the mean of the means
    of the blocks.
    """

    __slots__ = ("_counts", "_mixed", "_totals", "count", "number", "total")

    def __init__(self) -> None:
        self.number = 0
        self.total = self.count = 0.0
        self._totals = self._mixed = self._counts = 0.0

    def add(self, total: float, count: float) -> None:
        """Add the terms of one more block."""
        self.number += 1
        self.total += total
        self.count += count
        self._totals += total * total
        self._mixed += total * count
        self._counts += count * count

    @property
    def mean(self) -> float:
        """Return the ratio; 0 before the first block."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """Return the variance of a block; 0 for fewer than two."""
        if self.number < 2:
            return 0.0
        share = self.mean
        squares = self._totals - 2 * share * self._mixed + share * share * self._counts
        size = self.count / self.number
        return max(0.0, squares) / (self.number - 1) / (size * size)


def wilson(
    share: float, size: float, quantile: float = NormalDist().inv_cdf((1 + LEVEL) / 2)
) -> Interval:
    """Return the score interval of a share of `size` independent trials, at least 1.

    Source: Wilson, Probable inference, the law of succession, and statistical inference
    (Journal of the American Statistical Association 22, 1927).
    """
    square = quantile * quantile / size
    middle = (share + square / 2) / (1 + square)
    spread = math.sqrt(share * (1 - share) / size + square / (4 * size))
    half = quantile * spread / (1 + square)
    low = 0.0 if share == 0 else middle - half
    return Interval(share, low, 1.0 if share == 1 else middle + half)


def share_interval(blocks: Mean | Ratio, games: float) -> Interval:
    """Return the interval of a share, from its blocks of `games` games on average.

    It is Wilson's, with the number of games that would have the same information if
    they were independent (Korn and Graubard 1998), and Student's t for the number of
    blocks. The variance of one block of independent games is added: a few equal blocks
    say little.
    """
    number, share = blocks.number, min(max(blocks.mean, 0.0), 1.0)
    if number < 2:
        return Interval(share, 0.0, 1.0)
    alone = share * (1 - share)
    variance = ((number - 1) * blocks.variance + alone / games) / number
    size = alone * number / variance if variance else float(number)
    return wilson(share, size, t_of((1 + LEVEL) / 2, number - 1))


def t_of(chance: float, freedom: int) -> float:
    """Return Student's t with this chance below it (Wallace 1959)."""
    z = NormalDist().inv_cdf(chance) * (8 * freedom + 3) / (8 * freedom + 1)
    return math.copysign(math.sqrt(freedom * math.expm1(z * z / freedom)), z)


def chance_of(t: float, freedom: int) -> float:
    """Return the chance of a t this far from 0 if the mean is 0 (Wallace 1959)."""
    scale = (8 * freedom + 1) / (8 * freedom + 3)
    z = scale * math.sqrt(freedom * math.log1p(t * t / freedom))
    return 2 * NormalDist().cdf(-z)


def difference_chance(blocks: Mean, null: float = 0.0) -> float:
    """Return the chance of a mean at least as far from `null` if that is the true one.

    It is that of Student's t, but never less than if each block had its sign by the
    toss of a coin: a few equal blocks have no variance to judge by.
    """
    apart = blocks.mean - null
    if blocks.number < 2 or not apart:
        return 1.0
    least = 2.0 ** (1 - min(blocks.number, 1000))
    if not blocks.variance:
        return least
    t = apart / math.sqrt(blocks.variance / blocks.number)
    return max(least, chance_of(t, blocks.number - 1))


class Watch:
    """The interval of a mean of numbers from 0 to 1 that may be watched after each.

    The chance that it ever fails to have the mean in it is at most 1 - LEVEL, so that
    one may stop because of its value. Source: the predictable plug-in empirical
    Bernstein confidence sequence of Waudby-Smith and Ramdas (2024), Theorem 2.
    """

    __slots__ = (
        *("_bets", "_centre", "_costs", "_most", "_null", "_number"),
        *("_squares", "_sum", "upper", "lower"),
    )

    def __init__(self, null: float = 0.5) -> None:
        self.lower, self.upper = 0.0, 1.0
        self._number = 0
        self._sum = self._bets = self._centre = self._costs = self._squares = 0.0
        self._null, self._most = null, 0.0

    def add(self, value: float) -> None:
        """Add one more number."""
        number = self._number = self._number + 1
        mean = (0.5 + self._sum) / number
        variance = (0.25 + self._squares) / number
        doubt = math.log(2 / (1 - LEVEL))
        bet = math.sqrt(2 * doubt / (variance * number * math.log1p(number)))
        bet = min(bet, 0.5)
        self._bets += bet
        self._centre += bet * value
        self._costs += (value - mean) ** 2 * (-math.log1p(-bet) - bet)
        middle = self._centre / self._bets
        half = (doubt + self._costs) / self._bets
        self.lower, self.upper = (
            max(self.lower, middle - half),
            min(self.upper, middle + half),
        )
        apart = abs(self._centre - self._bets * self._null) - self._costs
        self._most = max(self._most, apart)
        self._sum += value
        self._squares += (value - (0.5 + self._sum) / (number + 1)) ** 2

    @property
    def width(self) -> float:
        """Return the width of the interval."""
        return self.upper - self.lower

    @property
    def chance(self) -> float:
        """Return a bound on the chance of this if the mean were `null`."""
        return min(1.0, 2 * math.exp(-self._most))


def holm(chances: Mapping[Name, float]) -> dict[Name, float]:
    """Return the chances of several tests, corrected for their number (Holm 1979)."""
    found: dict[Name, float] = {}
    least = 0.0
    for rank, name in enumerate(sorted(chances, key=lambda each: chances[each])):
        least = max(least, min(1.0, chances[name] * (len(chances) - rank)))
        found[name] = least
    return found
