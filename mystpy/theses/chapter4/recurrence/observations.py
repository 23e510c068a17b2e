"""What the observations below (4.1) come to far beyond a box of exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.solve.recurrence import HALF, Place, Recurrence
from mystpy.solve.rounding import Between, between
from mystpy.theses.chapter4.recurrence.findings import (
    everywhere,
    first,
    second,
    sized,
)
from mystpy.theses.chapter4.recurrence.limit import Proof, ends

Reversed = Callable[[Between], bool]
"""Whether bounds of a value show that it is on the other side of one half."""

ABOVE: Place = (1559, 27, 28)
BELOW: Place = (1618, 29, 28)
MARGIN = Fraction(1, 100)


def valued(place: Place, bounds: Between) -> Mapping[str, object]:
    """Return a place with the bounds of its value, as a counterexample."""
    m, n1, n2 = place
    rules = {"rules": "4.1", "m": m, "n1": n1, "n2": n2, "q": 1}
    low, high = (f"1/2 {float(b - HALF):+.6g}" for b in (bounds.low, bounds.high))
    return {"game": rules, "values": {"P at least": low, "P at most": high}}


def refuted_at(budget: Budget, place: Place, wrong: Reversed, box: Finding) -> Finding:
    """Return what a box of fractions found, then what a place far beyond it shows.

    The value of the place is bounded by integers with directed rounding.
    """
    if box.counterexample is not None:
        return box
    bounds = between([place], tick=budget.tick)[place]
    if not wrong(bounds):
        return replace(box, instances=box.instances + 1)
    size = str(box.scope["m"]).removeprefix("1..")
    return Finding.judged(
        valued(place, bounds),
        proves=False,
        statement=box.statement,
        method="arithmetic",
        instances=box.instances + 1,
        scope={**box.scope, "and (m, n1, n2)": str(place)},
        note=f"None of the {box.instances} places with m, n1, n2 <= {size} fails: such "
        f"a box is no evidence for all. But P{place} is 1/2 {bounds.words()}, bounded "
        f"by integers with directed rounding; smaller exceptions beyond {size} were "
        "not looked for.",
    )


def first_observation(budget: Budget) -> Finding:
    """Settle the first observation."""
    values = sized(budget)
    rest = everywhere(
        values,
        lambda place, value: place[1] >= place[2] or value <= HALF or sum(place) == 4,
        "forall m, n1, n2 >= 1: n1 < n2 & (m,n1,n2) != (1,1,2) -> P(m,n1,n2) <= 1/2",
    )
    rest = refuted_at(budget, ABOVE, lambda bounds: bounds.low > HALF, rest)
    return first(values).also(("(1,1,2) left out", rest))


def second_observation(budget: Budget) -> Finding:
    """Settle the second observation."""
    values = sized(budget)
    weaker = everywhere(
        values,
        lambda place, value: place[1] <= place[2] or value >= HALF,
        "forall m, n1, n2 >= 1: P(m,n1,n2) < 1/2 -> n1 <= n2",
    )
    weaker = refuted_at(budget, BELOW, lambda bounds: bounds.high < HALF, weaker)
    return second(values).also(("n1 <= n2 instead of n1 < n2", weaker))


# ---- the limit


def far_along(budget: Budget) -> dict[Place, Between]:
    """Return bounds of P(3n^2,n,n) and of P(3n^2+1,n,n) for some even n."""
    sizes = (4, 10, 20) if budget.full else (4, 10)
    places = [(3 * n * n + d, n, n) for n in sizes for d in (0, 1)]
    return between(places, tick=budget.tick)


def along_parabola(far: Mapping[Place, Between]) -> Finding:
    """Return whether the values beside m = 3n^2 stay away from one half."""
    wrong = [
        valued(place, bounds)
        for place, bounds in far.items()
        if (place[0] % 2 == 0 and bounds.low < HALF + MARGIN)
        or (place[0] % 2 == 1 and bounds.high > HALF - MARGIN)
    ]
    return Finding.judged(
        wrong[0] if wrong else None,
        proves=False,
        statement="for even n >= 4: P(3n^2,n,n) >= 1/2 + 1/100 and P(3n^2+1,n,n) <= "
        "1/2 - 1/100, so that the limit would not exist",
        method="arithmetic",
        instances=len(far),
        scope={"n": ", ".join(sorted({str(n) for _, n, _ in far}, key=int))},
        note=f"Integers with directed rounding; {distances(far)}. Some n are no "
        "evidence for all n.",
    )


def distances(far: Mapping[Place, Between]) -> str:
    """Return how far the values at some places are from one half, in words."""
    return ", ".join(f"P{place} = 1/2 {far[place].words()}" for place in far)


def along_diagonal(values: Recurrence) -> Finding:
    """Say what is known along m = n."""
    sizes = [n for n in (2, 5, 10, 15, 20, 30, 40, 59, 60) if n <= values.size]
    known = ", ".join(f"{n}: {float(values(n, n, n) - HALF):+.2g}" for n in sizes)
    return Finding.open(
        "P(n,n,n) -> 1/2 as n grows",
        f"The distances from 1/2 by n are {known}; a finite range settles no limit, "
        "and no proof is known here.",
        method="arithmetic",
        scope={"n": f"1..{values.size}"},
        instances=values.size,
    )


def limit(budget: Budget, proof: Proof | None = None) -> Finding:
    """Settle the limit, m and n growing in any way; the proof takes the full scope."""
    far = far_along(budget)
    speaks = along_parabola(far)
    proof = proof if proof or not budget.full else Proof()
    compared, holds = ends(proof, budget.tick) if proof else (0, False)
    shown = proof is not None and holds and proof.sound()
    main = _refuted(proof, compared) if proof and shown else _not_settled(speaks, far)
    return main.also(
        ("beside m = 3n^2 the values stay away from 1/2", speaks),
        ("along m = n", along_diagonal(sized(budget))),
    )


_LIMIT = "for every e > 0 there is a k such that m, n >= k -> |P(m,n,n) - 1/2| < e"


def _refuted(proof: Proof, compared: int) -> Finding:
    start = proof.half + 1
    line = f"m = {proof.grade}n^2"
    rules = {"rules": "4.1", "m": f"{proof.grade}n^2", "n1": "n", "n2": "n", "q": 1}
    values = {f"P at least, for every n >= {start}": f"1/2 + {proof.gain}"}
    return Finding.judged(
        {"game": rules, "values": values},
        proves=True,
        statement=_LIMIT,
        method="supermartingales, and arithmetic",
        instances=compared,
        scope={"m": f"{proof.grade}n^2", "n": f"all from {start} on"},
        note=f"Along {line} the values stay above 1/2 + {float(proof.gain):.4g}. Who "
        "is to ask when the last cards are left depends on whether m is even, and "
        "with m near a multiple of n^2 the pile and both hands run out together. "
        "P - 1/2 is a mean over the draws, and but for a small loss a mean over "
        "states with few cards left in the hands; these were compared one by one, "
        f"piles up to {proof.most}, by integers with directed rounding, the rest by "
        "bounds that only grow. In a box of m and n up to 60 none of this shows.",
    )


def _not_settled(speaks: Finding, far: Mapping[Place, Between]) -> Finding:
    against = (
        f"The values along m = 3n^2 do not fall: {distances(far)}. So they speak "
        "against the limit: it matters whether m is even, wherever m is near a "
        "multiple of n^2. The proof that is computed with the full scope was not gone "
        "through here, or did not do."
    )
    return Finding.open(
        _LIMIT,
        against
        if speaks.verdict.good
        else f"No finite range settles a limit: {distances(far)}.",
        method="arithmetic",
        scope=speaks.scope,
        instances=len(far),
    )
