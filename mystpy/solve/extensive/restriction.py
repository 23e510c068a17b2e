"""Large games by way of small ones, in which both players have few of their actions.

In the field: the double oracle for games in sequence form (Bosansky, Kiekintveld, Lisy
and Pechoucek 2014).

Both plans of a small game are played against the whole one. Where a better reply is
found that the small game has not, it is added, at all information sets at once; if
there is none, the plans are optimal in the whole game, too. The first actions are those
that regret minimization has come to.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mystpy.solve.extensive.form import Floats, RealizationPlan, SequenceForm
from mystpy.solve.extensive.program import Found, optimum
from mystpy.solve.extensive.regret import added, minimized
from mystpy.solve.extensive.subgame import Integers, Plays

Booleans = NDArray[np.bool_]
Good = tuple[Booleans, Booleans]
"""Which sequences of both players a small game may have."""

_ROUNDS = 512
"""So many rounds of regret minimization come first."""
_SELDOM = 1 / 50
"""What is done less often after them is not among the first actions."""
_BETTER = 1e-12
"""A reply that is worth less than so much more is no better."""
_LEAST = 1e-300
"""Smaller weights are nothing."""
_FINE = 256
"""Chances are told in such parts where a small game does not come to."""


def restricted(
    form: SequenceForm,
    player: int,
    share: int,
    enough: float | None = None,
    tick: Callable[[], None] = lambda: None,
    rounds: int = _ROUNDS,
) -> tuple[Restriction, Found]:
    """A small game in which a player's optimal plan is optimal in the whole one.

    The plans come with it, as good as floats are. Player 1 wins that share, 0 or 1, of
    the games that are broken off. A worth of the plan that is known to be `enough`
    needs no proof by the other's plan. Raises as `optimum`.
    """
    every = Restriction.every(form, share)
    plans = minimized(every.form, share, rounds, tick).plans
    one, two = (every.extended(k, plan) for k, plan in enumerate(plans, 1))
    usual = _usual(form, 0, one), _usual(form, 1, two)
    good = usual[0] > 0, usual[1] > 0
    chances = form.chances(share)
    while True:
        tick()
        now = good[0].copy(), good[1].copy()
        small = Restriction.of(form, now, usual, share)
        found = optimum(small.form, share)
        for k in (2 - player, player - 1):
            met = small.extended(2 - k, found.plans[1 - k])[form.plays.codes[1 - k]]
            earned = added(form.plays.codes[k], chances * met, form.counts[k])
            worth, news = _replied(form, k, -earned if k else earned, good[k])
            if news:
                break
            if enough is not None and abs(abs(worth) - enough) < _BETTER:
                return small, found
        else:
            return small, found


def _usual(form: SequenceForm, k: int, plan: Floats) -> Integers:
    """What a plan does often enough at each information set, by parts of a whole.

    What is lost by rounding goes to the choice that is made most.
    """
    found = np.ones(form.counts[k], np.int64)
    for level in form.levels[k]:
        ends = np.repeat(np.arange(len(level.starts)), level.sizes)
        weights = plan[level.sequences]
        whole = np.add.reduceat(weights, level.starts)[ends]
        weights = np.where(weights < _SELDOM * whole, 0.0, weights)
        whole = np.maximum(np.add.reduceat(weights, level.starts)[ends], _LEAST)
        parts = np.floor(weights * _FINE / whole).astype(np.int64)
        order = np.lexsort((-parts, ends))
        parts[order[level.starts]] += _FINE - np.add.reduceat(parts, level.starts)
        found[level.sequences] = parts
    return found


def _at(places: Integers, size: int) -> Booleans:
    """Which of so many places are those."""
    found = np.zeros(size, np.bool_)
    found[places] = True
    return found


def _replied(
    form: SequenceForm, k: int, values: Floats, good: Booleans
) -> tuple[float, bool]:
    """What the best reply is worth, and whether it is better than what was good.

    It is made good where it is. The values are what sequences earn the player at once.
    """
    better = False
    for level in reversed(form.levels[k]):
        earned, had = values[level.sequences], good[level.sequences]
        best = np.maximum.reduceat(earned, level.starts)
        known = np.maximum.reduceat(np.where(had, earned, -np.inf), level.starts)
        more = np.repeat(best > known + _BETTER, level.sizes)
        news = level.sequences[more & (earned == np.repeat(best, level.sizes))]
        good[news] = True
        better |= bool(len(news))
        values += added(level.parents, best, len(values))
    return float(values[0]), better


class Restriction(NamedTuple):
    """A small game in a whole one, in which players have only what is `good`.

    Information sets on which nothing hangs are left out: no play that counts goes
    through them. What is `usual` is done there, by parts of a whole. For each player
    `places` has the numbers in the whole game of the sequences of the small one.
    """

    whole: SequenceForm
    form: SequenceForm
    usual: tuple[Integers, Integers]
    places: tuple[Integers, Integers]

    @classmethod
    def of(
        cls,
        whole: SequenceForm,
        good: Good,
        usual: tuple[Integers, Integers],
        share: int,
    ) -> Restriction:
        """The small game, if player 1 wins that share, 0 or 1, of what is cut."""
        plays = whole.plays
        kept = np.full(len(plays.cut), True) if share else ~plays.cut
        for k in (0, 1):
            kept &= _reached(whole, k, good[k])[plays.codes[k]]
        one, two = (_part(whole, k, good[k], plays.codes[k][kept]) for k in (0, 1))
        form = SequenceForm(whole.root, whole.turns, whole.deals)
        form.counts = len(one.places), len(two.places)
        form.parents, form.firsts = (one.parents, two.parents), (one.firsts, two.firsts)
        form.plays = Plays(
            np.vstack((one.codes, two.codes)),
            plays.origins[:, kept],
            plays.above[kept],
            plays.below[kept],
            plays.cut[kept],
        )
        return cls(whole, form, usual, (one.places, two.places))

    @classmethod
    def every(cls, whole: SequenceForm, share: int) -> Restriction:
        """The game with all its sequences, but for what nothing hangs on."""
        one, two = whole.counts
        good = np.full(one, True), np.full(two, True)
        nothing = np.zeros(one, np.int64), np.zeros(two, np.int64)
        return cls.of(whole, good, nothing, share)

    def extended(self, player: int, plan: NDArray[Any]) -> NDArray[Any]:
        """A plan of the small game in the whole one."""
        k = player - 1
        found = np.zeros(self.whole.counts[k], plan.dtype)
        told = _at(self.places[k], len(found))
        found[self.places[k]] = plan
        for level in self.whole.levels[k]:
            new = ~np.logical_or.reduceat(told[level.sequences], level.starts)
            new &= found[level.parents] != 0
            each = np.repeat(new, level.sizes)
            came = np.repeat(found[level.parents[new]], level.sizes[new])
            parts = self.usual[k][level.sequences[each]].astype(plan.dtype)
            found[level.sequences[each]] = came * parts / _FINE
        return found

    def exactly(self, player: int, plan: RealizationPlan) -> RealizationPlan:
        """The same for a plan in fractions."""
        fractions = [Fraction(weight, plan.whole) for weight in plan.weights]
        found = self.extended(player, np.array(fractions, object)).tolist()
        whole = lcm(*{weight.denominator for weight in found if weight})
        weights = [int(weight * whole) if weight else 0 for weight in found]
        return RealizationPlan(weights, whole)


def _reached(form: SequenceForm, k: int, good: Booleans) -> Booleans:
    """The sequences of a player of which all steps are good."""
    found = np.zeros(form.counts[k], np.bool_)
    found[0] = True
    for level in form.levels[k]:
        came = np.repeat(found[level.parents], level.sizes)
        found[level.sequences] = came & good[level.sequences]
    return found


class _Part(NamedTuple):
    """What of a player's sequences and information sets is in a small game.

    The `codes` are the sequences that end its plays.
    """

    places: Integers
    parents: Integers
    firsts: Integers
    codes: Integers


def _part(form: SequenceForm, k: int, good: Booleans, ends: Integers) -> _Part:
    """What is in a small game that has only good sequences, and plays with these."""
    parents, firsts = form.parents[k], form.firsts[k]
    live = _at(ends, form.counts[k])
    for level in reversed(form.levels[k]):
        came = np.logical_or.reduceat(live[level.sequences], level.starts)
        live[level.parents[came]] = True
    sets = np.logical_or.reduceat(live, firsts[:-1])
    chosen = np.concatenate(([True], good[1:] & np.repeat(sets, np.diff(firsts))))
    places = np.flatnonzero(chosen)
    sizes = np.add.reduceat(chosen.astype(np.int64), firsts[:-1])[sets]
    return _Part(
        places,
        np.searchsorted(places, parents[sets]),
        np.concatenate(([1], 1 + np.cumsum(sizes))),
        np.searchsorted(places, ends),
    )
