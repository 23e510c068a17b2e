"""The sequence form of a game of two players: the sequences, and the payoffs.

In the field: the sequence form (Koller, Megiddo and von Stengel 1996).

A sequence of a player is a choice with all the choices that lead to it; the empty one
is number 0. A realization plan gives each sequence a weight: 1 to the empty one, and
the weight of an information set's parent is divided among its choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple, dataclass
from mystpy.solve.extensive.subgame import Integers, Subgame, TerminalHistories

_PARTS = 2**60
_LESS = 1 - 2**-40
"""The share that is dealt first is smaller, so that rounding up never deals too much.
"""
_NONE, _SURE = Fraction(0), (Fraction(1),)
Floats = NDArray[np.float64]


class Depth(NamedTuple):
    """Information sets of a player at the same depth.

    Their sequences are consecutive; those of a set begin at one of the `starts`.
    """

    parents: Integers
    sequences: Integers
    starts: Integers
    sizes: Integers


@dataclass(frozen=True, slots=True)
class RealizationPlan:
    """A realization plan: its weights are integers, to be divided by `whole`."""

    weights: list[int]
    whole: int

    @classmethod
    def of(cls, weights: Sequence[Fraction]) -> RealizationPlan:
        """Return the plan with these weights."""
        whole = lcm(*{weight.denominator for weight in weights})
        parts = [one.numerator * (whole // one.denominator) for one in weights]
        return cls(parts, whole)

    def fractions(self) -> list[Fraction]:
        """Return the weights."""
        return [Fraction(weight, self.whole) for weight in self.weights]


@dataclass
class SequenceForm:
    """The information sets of both players, and player 1's payoffs.

    The game ends after `turns` turns; `deals` counts the equally likely deals.
    """

    root: Subgame
    turns: int
    deals: int

    @cached_property
    def counts(self) -> tuple[int, int]:
        """Return how many sequences the players have."""
        one, two = self.root.counts
        return one + 1, two + 1

    @property
    def positions(self) -> int:
        """Return how many positions the tree has."""
        return self.root.positions

    @cached_property
    def plays(self) -> TerminalHistories:
        """Return the ends of the game, with the chance of each.

        It is the probability of the chance moves, for players who choose all that leads
        there. Unless the game is cut, player 1 wins with this probability.
        """
        ends = self.root.plays
        codes = [lut[row] for lut, row in zip(self._luts, ends.codes, strict=True)]
        above, below = np.ones_like(ends.above), np.full_like(ends.below, self.deals)
        return ends._replace(codes=np.vstack(codes)).times(above, below)

    @property
    def _luts(self) -> list[Integers]:
        """Return the number of a sequence, for each player and by its code."""
        return [
            np.concatenate((np.zeros(len(hands), np.int64), np.arange(1, count)))
            for hands, count in zip(self.root.hands, self.counts, strict=True)
        ]

    @cached_property
    def unfinished(self) -> bool:
        """Return whether some play is unfinished."""
        return bool(self.plays.cut.any())

    @cached_property
    def parents(self) -> tuple[Integers, Integers]:
        """Return the sequence that leads to each information set, for each player."""
        one, two = (
            lut[sets.parents]
            for lut, sets in zip(self._luts, self.root.sets, strict=True)
        )
        return one, two

    @cached_property
    def firsts(self) -> tuple[Integers, Integers]:
        """Return the first sequences of information sets, and the end of the last."""
        one, two = (
            np.concatenate(([1], 1 + np.cumsum(sets.sizes))) for sets in self.root.sets
        )
        return one, two

    @cached_property
    def levels(self) -> tuple[list[Depth], list[Depth]]:
        """Return the information sets of each player by depth."""
        return self._levels(0), self._levels(1)

    def _levels(self, k: int) -> list[Depth]:
        parents, firsts = self.parents[k], self.firsts[k]
        sizes = np.diff(firsts)
        owner = np.repeat(np.arange(len(sizes)), sizes)  # the set of a sequence, less 1
        found, ahead = list[Depth](), np.flatnonzero(parents == 0)
        followers = np.argsort(parents, kind="stable")
        ordered = parents[followers]
        while len(ahead):
            starts = np.concatenate(([0], np.cumsum(sizes[ahead])[:-1]))
            shift = np.repeat(firsts[ahead] - starts, sizes[ahead])
            sequences = np.arange(len(shift)) + shift
            found.append(Depth(parents[ahead], sequences, starts, sizes[ahead]))
            depth = np.zeros(len(owner) + 1, np.bool_)
            depth[sequences] = True
            ahead = np.sort(followers[depth[ordered]])
        return found

    def chances(self, share: int) -> Floats:
        """Return player 1's chance to win in each of the plays, in floats.

        Player 1 wins that share, 0 or 1, of the unfinished plays.
        """
        found = self.plays.above / self.plays.below
        return found if share else np.where(self.plays.cut, 0.0, found)

    def value(self, player: int, plan: RealizationPlan, share: int) -> Fraction:
        """Return player 1's probability to win if the other plays a best response.

        It is a lower bound on the value of the game for player 1, an upper bound for
        player 2.
        """
        weights = np.array(plan.weights, object)
        mine, others = self.plays.codes_of(player)
        used = (weights != 0)[mine] & (~self.plays.cut if not share else True)
        below = self.plays.below[used]
        common = lcm(*np.unique(below).tolist())
        chances = self.plays.above[used] * (common // below.astype(object))
        earned = chances * weights[mine[used]]
        return Fraction(self.replied(player, others[used], earned), common * plan.whole)

    def roughly(self, player: int, plan: Floats, share: int) -> float:
        """Return the same for a plan in floats, with their precision."""
        mine, others = self.plays.codes_of(player)
        return float(self.replied(player, others, self.chances(share) * plan[mine]))

    def replied(self, player: int, others: Integers, earned: Any) -> Any:
        """Return the value of the best response for given payoffs of its sequences."""
        best = np.maximum if player == 2 else np.minimum
        values = np.zeros(self.counts[2 - player], earned.dtype)
        np.add.at(values, others, earned)
        for level in reversed(self.levels[2 - player]):
            found = best.reduceat(values[level.sequences], level.starts)
            np.add.at(values, level.parents, found)
        return values[0]

    def plan(
        self, player: int, behaviour: Mapping[int, Sequence[Fraction]]
    ) -> RealizationPlan:
        """Return the realization plan of a behaviour strategy.

        It makes the first choice in information sets that are left out.
        """
        found = [Fraction(1), *[_NONE] * (self.counts[player - 1] - 1)]
        firsts = self.firsts[player - 1].tolist()
        for k, parent in enumerate(self.parents[player - 1].tolist()):
            if found[parent]:
                chances = behaviour.get(k, _SURE)
                for place, chance in enumerate(chances, firsts[k]):
                    found[place] = found[parent] * chance
        return RealizationPlan.of(found)

    def near(self, player: int, plan: Floats) -> RealizationPlan:
        """Return a realization plan near one in floats, in multiples of 2**-60.

        The remainder of rounding is added to the choice with the largest weight.
        """
        weights = np.zeros(self.counts[player - 1], np.int64)
        weights[0] = _PARTS
        for level in self.levels[player - 1]:
            ends = np.repeat(np.arange(len(level.starts)), level.sizes)
            chances = np.maximum(plan[level.sequences], 0.0)
            whole = np.add.reduceat(chances, level.starts)[ends]
            even = np.repeat(1 / level.sizes, level.sizes)
            np.divide(chances, whole, out=even, where=whole > 0)
            came = weights[level.parents]
            found = np.minimum((came[ends] * even * _LESS).astype(np.int64), came[ends])
            rest = came - np.add.reduceat(found, level.starts)
            order = np.lexsort((-found, ends))
            found[order[level.starts]] += rest
            weights[level.sequences] = found
        return RealizationPlan(weights.tolist(), _PARTS)
