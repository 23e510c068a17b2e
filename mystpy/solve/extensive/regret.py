"""Strategies of both players by self-play, for very large trees.

In the field: predictive counterfactual regret minimization (Farina, Kroer and Sandholm
2021), alternating, over the sequence form, with quadratic averages.

The regret of an action is the sum of its payoffs minus those of the actual choices,
never below 0. Actions are chosen in proportion to their regrets; the last one counts
twice.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mystpy.solve.extensive.form import Floats, SequenceForm
from mystpy.solve.extensive.program import SolverSolution
from mystpy.solve.extensive.subgame import Integers

_FIRST = 16
"""The number of rounds before the first check of the distance of the plans."""


def minimize_regret(
    form: SequenceForm,
    share: int,
    rounds: int,
    tick: Callable[[], None] = lambda: None,
    near: float = 0.0,
) -> SolverSolution:
    """Return plans of both players after these rounds, or as soon as they are near.

    They are near if their values differ by at most this number, which is checked after
    16, 32, 64 and so on rounds. Player 1 wins that share, 0 or 1, of the unfinished
    plays. The value is the mean of the plans' values.
    """
    chances, (one, two) = form.chances(share), form.plays.codes
    first, second = _Regrets(form, 1), _Regrets(form, 2)
    for number in range(1, rounds + 1):
        tick()
        met = chances * second.plan[two]
        first.learn(sum_by_place(one, met, form.counts[0]), number)
        met = chances * first.plan[one]
        second.learn(-sum_by_place(two, met, form.counts[1]), number)
        looked_at = near and number >= _FIRST and number & (number - 1) == 0
        if number == rounds or looked_at:
            plans = first.average, second.average
            worths = [form.roughly(k, plan, share) for k, plan in enumerate(plans, 1)]
            if worths[1] - worths[0] <= near:
                break
    return SolverSolution(plans, sum(worths) / 2, vertex=False)


def sum_by_place(places: Integers, numbers: Floats, size: int) -> Floats:
    """Return an array of this size with the sum of the numbers for each place."""
    return np.bincount(places, numbers, size).astype(np.float64, copy=False)


class _Regrets:
    """The regrets of a player, the resulting plan, and the average plan."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        self._levels = form.levels[player - 1]
        self._sums = [np.zeros(len(level.sequences)) for level in self._levels]
        self._chances = [
            np.repeat(1 / level.sizes, level.sizes) for level in self._levels
        ]
        self.plan = np.ones(form.counts[player - 1])
        self.average = np.zeros_like(self.plan)
        self._play()

    def learn(self, earned: Floats, number: int) -> None:
        """Update the regrets with the sequences' payoffs in the round `number`."""
        for depth in range(len(self._levels) - 1, -1, -1):
            level, chances = self._levels[depth], self._chances[depth]
            gains = earned[level.sequences]
            values = np.add.reduceat(gains * chances, level.starts)
            earned += sum_by_place(level.parents, values, len(earned))
            gains -= np.repeat(values, level.sizes)
            sums = np.maximum(self._sums[depth] + gains, 0.0)
            self._sums[depth] = sums
            wanted = np.maximum(sums + gains, 0.0)
            whole = np.repeat(np.add.reduceat(wanted, level.starts), level.sizes)
            even = np.repeat(1 / level.sizes, level.sizes)
            self._chances[depth] = np.divide(wanted, whole, out=even, where=whole > 0)
        self._play()
        self.average += (self.plan - self.average) * 3 / (number + 2)

    def _play(self) -> None:
        for level, chances in zip(self._levels, self._chances, strict=True):
            came = np.repeat(self.plan[level.parents], level.sizes)
            self.plan[level.sequences] = came * chances
