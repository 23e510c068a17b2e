"""Solve large games by small ones, in which both players have few of their actions.

In the field: the double oracle for games in sequence form (Bosansky, Kiekintveld, Lisy
and Pechoucek 2014).

Both plans of a small game are evaluated in the whole game. Better actions that the
small game lacks are added, at all information sets at once; if there are none, the
plans are optimal in the whole game, too. The first actions are those of regret
minimization.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mystpy.solve.extensive.form import Floats, SequenceForm
from mystpy.solve.extensive.program import SolverSolution, optimum
from mystpy.solve.extensive.reductions.restriction import (
    FINE,
    Booleans,
    Good,
    GrowingProgramme,
    RestrictedGame,
)
from mystpy.solve.extensive.regret import minimize_regret, sum_by_place
from mystpy.solve.extensive.subgame import Integers
from mystpy.thresholds import MAX_WAYS_OF_A_PROGRAMME

_PART = 1 / 4
"""Small games that are a larger part of the whole game do not save time."""
_ROUNDS = 512
"""The rounds of regret minimization at the beginning."""
_SELDOM = 1 / 50
"""Actions that are less frequent after these rounds are not among the first ones."""
_BETTER = 1e-12
"""A response is better only if its value is larger by more than this."""
_LEAST = 1e-300
"""Smaller weights count as 0."""
_BETWEEN = 0.03, 0.1, 0.3, 1.0
"""Fractions of the way from the best known plan to that of a small game."""


def approach(
    form: SequenceForm,
    share: int,
    tick: Callable[[], None] = lambda: None,
    rounds: int = _ROUNDS,
) -> list[Floats]:
    """Return plans of both players that are nearly optimal, by regret minimization.

    Player 1 wins that share, 0 or 1, of the unfinished plays.
    """
    every = RestrictedGame.every(form, share)
    plans = minimize_regret(every.form, share, rounds, tick).plans
    return [every.extended(k, plan) for k, plan in enumerate(plans, 1)]


def restrict(
    form: SequenceForm,
    player: int,
    share: int,
    enough: float | None = None,
    tick: Callable[[], None] = lambda: None,
    plans: Sequence[Floats] | None = None,
) -> tuple[RestrictedGame, SolverSolution]:
    """Return a small game in which a player's optimal plan is optimal in the whole one.

    The plans are returned with it, with the precision of floats. Player 1 wins that
    share, 0 or 1, of the unfinished plays. If the value of the plan is known to be
    `enough`, no proof by the other's plan is needed. The search begins with `plans`, or
    those of `approach`. If the small game would be a large part of the whole one, the
    result is the whole one, unless it is too large for a linear program. Raises as
    `optimum`.
    """
    every = RestrictedGame.every(form, share)
    best = [*(approach(form, share, tick) if plans is None else plans)]
    usual = _usual(form, 0, best[0]), _usual(form, 1, best[1])
    programme = GrowingProgramme(form, share)
    responses = _Replies(form, share, best, (usual[0] > 0, usual[1] > 0))
    ways = len(every.form.plays.cut)
    most = ways * _PART if ways <= MAX_WAYS_OF_A_PROGRAMME else ways
    while True:
        tick()
        one, two = responses.good
        now, had = (one.copy(), two.copy()), responses.number
        small = RestrictedGame.of(form, now, usual, share)
        if len(small.form.plays.cut) > most:
            return every._replace(usual=usual), optimum(every.form, share)
        found = programme.optimum(small)
        ours = [small.extended(k, plan) for k, plan in enumerate(found.plans, 1)]
        worths = [responses.value(k, plan) for k, plan in enumerate(ours, 1)]
        proofs = responses.worths[2 - player], enough
        proved = any(
            abs(worths[player - 1] - x) < _BETTER for x in proofs if x is not None
        )
        if proved or responses.number == had:
            return small, found


class _Replies:
    """The sequences that are `good` for both players, extended by best responses.

    The `best` known plans of both players are nearly optimal, but a plan of a small
    game is bad outside the small game. So responses to plans between the two are
    computed as well, which are closer to the optimum: the in-out separation of
    Ben-Ameur and Neto (2007). The `worths` are the guaranteed values of the best plans.
    """

    def __init__(
        self, form: SequenceForm, share: int, best: list[Floats], good: Good
    ) -> None:
        self._form, self._best, self.good = form, best, good
        self._chances = form.chances(share)
        self.worths = [self._replied(k, plan) for k, plan in enumerate(best)]

    @property
    def number(self) -> int:
        """Return how many sequences are good."""
        return int(self.good[0].sum() + self.good[1].sum())

    def value(self, player: int, plan: Floats) -> float:
        """Return the value of a small game's plan; better responses become good."""
        k = player - 1
        start, sign = self._best[k], (1, -1)[k]
        for part in _BETWEEN:
            between = plan if part == 1 else start + (plan - start) * part
            worth = self._replied(k, between)
            if sign * (worth - self.worths[k]) > 0:
                self.worths[k], self._best[k] = worth, between
        return worth

    def _replied(self, k: int, plan: Floats) -> float:
        """Return the guaranteed value of a plan; better sequences become good."""
        codes, other = self._form.plays.codes, 1 - k
        met = self._chances * plan[codes[k]]
        earned = sum_by_place(codes[other], met, self._form.counts[other])
        sign = (1, -1)[other]
        return sign * _best(self._form, other, sign * earned, self.good[other])


def _usual(form: SequenceForm, k: int, plan: Floats) -> Integers:
    """Return the choices that a plan makes often enough, as parts of a whole.

    The remainder of rounding is added to the choice with the largest weight.
    """
    found = np.ones(form.counts[k], np.int64)
    for level in form.levels[k]:
        ends = np.repeat(np.arange(len(level.starts)), level.sizes)
        weights = plan[level.sequences]
        whole = np.add.reduceat(weights, level.starts)[ends]
        weights = np.where(weights < _SELDOM * whole, 0.0, weights)
        whole = np.maximum(np.add.reduceat(weights, level.starts)[ends], _LEAST)
        parts = np.floor(weights * FINE / whole).astype(np.int64)
        order = np.lexsort((-parts, ends))
        parts[order[level.starts]] += FINE - np.add.reduceat(parts, level.starts)
        found[level.sequences] = parts
    return found


def _best(form: SequenceForm, k: int, values: Floats, good: Booleans) -> float:
    """Return the value of the best response, and make better sequences good.

    The values are the immediate payoffs of the sequences to the player.
    """
    for level in reversed(form.levels[k]):
        earned, had = values[level.sequences], good[level.sequences]
        best = np.maximum.reduceat(earned, level.starts)
        known = np.maximum.reduceat(np.where(had, earned, -np.inf), level.starts)
        more = earned > np.repeat(known + _BETTER, level.sizes)
        good[level.sequences[more]] = True
        values += sum_by_place(level.parents, best, len(values))
    return float(values[0])
