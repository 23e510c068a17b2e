"""The limit of (4.1) for piles that are small beside the hands: a bound by races.

A race is the game of (4.1) in which nobody guesses before the pile is known. One more
card in a hand changes P(m, x, y) by at most the mean of u(H) over races, where H is the
smaller hand at the end. The proof, and the reason why H grows, are in limit.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.solve.recurrence import HALF, Place, Recurrence
from mystpy.theses.case_analysis import sought
from mystpy.theses.chapter4.recurrence.findings import at, limit, sized, table

Mean = Callable[[int, int, int], Fraction]
"""A mean over races in which m, x and y cards are unknown, and x is to draw."""


def cost(least: int) -> Fraction:
    """Return u(H): a bound of the value of one more card, with H cards left."""
    harmonic = sum((Fraction(1, i) for i in range(1, least + 2)), Fraction(0))
    return (1 + harmonic) / (least + 1)


def at_the_end(of: Callable[[int], Fraction]) -> Mean:
    """Return the mean of a function of the smaller hand at the end of a race."""

    @cache
    def mean(m: int, x: int, y: int) -> Fraction:
        if not m or not x or not y:
            return of(min(x, y))
        return (m * mean(m - 1, y, x) + y * mean(m, y - 1, x)) / (m + y)

    return mean


def slow_pile(
    budget: Budget, values: Recurrence, of: Callable[[int], Fraction] = cost
) -> Result:
    """Check whether equal hands are as close to one half as races imply."""
    mean, sizes = at_the_end(of), range(1, values.size + 1)
    cases = (
        at((m, n, n), {"P": values(m, n, n)})
        if abs(values(m, n, n) - HALF)
        > max(mean(m, n - 1, n), mean(m - 1, n, n)) / 2 + Fraction(3, 2 * n)
        else None
        for n in sizes
        for m in sizes
    )
    scope = dict.fromkeys(("m", "n"), f"1..{values.size}")
    return sought(budget, cases, scope, method="arithmetic")


Formula = Callable[[int], Fraction]

_RACED = 16
_POINTS = 12
"""More than the degree of any identity here: at most 4 after clearing fractions."""


def unlocated_one(m: int, n2: int, waiting: Fraction) -> Fraction:
    """Return P(m, 1, 1) or P(1, n1, n2) by (4.1), from the value of waiting.

    With n2 = 1 a yes, with m = 1 a no determines the pile. After the other answer a
    guess is right in one of m piles, or of n2.
    """
    if n2 == 1:
        return (m * max(Fraction(1, m), waiting) + 1) / Fraction(m + 1)
    assert m == 1, "one of the two is 1"
    return (1 + n2 * max(Fraction(1, n2), waiting)) / Fraction(n2 + 1)


def never_negative(line: Formula, start: int) -> bool:
    """Return whether a polynomial of degree 1 is not negative from a point on."""
    return line(start) >= 0 and line(start + 1) >= line(start)


def theorem_4(a: int) -> dict[int, Fraction]:
    """Return the values of Theorem 4.4 for m = 2a and m = 2a + 1."""
    return {2 * a: Fraction(a + 1, 2 * a + 1), 2 * a + 1: HALF}


def theorem_5(n: int) -> Fraction:
    """Return the value of Theorem 4.5 for n."""
    return Fraction(n + 2, 2 * n + 2)


def step_4(claim: Callable[[int], Mapping[int, Fraction]]) -> bool:
    """Return whether the formulas for a imply those for a + 1, for every a >= 1."""
    for a in range(1, 1 + _POINTS):
        now, nxt = claim(a), claim(a + 1)
        even, counterexample = 2 * a + 2, 2 * a + 3
        if nxt[even] != unlocated_one(even, 1, 1 - now[counterexample - 2]):
            return False
        if nxt[counterexample] != unlocated_one(counterexample, 1, 1 - nxt[even]):
            return False
    # Waiting is at least as good: (1 - 1/2) m - 1 and (1 - P(2a+2)) (2a+3) - 1.
    return never_negative(lambda a: HALF * (2 * a + 2) - 1, 1) and never_negative(
        lambda a: (1 - claim(a + 1)[2 * a + 2]) * (2 * a + 3) - 1, 1
    )


def step_5(claim: Formula) -> bool:
    """Return whether the formula for n - 1 implies that for n, for every n >= 3."""
    for n in range(3, 3 + _POINTS):
        between = unlocated_one(1, n, 1 - claim(n - 1))
        if between != HALF or claim(n) != unlocated_one(1, n, 1 - between):
            return False
    # Waiting is at least as good: (1 - P(1,n-1,n-1)) n - 1 and (1 - 1/2) n - 1.
    return never_negative(lambda n: (1 - claim(n - 1)) * n - 1, 3) and never_negative(
        lambda n: HALF * n - 1, 3
    )


def proved(
    budget: Budget,
    values: Recurrence,
    said: Sequence[tuple[Place, Fraction]],
    step: bool,
    parameter: str,
) -> Result:
    """Check whether the values are as stated; PROVED if the step holds, too."""
    cases = (
        {**at(place, {"P": values(*place)}), "said": str(value)}
        if values(*place) != value
        else None
        for place, value in said
    )
    scope = {parameter: "all" if step else f"1..{values.size}"}
    method = "induction" if step else "arithmetic"
    points = {"points": _POINTS}
    found = sought(budget, cases, scope, proves=step, method=method, values=points)
    return replace(found, case=None if step else "no_step")


def fourth(budget: Budget) -> Result:
    """Settle Theorem 4.4."""
    values = sized(budget)
    said = [((1, 1, 1), Fraction(1))]
    for a in range(1, (values.size - 1) // 2 + 1):
        said += [((m, 1, 1), value) for m, value in theorem_4(a).items()]
    return proved(budget, values, said, step_4(theorem_4), "m")


def fifth(budget: Budget) -> Result:
    """Settle Theorem 4.5."""
    values = sized(budget)
    said = [((1, n, n), theorem_5(n)) for n in range(2, values.size + 1)]
    return proved(budget, values, said, step_5(theorem_5), "n")


def edges() -> Result:
    """Settle the limit along m = 1 and along n = 1, from the two theorems."""
    points = range(3, 3 + _POINTS)
    right = all(
        theorem_5(n) - HALF == Fraction(1, 2 * n + 2)
        and theorem_4(n)[2 * n] - HALF == Fraction(1, 4 * n + 2)
        and theorem_4(n)[2 * n + 1] == HALF
        for n in points
    )
    return Result.judged(
        None if right else {"game": {"rules": "4.1"}, "values": {}},
        proves=step_4(theorem_4) and step_5(theorem_5),
        method="induction",
        instances=len(points),
        scope={"m or n": "all"},
    )


def the_limit(budget: Budget) -> Result:
    """Settle the limit, with the results along single lines."""
    return limit(budget).also(slow=slow_pile(budget, table(_RACED)), edges=edges())
