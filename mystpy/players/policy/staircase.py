"""A policy that tells little of what its player knows: choices within a fixed ratio.

In the field: randomized response (Warner 1965); local differential privacy, whose best
mechanisms have two levels, as a staircase (Kairouz, Oh and Viswanath 2014).

Which actions there are depends on nothing private. The player makes those that suit it
best likelier than if they were drawn evenly, and all others less likely, by two factors
that are the same whatever the player holds. Whoever knows the policy and
sees the action then changes the odds of no two hands by more than the ratio of these
factors. How many bits that tells at most follows from the ratio alone, whatever was
believed before.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from random import Random

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError

_STEPS = 10_000
"""A ratio is a multiple of one in so many parts."""

_MAX_RATIO = 1_000

MAX_BITS = 6
"""With a larger ratio than that an action may tell hardly more than so many bits."""

_DIGITS = 2
"""Values that agree so far are ties: in bits, what is nearly as good."""


class Levels(NamedTuple):
    """The factors of the best actions and of the others.

    `best` is the share of the actions that has the higher one.
    """

    best: Fraction
    higher: Fraction
    lower: Fraction

    def factor(self, some: int, whole: int) -> Fraction:
        """The factor of actions of which some, of the whole, have the higher one."""
        if some in (0, whole):
            return self.higher if some else self.lower
        return self.lower + Fraction(some, whole) * (self.higher - self.lower)


def require_bits(told: object) -> float:
    """A number of bits. Raises QueryError for what is none."""
    if type(told) in (int, float) and 0 < told <= MAX_BITS:  # type: ignore[operator]
        return float(told)  # type: ignore[arg-type]
    raise QueryError(
        f"told is a number of bits above 0 and at most {MAX_BITS}, not {told!r}",
        hint="told = 0.3, or readable = true for a player without a limit",
    )


def most_told(ratio: float) -> float:
    """The bits that an action tells at most if its likelihoods differ by a ratio.

    That is the largest Kullback-Leibler divergence of the posterior from the prior,
    over all priors. With two likelihoods 1 and R, and w the prior weight of the second,
    it is largest where the derivative by w is 0; likelihoods in between tell less.
    """
    if ratio <= 1:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(100):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if _told(one, ratio) < _told(two, ratio):
            low = one
        else:
            high = two
    return _told((low + high) / 2, ratio)


def _told(weight: float, ratio: float) -> float:
    """The divergence for a prior weight of the likelier half."""
    mean = weight * ratio + 1 - weight
    return weight * ratio / mean * math.log2(ratio) - math.log2(mean)


@lru_cache(maxsize=64)
def levels(bits: float, best: Fraction) -> Levels:
    """The factors with which no action tells more than so many bits."""
    low, high = _STEPS, _MAX_RATIO * _STEPS
    while low < high:
        middle = (low + high + 1) // 2
        if most_told(middle / _STEPS) <= bits:
            low = middle
        else:
            high = middle - 1
    ratio = Fraction(low, _STEPS)
    lower = 1 / (best * ratio + 1 - best)
    return Levels(best, ratio * lower, lower)


class Staircase(NamedTuple):
    """Actions by their factor: the best ones, perhaps some in between, and the others.

    Each action of a part has the part's probability.
    """

    parts: tuple[tuple[tuple[int, ...], Fraction], ...]

    @classmethod
    def of(cls, values: Mapping[int, float], steps: Levels) -> Staircase:
        """Make the actions of the highest values likelier than evenly drawn ones.

        Actions of the same value have the same factor; where not all of them can have
        the higher one they share what is left of it.
        """
        rounded = {each: round(value, _DIGITS) for each, value in values.items()}
        ranked = sorted(rounded, key=lambda each: -rounded[each])
        # In units of one over the denominator of the share of the best.
        unit, parts = steps.best.denominator, list[tuple[list[int], Fraction]]()
        left = steps.best.numerator * len(ranked)
        for _, tied in groupby(ranked, key=rounded.__getitem__):
            group = list(tied)
            whole = unit * len(group)
            used = min(left, whole)
            left -= used
            factor = steps.factor(used, whole)
            if parts and parts[-1][1] is factor:
                parts[-1][0].extend(group)
            else:
                parts.append((group, factor))
        return cls(tuple((tuple(e), factor / len(ranked)) for e, factor in parts))

    def chances(self) -> dict[int, Fraction]:
        """The probability of each action."""
        return {each: chance for part, chance in self.parts for each in part}

    def draw(self, rng: Random) -> int:
        """One of the actions."""
        unit = math.lcm(*(chance.denominator for _, chance in self.parts))
        number = rng.randrange(unit)
        for part, chance in self.parts:
            each = int(chance * unit)
            if number < each * len(part):
                return part[number // each]
            number -= each * len(part)
        raise AssertionError("the chances add up to 1")
