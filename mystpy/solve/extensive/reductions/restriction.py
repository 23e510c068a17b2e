"""Small games in a large one, in which both players have few of their actions."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple
from mystpy.solve.extensive.form import RealizationPlan, SequenceForm
from mystpy.solve.extensive.subgame import Integers, TerminalHistories

Booleans = NDArray[np.bool_]
Good = tuple[Booleans, Booleans]
"""Which sequences of both players a small game may have."""

FINE = 256
"""Chances are told in such parts where a small game does not come to."""


class RestrictedGame(NamedTuple):
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
    ) -> RestrictedGame:
        """The small game, if player 1 wins that share, 0 or 1, of what is cut."""
        plays = whole.plays
        kept = np.full(len(plays.cut), True) if share else ~plays.cut
        for k in (0, 1):
            kept &= _reached(whole, k, good[k])[plays.codes[k]]
        one, two = (_part(whole, k, good[k], plays.codes[k][kept]) for k in (0, 1))
        form = SequenceForm(whole.root, whole.turns, whole.deals)
        form.counts = len(one.places), len(two.places)
        form.parents, form.firsts = (one.parents, two.parents), (one.firsts, two.firsts)
        form.plays = TerminalHistories(
            np.vstack((one.codes, two.codes)),
            plays.origins[:, kept],
            plays.above[kept],
            plays.below[kept],
            plays.cut[kept],
        )
        return cls(whole, form, usual, (one.places, two.places))

    @classmethod
    def every(cls, whole: SequenceForm, share: int) -> RestrictedGame:
        """The game with all its sequences, but for what nothing hangs on."""
        one, two = whole.counts
        good = np.full(one, True), np.full(two, True)
        nothing = np.zeros(one, np.int64), np.zeros(two, np.int64)
        return cls.of(whole, good, nothing, share)

    def extended(self, player: int, plan: NDArray[Any]) -> NDArray[Any]:
        """A plan of the small game in the whole one."""
        k = player - 1
        found = np.zeros(self.whole.counts[k], plan.dtype)
        places = _at(self.places[k], len(found))
        found[self.places[k]] = plan
        for level in self.whole.levels[k]:
            new = ~np.logical_or.reduceat(places[level.sequences], level.starts)
            new &= found[level.parents] != 0
            each = np.repeat(new, level.sizes)
            came = np.repeat(found[level.parents[new]], level.sizes[new])
            parts = self.usual[k][level.sequences[each]].astype(plan.dtype)
            found[level.sequences[each]] = came * parts / FINE
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


def _at(places: Integers, size: int) -> Booleans:
    """Which of so many places are those."""
    found = np.zeros(size, np.bool_)
    found[places] = True
    return found
