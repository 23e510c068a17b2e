"""Section 3.1: the derivation in the example of five players, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result

Holdings = dict[tuple[int, int], bool]
"""h(k, s_x) for the holders 0 to 5 and x = 1, 2."""


def _lines() -> list[Callable[[Holdings], bool]]:
    """The lines of the derivation in 3.1, without the one that repeats."""
    others = (0, 1, 3, 5)

    def apart(h: Holdings, x: int, y: int) -> bool:
        return all(not h[i, x] for i in range(6) if i != 2) and all(
            not h[i, y] for i in range(6) if i != 4
        )

    def nobody(h: Holdings) -> bool:
        return all(not h[i, x] for i in others for x in (1, 2))

    return [
        lambda h: (h[2, 1] or h[2, 2]) and (h[4, 1] or h[4, 2]),
        lambda h: any(h[2, x] and h[4, y] for x in (1, 2) for y in (1, 2)),
        lambda h: (h[2, 1] and h[4, 2]) or (h[2, 2] and h[4, 1]),
        lambda h: apart(h, 1, 2) or apart(h, 2, 1),
        lambda h: (
            (nobody(h) and not h[4, 1] and not h[2, 2])
            or (nobody(h) and not h[2, 1] and not h[4, 2])
        ),
        lambda h: (
            nobody(h)
            and ((not h[2, 1] and not h[4, 2]) or (not h[4, 1] and not h[2, 2]))
        ),
        nobody,
    ]


def holdings(*, existence: bool) -> Iterator[Holdings]:
    """Every way to hold two cards by the Disjoint Axiom, and Existence if so."""
    places = [*range(6)] if existence else [None, *range(6)]
    for first, second in product(places, places):
        yield {(k, 1): k == first for k in range(6)} | {
            (k, 2): k == second for k in range(6)
        }


def derivation(budget: Budget) -> Result:
    """Check each step of the derivation: equivalences, and the last an implication."""
    del budget  # it takes no time
    return _steps(existence=False).also(existence=_steps(existence=True))


def _steps(*, existence: bool) -> Result:
    lines, looked_at, counterexample = _lines(), 0, None
    for h in holdings(existence=existence):
        values = [line(h) for line in lines]
        for k, (one, other) in enumerate(pairwise(values)):
            looked_at += 1
            last = k == len(lines) - 2
            if (one and not other) if last else one != other:
                held = [f"h({i},s{x})" for (i, x), has in h.items() if has]
                shown = ", ".join(held) or "nobody has s1 or s2"
                counterexample = counterexample or {
                    "values": {"line": str(k + 1), "holdings": shown}
                }
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over who holds the two cards",
        instances=looked_at,
        scope={"p": 5},
    )
