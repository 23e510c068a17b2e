"""Where (4.1) goes if the pile is small beside the hands: a bound by races.

A race is the game of (4.1) in which nobody guesses before the pile is known. One card
more in a hand changes P(m, x, y) by no more than the mean of u(H) over races, H being
the smaller hand at the end: the proof, and why H grows, is in docs/limit.md.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from mystpy.conjectures.verdict import Result
from mystpy.solve.recurrence import HALF, Recurrence
from mystpy.theses.chapter4.recurrence.findings import at

Mean = Callable[[int, int, int], Fraction]
"""Of races in which m, x and y cards are unknown, and who has x is to draw."""


def cost(least: int) -> Fraction:
    """u(H): what a card more is worth at most if so many are left at the end."""
    harmonic = sum((Fraction(1, i) for i in range(1, least + 2)), Fraction(0))
    return (1 + harmonic) / (least + 1)


def at_the_end(of: Callable[[int], Fraction]) -> Mean:
    """The mean of something of the smaller hand at the end of a race."""

    @cache
    def mean(m: int, x: int, y: int) -> Fraction:
        if not m or not x or not y:
            return of(min(x, y))
        return (m * mean(m - 1, y, x) + y * mean(m, y - 1, x)) / (m + y)

    return mean


def slow_pile(values: Recurrence, of: Callable[[int], Fraction] = cost) -> Result:
    """Whether equal hands are as near to one half as races say."""
    mean, sizes = at_the_end(of), range(1, values.size + 1)
    wrong = [
        at((m, n, n), {"P": values(m, n, n)})
        for n in sizes
        for m in sizes
        if abs(values(m, n, n) - HALF)
        > max(mean(m, n - 1, n), mean(m - 1, n, n)) / 2 + Fraction(3, 2 * n)
    ]
    return Result.judged(
        wrong[0] if wrong else None,
        proves=False,
        method="arithmetic",
        instances=len(sizes) ** 2,
        scope=dict.fromkeys(("m", "n"), f"1..{values.size}"),
    )
