"""The sequence form of a game of two players: what each can choose, and what it earns.

In the field: the sequence form (Koller, Megiddo and von Stengel 1996).

A sequence of a player is a choice with all the choices that lead to it; the empty one
is number 0. A realization plan gives each sequence a weight: 1 to the empty one, and
the weight of an information set's parent shared out among its choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

Weights = Sequence[Fraction]
"""A realization plan, by sequence."""


Payoffs = dict[tuple[int, int], Fraction]
"""By pairs of sequences, of player 1 and of player 2."""


class InformationSet(NamedTuple):
    """An information set: the sequence that leads to it, and those of its choices.

    The choices are the sequences from `first` on; `label` tells what the player knows,
    `actions` what may be done.
    """

    parent: int
    first: int
    label: str
    actions: tuple[str, ...]

    @property
    def sequences(self) -> range:
        """The sequences that end with a choice made here."""
        return range(self.first, self.first + len(self.actions))


@dataclass(slots=True)
class SequenceForm:
    """Information sets of both players, each after its parent, and what player 1 wins.

    `payoffs` has for a pair of sequences the probability, chance taken in, with which
    they end the game with a win of player 1, `unfinished` with which they lead to where
    the game is broken off; what is not there is 0.
    """

    sets: tuple[list[InformationSet], list[InformationSet]] = field(
        default_factory=lambda: ([], [])
    )
    counts: list[int] = field(default_factory=lambda: [1, 1])
    payoffs: Payoffs = field(default_factory=dict)
    unfinished: Payoffs = field(default_factory=dict)
    positions: int = 0

    def choose(self, player: int, parent: int, label: str, actions: list[str]) -> range:
        """The sequences of a new information set."""
        first = self.counts[player - 1]
        found = InformationSet(parent, first, label, tuple(actions))
        self.sets[player - 1].append(found)
        self.counts[player - 1] += len(actions)
        return found.sequences

    def won(self, share: Fraction) -> Payoffs:
        """The payoffs, if player 1 wins that share of the games that are broken off."""
        if not share:
            return self.payoffs
        found = dict(self.payoffs)
        for pair, chance in self.unfinished.items():
            found[pair] = found.get(pair, Fraction()) + chance * share
        return found

    def worth(self, player: int, plan: Weights, payoffs: Payoffs) -> Fraction:
        """With which probability player 1 wins against the best reply to a plan.

        It bounds the value of the game from below for player 1, from above for 2.
        """
        best = max if player == 2 else min
        values = [Fraction()] * self.counts[2 - player]
        for pair, chance in payoffs.items():
            weight = plan[pair[player - 1]]
            if weight:
                values[pair[2 - player]] += chance * weight
        for choices in reversed(self.sets[2 - player]):
            values[choices.parent] += best(values[k] for k in choices.sequences)
        return values[0]

    def plan(self, player: int, behaviour: Sequence[Weights]) -> list[Fraction]:
        """The realization plan of what is done, how often, at each information set."""
        plan = [Fraction(1)] * self.counts[player - 1]
        for choices, chances in zip(self.sets[player - 1], behaviour, strict=True):
            for k, chance in zip(choices.sequences, chances, strict=True):
                plan[k] = plan[choices.parent] * chance
        return plan

    def behaviour(self, player: int, plan: Weights) -> Iterator[list[Fraction]]:
        """What a realization plan does at each information set.

        It is the first choice where the plan never comes to.
        """
        for choices in self.sets[player - 1]:
            whole = plan[choices.parent]
            if whole:
                yield [plan[k] / whole for k in choices.sequences]
            else:
                yield [Fraction(k == choices.first) for k in choices.sequences]
