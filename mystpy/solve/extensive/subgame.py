"""Subgames that begin with a turn: grown once for all positions that look like them.

In the field: a directed acyclic graph of subgames up to isomorphism, and hash consing.

What can happen from a turn on depends on the hands that are possible, and on what was
told of each class of cards, but not on when it was told. So one subgame stands for many
parts of the tree, which are copied as arrays of numbers. A *code* stands for a sequence
of a player: the first ones for those by which the hands came to the subgame, in their
order, those after them for the subgame's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mystpy.errors import QueryError
from mystpy.solve.extensive.classes import Classes, Counts
from mystpy.solve.extensive.menu import Option, PublicNode

Integers = NDArray[np.int64]
_LARGEST = 2.0**62
_TOO_SMALL = "the chances of so large a game, or so many turns, are too small to count"


class Arrival(NamedTuple):
    """How a player came to a node: by which sequence, from which hand, by which picks.

    The hand is that at the turn's beginning. The cards are picked evenly of those that
    are alike, so that each of so many ways has the same share.
    """

    code: int
    origin: int
    picks: int


class Decision(NamedTuple):
    """An information set of a turn: what is public, the hand, and what may be done."""

    parent: int
    node: PublicNode
    hand: Counts
    options: tuple[Option, ...]


class End(NamedTuple):
    """How a turn ends the game: by two sequences, with which chance player 1 wins.

    The chance is to be divided by that of coming here; `cut` is a game broken off.
    """

    codes: tuple[int, int]
    origins: tuple[int, int]
    chance: Fraction
    cut: bool


class Plays(NamedTuple):
    """Ends of a game as arrays, a row of codes and of origins for each player."""

    codes: Integers
    origins: Integers
    above: Integers
    below: Integers
    cut: NDArray[np.bool_]

    @classmethod
    def of(cls, ends: Sequence[End]) -> Plays:
        """The ends of a turn. Raises QueryError as `times`."""
        try:
            above = np.array([e.chance.numerator for e in ends], np.int64)
            below = np.array([e.chance.denominator for e in ends], np.int64)
        except OverflowError:
            raise QueryError(_TOO_SMALL) from None
        return cls(
            np.array([e.codes for e in ends], np.int64).reshape(-1, 2).T,
            np.array([e.origins for e in ends], np.int64).reshape(-1, 2).T,
            above,
            below,
            np.array([e.cut for e in ends], np.bool_),
        )

    @classmethod
    def joined(cls, parts: Sequence[Plays]) -> Plays:
        """All of them in one."""
        codes, origins, *rest = zip(*parts, strict=True)
        ends = (np.concatenate(part) for part in rest)
        return cls(np.hstack(codes), np.hstack(origins), *ends)

    def times(self, above: Integers, below: Integers) -> Plays:
        """The same with other chances, which stay reduced.

        Raises QueryError where a chance has no place in 64 bits.
        """
        for old, new in ((self.above, above), (self.below, below)):
            if float(old.max(initial=1)) * float(new.max(initial=1)) > _LARGEST:
                raise QueryError(_TOO_SMALL)
        above, below = self.above * above, self.below * below
        common = np.gcd(above, below)
        return self._replace(above=above // common, below=below // common)


class Sets(NamedTuple):
    """A player's information sets: the code that leads there, and how many choices."""

    parents: Integers
    sizes: Integers


@dataclass(slots=True)
class Following:
    """A subgame that follows on a turn, and how the hands come to it.

    `whence` and `marks` say of each of its classes what the turn has made it of; there
    are `orbit` parts of the tree that look like it.
    """

    game: Subgame
    arrivals: tuple[list[Arrival], list[Arrival]]
    orbit: int
    whence: Counts
    marks: Counts

    def plays(self, luts: Sequence[Integers]) -> Plays:
        """The ends of the subgame, by the codes of the turn before it."""
        ends = self.game.plays
        codes = np.vstack([lut[row] for lut, row in zip(luts, ends.codes, strict=True)])
        origins, picks = [], []
        for came, row in zip(self.arrivals, ends.origins, strict=True):
            origins.append(np.array([a.origin for a in came], np.int64)[row])
            picks.append(np.array([a.picks for a in came], np.int64)[row])
        above = np.full(len(ends.above), self.orbit, np.int64)
        moved = ends._replace(codes=codes, origins=np.vstack(origins))
        return moved.times(above, picks[0] * picks[1])


@dataclass
class Subgame:
    """What can happen from a turn on, for these classes of cards and these hands."""

    classes: Classes
    hands: tuple[tuple[Counts, ...], tuple[Counts, ...]]
    choices: tuple[list[Decision], list[Decision]] = field(
        default_factory=lambda: ([], [])
    )
    ends: list[End] = field(default_factory=list)
    following: list[Following] = field(default_factory=list)
    nodes: int = 0

    def choose(self, player: int, choice: Decision) -> range:
        """The codes of the options of a new information set."""
        ready = self.choices[player - 1]
        first = len(self.hands[player - 1]) + sum(len(c.options) for c in ready)
        ready.append(choice)
        return range(first, first + len(choice.options))

    @cached_property
    def positions(self) -> int:
        """How many positions the tree has."""
        return self.nodes + sum(after.game.positions for after in self.following)

    @cached_property
    def size(self) -> int:
        """In how many ways the game can end: the number of its plays, not made yet."""
        return len(self.ends) + sum(after.game.size for after in self.following)

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many sequences the players have, besides those that lead here."""
        one, two = (int(sets.sizes.sum()) for sets in self.sets)
        return one, two

    @cached_property
    def sets(self) -> tuple[Sets, Sets]:
        """The information sets of both players, each after its parent."""
        return self._sets(0), self._sets(1)

    def _sets(self, k: int) -> Sets:
        own = self.choices[k]
        parents = [np.array([c.parent for c in own], np.int64)]
        sizes = [np.array([len(c.options) for c in own], np.int64)]
        for after, luts in self.placed():
            parents.append(luts[k][after.game.sets[k].parents])
            sizes.append(after.game.sets[k].sizes)
        return Sets(np.concatenate(parents), np.concatenate(sizes))

    @cached_property
    def plays(self) -> Plays:
        """How the game can end."""
        parts = (after.plays(luts) for after, luts in self.placed())
        return Plays.joined([Plays.of(self.ends), *parts])

    def placed(self) -> Iterator[tuple[Following, list[Integers]]]:
        """What follows, with the codes of here by the codes of there, for each player.

        The sequences of the turn itself come first, then those of what follows.
        """
        first = [
            len(hands) + sum(len(choice.options) for choice in choices)
            for hands, choices in zip(self.hands, self.choices, strict=True)
        ]
        for after in self.following:
            luts = []
            for k, count in enumerate(after.game.counts):
                came = np.array([a.code for a in after.arrivals[k]], np.int64)
                own = np.arange(first[k], first[k] + count)
                luts.append(np.concatenate((came, own)))
                first[k] += count
            yield after, luts
