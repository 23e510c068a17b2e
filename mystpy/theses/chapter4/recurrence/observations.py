"""What the observations below (4.1) come to far beyond a box of exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.solve.recurrence import HALF, Place
from mystpy.solve.rounding import ValueInterval, value_bounds
from mystpy.theses.case_analysis import Case, sought
from mystpy.theses.chapter4.recurrence.findings import (
    at,
    first,
    second,
    sized,
)
from mystpy.theses.chapter4.recurrence.limit import LimitProof, ends

Reversed = Callable[[ValueInterval], bool]
"""Whether bounds of a value show that it is on the other side of one half."""

ABOVE: Place = (1559, 27, 28)
BELOW: Place = (1618, 29, 28)
MARGIN = Fraction(1, 100)


def valued(place: Place, bounds: ValueInterval) -> Case:
    """A place with the bounds of its value, as a counterexample."""
    low, high = (f"1/2 {float(b - HALF):+.6g}" for b in (bounds.lower, bounds.upper))
    return at(place, {"P at least": low, "P at most": high})


def refuted_at(budget: Budget, place: Place, wrong: Reversed, box: Result) -> Result:
    """What a box of fractions found, then what a place far beyond it shows.

    The value of the place is bounded by integers with directed rounding.
    """
    if box.counterexample is not None:
        return box
    bounds = value_bounds([place], tick=budget.tick)[place]
    if not wrong(bounds):
        return replace(box, instances=box.instances + 1)
    size = str(box.scope["m"]).removeprefix("1..")
    return Result.judged(
        valued(place, bounds),
        proves=False,
        method="arithmetic",
        instances=box.instances + 1,
        scope={**box.scope, "and (m, n1, n2)": str(place)},
        values={
            "instances": box.instances,
            "size": size,
            "place": str(place),
            "distance": bounds.words(),
        },
    )


def first_observation(budget: Budget) -> Result:
    """Settle the first observation."""
    values = sized(budget)
    rest = first(values, but=(1, 1, 2))
    rest = refuted_at(budget, ABOVE, lambda bounds: bounds.lower > HALF, rest)
    return first(values).also(left_out=rest)


def second_observation(budget: Budget) -> Result:
    """Settle the second observation."""
    values = sized(budget)
    weaker = second(values, apart=0)
    weaker = refuted_at(budget, BELOW, lambda bounds: bounds.upper < HALF, weaker)
    return second(values).also(weaker=weaker)


# ---- the limit


def far_along(budget: Budget) -> dict[Place, ValueInterval]:
    """Bounds of P(3n^2,n,n) and of P(3n^2+1,n,n) for some even n."""
    sizes = (4, 10, 20) if budget.full else (4, 10)
    places = [(3 * n * n + d, n, n) for n in sizes for d in (0, 1)]
    return value_bounds(places, tick=budget.tick)


def along_parabola(budget: Budget, far: Mapping[Place, ValueInterval]) -> Result:
    """Whether the values beside m = 3n^2 stay away from one half."""
    cases = (
        valued(place, bounds)
        if (place[0] % 2 == 0 and bounds.lower < HALF + MARGIN)
        or (place[0] % 2 == 1 and bounds.upper > HALF - MARGIN)
        else None
        for place, bounds in far.items()
    )
    scope = {"n": ", ".join(sorted({str(n) for _, n, _ in far}, key=int))}
    values = {"distances": distances(far)}
    return sought(budget, cases, scope, method="arithmetic", values=values)


def distances(far: Mapping[Place, ValueInterval]) -> str:
    """How far the values at some places are from one half, in words."""
    return ", ".join(f"P{place} = 1/2 {far[place].words()}" for place in far)


def limit(budget: Budget, proof: LimitProof | None = None) -> Result:
    """Settle the limit, m and n growing in any way; the proof takes the full scope."""
    far = far_along(budget)
    speaks = along_parabola(budget, far)
    proof = proof if proof or not budget.full else LimitProof()
    compared, holds = ends(proof, budget.tick) if proof else (0, False)
    shown = proof is not None and holds and proof.sound()
    main = _refuted(proof, compared) if proof and shown else _not_settled(speaks, far)
    return main.also(parabola=speaks)


def _refuted(proof: LimitProof, compared: int) -> Result:
    start = proof.half + 1
    rules = {"rules": "4.1", "m": f"{proof.grade}n^2", "n1": "n", "n2": "n", "q": 1}
    values = {f"P at least, for every n >= {start}": f"1/2 + {proof.gain}"}
    return Result.judged(
        {"game": rules, "values": values},
        proves=True,
        method="supermartingales, and arithmetic",
        instances=compared,
        scope={"m": f"{proof.grade}n^2", "n": f"all from {start} on"},
        values={
            "grade": proof.grade,
            "gain": f"{float(proof.gain):.4g}",
            "most": proof.most,
        },
    )


def _not_settled(speaks: Result, far: Mapping[Place, ValueInterval]) -> Result:
    return Result.open(
        method="arithmetic",
        scope=speaks.scope,
        instances=len(far),
        values={"distances": distances(far)},
        case="against" if speaks.verdict.good else "finite",
    )
