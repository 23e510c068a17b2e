"""The sequence form of a game of two players: what each can choose, and what it earns.

In the field: the sequence form (Koller, Megiddo and von Stengel 1996).

A sequence of a player is a choice with all the choices that lead to it; the empty one
is number 0. A realization plan gives each sequence a weight: 1 to the empty one, and
the weight of an information set's parent shared out among its choices.
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
"""So much less is dealt out at first that rounding up never deals out too much."""
_NONE, _SURE = Fraction(0), (Fraction(1),)
Floats = NDArray[np.float64]


class Depth(NamedTuple):
    """Information sets of a player with as many before them.

    Their sequences are in a row, those of a set from one of the `starts` on.
    """

    parents: Integers
    sequences: Integers
    starts: Integers
    sizes: Integers


@dataclass(frozen=True, slots=True)
class RealizationPlan:
    """A realization plan: a weight is an integer, to be divided by the whole."""

    weights: list[int]
    whole: int

    @classmethod
    def of(cls, weights: Sequence[Fraction]) -> RealizationPlan:
        """The plan with these weights."""
        whole = lcm(*{weight.denominator for weight in weights})
        parts = [one.numerator * (whole // one.denominator) for one in weights]
        return cls(parts, whole)

    def fractions(self) -> list[Fraction]:
        """The weights."""
        return [Fraction(weight, self.whole) for weight in self.weights]


@dataclass
class SequenceForm:
    """Information sets of both players, each after its parent, and what player 1 wins.

    The game is broken off after `turns` turns; `deals` counts the deals, all as likely.
    """

    root: Subgame
    turns: int
    deals: int

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many sequences the players have."""
        one, two = self.root.counts
        return one + 1, two + 1

    @property
    def positions(self) -> int:
        """How many positions the tree has."""
        return self.root.positions

    @cached_property
    def plays(self) -> TerminalHistories:
        """How the game can end, with what probability if both do all that leads there.

        That is that of chance; where the game is not cut, player 1 wins with it.
        """
        ends = self.root.plays
        codes = [lut[row] for lut, row in zip(self._luts, ends.codes, strict=True)]
        above, below = np.ones_like(ends.above), np.full_like(ends.below, self.deals)
        return ends._replace(codes=np.vstack(codes)).times(above, below)

    @property
    def _luts(self) -> list[Integers]:
        """The number of a sequence, for each player and by its code."""
        return [
            np.concatenate((np.zeros(len(hands), np.int64), np.arange(1, count)))
            for hands, count in zip(self.root.hands, self.counts, strict=True)
        ]

    @cached_property
    def unfinished(self) -> bool:
        """Whether some game is broken off."""
        return bool(self.plays.cut.any())

    @cached_property
    def parents(self) -> tuple[Integers, Integers]:
        """The sequence that leads to an information set, for each player."""
        one, two = (
            lut[sets.parents]
            for lut, sets in zip(self._luts, self.root.sets, strict=True)
        )
        return one, two

    @cached_property
    def firsts(self) -> tuple[Integers, Integers]:
        """The first sequence of each information set, and the end of the last one."""
        one, two = (
            np.concatenate(([1], 1 + np.cumsum(sets.sizes))) for sets in self.root.sets
        )
        return one, two

    @cached_property
    def levels(self) -> tuple[list[Depth], list[Depth]]:
        """The information sets of each player by how many are before them."""
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
        """With which chance player 1 wins, for each of the plays, in floats.

        Player 1 wins that share, 0 or 1, of what is broken off.
        """
        found = self.plays.above / self.plays.below
        return found if share else np.where(self.plays.cut, 0.0, found)

    def value(self, player: int, plan: RealizationPlan, share: int) -> Fraction:
        """With which probability player 1 wins against the best reply to a plan.

        It bounds the value of the game from below for player 1, from above for 2.
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
        """The same for a plan in floats, as good as they are."""
        mine, others = self.plays.codes_of(player)
        return float(self.replied(player, others, self.chances(share) * plan[mine]))

    def replied(self, player: int, others: Integers, earned: Any) -> Any:
        """What the best reply makes of what the other's sequences earn player 1."""
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
        """The realization plan of what is done, how often, at each information set.

        It is the first choice where nothing is said.
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
        """A realization plan near one in floats, a weight being parts of 2 to the 60th.

        What is lost by rounding goes to the choice that is made most.
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
