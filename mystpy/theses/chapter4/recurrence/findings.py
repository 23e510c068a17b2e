"""Claims about the recurrence (4.1), settled by exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.passing import Passing, bounds
from mystpy.solve.recurrence import (
    HALF,
    Chance,
    Place,
    Recurrence,
    ValueInterval,
    guessed_right,
    value_bounds,
)
from mystpy.theses.case_analysis import Case, sought, weigh_cases, with_values
from mystpy.theses.chapter4.recurrence.limit import LimitProof, ends, said

_SAMPLE, _FULL = 24, 60
_PASSED = 13


@lru_cache(maxsize=2)
def table(size: int) -> Recurrence:
    """Return the values of (4.1) up to a size."""
    return Recurrence(size)


def sized(budget: Budget) -> Recurrence:
    """Return the values up to the size that the scope requires."""
    return table(_FULL if budget.full else _SAMPLE)


def at(place: Place, values: Mapping[str, object]) -> Case:
    """Return a place of the recurrence with values, as a counterexample."""
    m, n1, n2 = place
    rules = {"rules": "4.1", "m": m, "n1": n1, "n2": n2, "q": 1}
    texts = {name: str(value) for name, value in values.items()}
    return {"game": rules, "values": texts}


def everywhere(values: Recurrence, so: Callable[[Place, Fraction], bool]) -> Result:
    """Check whether a property holds at all places; return the smallest exception."""
    places = list(values.places())
    wrong = [place for place in places if not so(place, values(*place))]
    fail = "fails" if len(wrong) == 1 else "fail"
    return Result.judged(
        at(wrong[0], {"P": values(*wrong[0])}) if wrong else None,
        proves=False,
        method="arithmetic",
        instances=len(places),
        scope=dict.fromkeys(("m", "n1", "n2"), f"1..{values.size}"),
        values={
            "wrong": f"{len(wrong)} of {len(places)} places {fail}",
            "places": ", ".join(f"P{place}={values(*place)}" for place in wrong[:4]),
        },
        case=None if wrong else "right",
    )


# ---- the value of the game


def played(budget: Budget, values: Recurrence) -> Result:
    """Check whether (4.1) is the value if each question locates a card."""
    most = 10 if budget.full else 8
    dealt = ((c, n) for c in range(3, most + 1) for n in range(1, (c + 1) // 2))
    sizes = [(c - 2 * n, n) for c, n in dealt]

    def cases() -> Iterator[tuple[int, Case | None]]:
        for m, n in sizes:
            said = values(m, n, n)
            low, high, nodes = bounds(m, n, values, budget.tick)
            texts = with_values(Game.myst(m, n, 2, 1), {"P": said, "1": low, "2": high})
            yield nodes, None if (low, high) == (said, 1 - said) else texts

    return weigh_cases(budget, cases(), {"c": most, "p": 2, "q": 1})


def with_passing(values: Recurrence) -> Iterator[Case | None]:
    """Yield games with other values than P under both rules for endless plays.

    In them located cards that are not own may be asked for.
    """
    for c in range(3, _PASSED + 1):
        for n in range(1, (c + 1) // 2):
            m = c - 2 * n
            lost = {
                f"endless play lost by {loser}": Passing(m, n, loser).start()
                for loser in (1, 2)
            }
            texts = with_values(Game.myst(m, n, 2, 1), {"P": values(m, n, n)} | lost)
            yield None if values(m, n, n) in lost.values() else texts


def value(budget: Budget) -> Result:
    """Settle whether (4.1) is the value of the game without bluffing."""
    cases, scope = with_passing(table(_SAMPLE)), {"c": _PASSED}
    main = sought(budget, cases, scope, method="arithmetic")
    return main.also(played=played(budget, table(_SAMPLE)))


# ---- the observations


def first(values: Recurrence, but: Place | None = None) -> Result:
    """Check that n1 < n2 implies P <= 1/2, except at one place."""
    return everywhere(
        values, lambda at, value: at[1] >= at[2] or value <= HALF or at == but
    )


def second(values: Recurrence, apart: int = 1) -> Result:
    """Check that P < 1/2 implies that n2 is larger than n1 by at least `apart`."""
    return everywhere(values, lambda at, value: at[2] - at[1] >= apart or value >= HALF)


# ---- what else section 4.4 says


class RecordedRecurrence(Recurrence):
    """The values of (4.1), and the other places on which each of them depends."""

    def __init__(self, size: int, chance: Chance = guessed_right) -> None:
        super().__init__(size, chance)
        self.rests: dict[Place, set[Place]] = {}
        self._at: Place | None = None

    def __call__(self, m: int, n1: int, n2: int) -> Fraction:
        """Return P(m, n1, n2), and record its dependences while it is computed."""
        if self._at is not None:
            self.rests[self._at].add((m, n1, n2))
        return super().__call__(m, n1, n2)

    def said(self, m: int, n1: int, n2: int) -> Fraction:
        """Return the right side of (4.1) at a place, and record its dependences."""
        self._at = (m, n1, n2)
        self.rests[self._at] = set()
        value = super().said(m, n1, n2)
        self._at = None
        return value


def cheap(values: RecordedRecurrence, place: Place) -> bool:
    """Return whether a value depends on two smaller ones, and is short enough."""
    value, size = values.said(*place), 2 * values.size + 1
    rests, factor = values.rests[place], lcm(*range(1, size + 1))
    return (
        value == values(*place)
        and len(rests) <= 2
        and all(sum(other) < sum(place) for other in rests)
        and factor <= 4**size
        and factor ** (sum(place) - 2) % value.denominator == 0
    )


def polynomial(
    budget: Budget, of: Callable[[int], RecordedRecurrence] = RecordedRecurrence
) -> Result:
    """Settle that the values can be computed in polynomial time."""
    most = 12
    cases = (
        None if cheap(values, place) else at(place, {"P": values(*place)})
        for values in map(of, range(1, most + 1))
        for place in values.places()
    )
    scope = {"N": f"1..{most}"}
    return sought(budget, cases, scope, proves=True, method="arithmetic")


Reversed = Callable[[ValueInterval], bool]
"""Whether bounds of a value show that it is on the other side of one half."""

ABOVE: Place = (1559, 27, 28)
BELOW: Place = (1618, 29, 28)
MARGIN = Fraction(1, 100)


def valued(place: Place, bounds: ValueInterval) -> Case:
    """Return a place with the bounds of its value, as a counterexample."""
    low, high = (f"1/2 {float(b - HALF):+.6g}" for b in (bounds.lower, bounds.upper))
    return at(place, {"P at least": low, "P at most": high})


def refuted_at(budget: Budget, place: Place, wrong: Reversed, box: Result) -> Result:
    """Return the result of a box of fractions, then that of a place far beyond it.

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
    """Return bounds of P(3n^2,n,n) and of P(3n^2+1,n,n) for some even n."""
    sizes = (4, 10, 20) if budget.full else (4, 10)
    places = [(3 * n * n + d, n, n) for n in sizes for d in (0, 1)]
    return value_bounds(places, tick=budget.tick)


def along_parabola(budget: Budget, far: Mapping[Place, ValueInterval]) -> Result:
    """Check whether the values near m = 3n^2 stay away from one half."""
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
    """Return the distances of the values at some places from one half, in words."""
    return ", ".join(f"P{place} = 1/2 {far[place].words()}" for place in far)


def limit(budget: Budget, proof: LimitProof | None = None) -> Result:
    """Settle the limit, with m and n growing; the proof needs the full scope."""
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
        values=said(proof),
    )


def _not_settled(speaks: Result, far: Mapping[Place, ValueInterval]) -> Result:
    return Result.open(
        method="arithmetic",
        scope=speaks.scope,
        instances=len(far),
        values={"distances": distances(far)},
        case="against" if speaks.verdict.good else "finite",
    )
