"""The games of chapter 4: those whose values are looked at, and every step of others.

The situations up to renaming are finitely many, so the search ends by itself: what
holds at each step holds in histories of any length, for the games in the scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.solve.bounds import Bounds, Size, game_of
from mystpy.theses.case_analysis import (
    Case,
    weigh_cases,
    with_values,
)

SMALL: tuple[Size, ...] = tuple(
    (m, n, q) for m, n in ((1, 1), (2, 1), (1, 2), (3, 1)) for q in range(1, m + n + 2)
)
"""All games of two players with at most five cards that can be won for certain."""

SIX: tuple[Size, ...] = (
    *((4, 1, q) for q in range(1, 7)),
    *((2, 2, q) for q in range(1, 6)),
)
"""Those with six cards."""

LARGEST: tuple[Size, ...] = ((1, 1, 3), (2, 1, 4), (3, 1, 5), (1, 2, 4))
"""Games with q = m + n + 1, ascending in the number of cards."""

BLUFFABLE = tuple(size for size in SMALL if size[2] <= size[1])
"""The small games in which a question may be of own cards only."""


def valued(size: Size, **values: Fraction) -> dict[str, object]:
    """A game with values, as a counterexample; `_` stands for a blank."""
    return with_values(game_of(size), **values)


def apart(
    sizes: Iterable[Size], bounds_of: Callable[[Size], Bounds]
) -> Iterator[tuple[int, Case | None]]:
    """The games whose bounds do not meet, with how many nodes were visited."""
    for size in sizes:
        found = bounds_of(size)
        case = valued(
            size, player_1_makes_sure_of=found.lower, player_2_allows=found.upper
        )
        yield found.nodes, case if found.lower != found.upper else None


def worth_said(
    budget: Budget,
    said: Mapping[Size, Fraction],
    bounds_of: Callable[[Size], Bounds],
    scope: Mapping[str, object],
    method: str = "game tree",
) -> Result:
    """Whether games are worth what is said, by bounds that plans give.

    FALSE where a bound excludes it; where they only do not meet, other plans may do.
    """
    found = {size: bounds_of(size) for size in said}

    def excluded() -> Iterator[tuple[int, Case | None]]:
        for size, value in said.items():
            low, high = found[size].lower, found[size].upper
            wrong = valued(size, said=value, low=low, high=high)
            yield found[size].nodes, None if low <= value <= high else wrong

    false = weigh_cases(budget, excluded(), scope, method=method)
    if false.verdict is Verdict.FALSE:
        return false
    cases = apart(said, found.__getitem__)
    met = weigh_cases(budget, cases, scope, proves=True, method=method)
    return met.by_witness(refutes=False)
