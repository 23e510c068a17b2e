"""What is asserted of the recurrence (4.1), settled by exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.solve.passing import Passing, bounds
from mystpy.solve.recurrence import HALF, Chance, Place, Recurrence, guessed_right

_SAMPLE, _FULL = 24, 60
_PASSED = 13
_PLAYED = ((1, 1), (2, 1), (3, 1), (1, 2), (4, 1), (2, 2), (1, 3))
_PLAYED_AT_LENGTH = (*_PLAYED, (5, 1), (3, 2), (6, 1), (2, 3))


@lru_cache(maxsize=2)
def table(size: int) -> Recurrence:
    """The values of (4.1) up to a size."""
    return Recurrence(size)


def sized(budget: Budget) -> Recurrence:
    """The values up to the size that the scope asks for."""
    return table(_FULL if budget.full else _SAMPLE)


def at(place: Place, values: Recurrence) -> Mapping[str, object]:
    """A place of the recurrence with its value, as a counterexample."""
    m, n1, n2 = place
    rules = {"rules": "4.1", "m": m, "n1": n1, "n2": n2, "q": 1}
    return {"game": rules, "values": {"P": str(values(m, n1, n2))}}


def everywhere(values: Recurrence, so: Callable[[Place, Fraction], bool]) -> Finding:
    """Whether something is so of all places; the smallest exception if not."""
    looked_at, wrong = 0, []
    for place in values.places():
        looked_at += 1
        if not so(place, values(*place)):
            wrong.append(place)
    found = at(wrong[0], values) if wrong else None
    fail = "fails" if len(wrong) == 1 else "fail"
    return Finding.judged(
        found,
        proves=False,
        method="arithmetic",
        instances=looked_at,
        scope=dict.fromkeys(("m", "n1", "n2"), f"1..{values.size}"),
        values={
            "wrong": f"{len(wrong)} of {looked_at} places {fail}",
            "places": ", ".join(f"P{place}={values(*place)}" for place in wrong[:4]),
        },
        case=None if wrong else "right",
    )


# ---- the value of the game


def played(budget: Budget, values: Recurrence) -> Finding:
    """Whether (4.1) is the value where each question locates a card."""
    sizes = _PLAYED_AT_LENGTH if budget.full else _PLAYED
    wrong, visited = None, 0
    for m, n in sizes:
        budget.tick()
        low, high, nodes = bounds(m, n, values, budget.tick)
        visited += nodes
        if low != values(m, n, n) or low + high != 1:
            wrong = {
                "game": Game.myst(m, n, 2, 1).to_dict(),
                "values": {"P": str(values(m, n, n)), "1": str(low), "2": str(high)},
            }
            break
    return Finding.judged(
        wrong,
        proves=False,
        method="game tree",
        instances=visited,
        scope={"games": ", ".join(f"MYST({m},{n},2,1)" for m, n in sizes)},
    )


def with_passing(budget: Budget) -> tuple[int, Mapping[str, object] | None]:
    """How many games were looked at, and the first with other values than P.

    In it located cards that are not own may be asked for, and neither rule for plays
    without an end gives P(m,n,n).
    """
    tried, values = 0, table(_SAMPLE)
    for c in range(3, _PASSED + 1):
        for n in range(1, (c + 1) // 2):
            budget.tick()
            m = c - 2 * n
            tried += 1
            passing = [Passing(m, n, loser).start() for loser in (1, 2)]
            if values(m, n, n) not in passing:
                found = {
                    "P": str(values(m, n, n)),
                    "endless play lost by 1": str(passing[0]),
                    "endless play lost by 2": str(passing[1]),
                }
                game = Game.myst(m, n, 2, 1).to_dict()
                return tried, {"game": game, "values": found}
    return tried, None


def value(budget: Budget) -> Finding:
    """Settle whether (4.1) is the value of the game without bluffing."""
    tried, found = with_passing(budget)
    main = Finding.judged(
        found, proves=False, method="arithmetic", instances=tried, scope={"c": _PASSED}
    )
    return main.also(played=played(budget, table(_SAMPLE)))


# ---- the observations


def first(values: Recurrence) -> Finding:
    """n1 < n2 implies P <= 1/2."""
    return everywhere(
        values, lambda place, value: place[1] >= place[2] or value <= HALF
    )


def second(values: Recurrence) -> Finding:
    """P < 1/2 implies n1 < n2."""
    return everywhere(values, lambda place, value: place[1] < place[2] or value >= HALF)


# ---- what else section 4.4 says


class Watched(Recurrence):
    """The values of (4.1), and on which other places each of them rests."""

    def __init__(self, size: int, chance: Chance = guessed_right) -> None:
        self.rests: dict[Place, set[Place]] = {}
        self._at: Place | None = None
        super().__init__(size, chance)

    def __call__(self, m: int, n1: int, n2: int) -> Fraction:
        """P(m, n1, n2); while a value is worked out it is noted down."""
        if self._at is not None:
            self.rests[self._at].add((m, n1, n2))
        return super().__call__(m, n1, n2)

    def _value(self, m: int, n1: int, n2: int) -> Fraction:
        self._at = (m, n1, n2)
        self.rests[self._at] = set()
        value = super()._value(m, n1, n2)
        self._at = None
        return value


def cheap(values: Watched, place: Place) -> bool:
    """Whether a value rests on two smaller ones and is as short as said."""
    rests, size = values.rests[place], 2 * values.size + 1
    factor = lcm(*range(1, size + 1))
    return (
        len(rests) <= 2
        and all(sum(other) < sum(place) for other in rests)
        and factor <= 4**size
        and factor ** (sum(place) - 2) % values(*place).denominator == 0
    )


def polynomial(budget: Budget, of: Callable[[int], Watched] = Watched) -> Finding:
    """Settle that the values can be computed in polynomial time."""
    wrong, seen, most = None, 0, 12
    for size in range(1, most + 1):
        budget.tick()
        values = of(size)
        for place in values.places():
            seen += 1
            if not cheap(values, place) and wrong is None:
                wrong = at(place, values)
    return Finding.judged(
        wrong,
        proves=True,
        method="arithmetic",
        instances=seen,
        scope={"N": f"1..{most}"},
    )
