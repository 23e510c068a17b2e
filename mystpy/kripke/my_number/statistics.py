"""Confidence intervals: Wilson's for shares, the bootstrap's for means."""

from __future__ import annotations

from math import sqrt

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.kripke.partition import Numbers

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution: intervals are for 95 %."""

RESAMPLES = 2000


class Interval(NamedTuple):
    """An estimate and the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """The share of successes, with Wilson's score interval; trials are at least 1."""
    share = successes / trials
    spread = Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    low = 0.0 if not successes else middle - half
    return Interval(share, low, 1.0 if successes == trials else middle + half)


def bootstrap(values: Numbers, seed: int = 1) -> Interval:
    """The mean of some whole numbers, with the bootstrap's percentile interval.

    `values` has shape (games,), at least one. Resampling games is drawing how often
    each of the few values occurs, so 2000 resamples take milliseconds.
    """
    found, counts = np.unique(values, return_counts=True)
    random = np.random.default_rng(seed)
    drawn = random.multinomial(len(values), counts / len(values), RESAMPLES)
    low, high = np.percentile(drawn @ found / len(values), [2.5, 97.5])
    return Interval(float(values.mean()), float(low), float(high))
