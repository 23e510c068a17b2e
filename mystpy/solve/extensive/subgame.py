"""Subgames that begin with a turn: each is built once for all equivalent positions.

In the field: a directed acyclic graph of subgames up to isomorphism, and hash consing.

The continuation of a game depends on the possible hands, and on the knowledge about
each class of cards, but not on when it was learnt. So one subgame represents many parts
of the tree, which are copied as arrays of numbers. A *code* denotes a sequence of a
player: the first codes denote the sequences by which the hands arrived at the subgame,
in the order of the hands. The codes after them denote the subgame's own sequences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.errors import QueryError
from mystpy.solve.extensive.action_space import AbstractAction, PublicNode
from mystpy.solve.extensive.classes import Classes, Counts, Deals, Met

Integers = NDArray[np.int64]
_LARGEST = 2.0**62
_TOO_SMALL = "the chances of so large a game, or so many turns, are too small to count"
_FEWER = "fewer cards, shorter questions, or fewer --turns"


class NodeReach(NamedTuple):
    """How a player reached a node: by which sequence, from which hand, by which picks.

    The hand is that at the beginning of the turn. The cards are picked at random among
    equivalent ones, so that each of the ways has the same share.
    """

    code: int
    origin: int
    picks: int


NodeReaches = Mapping[Counts, NodeReach]
"""For each hand that a player may have at a node, how it was reached."""

Both = tuple[NodeReaches, NodeReaches]


def fitting(held: Both, deals: Deals) -> Both:
    """Return the hands that are compatible with some hand of the other, in order."""
    one, two = {deal[0] for deal in deals}, {deal[1] for deal in deals}
    if (len(one), len(two)) == (len(held[0]), len(held[1])):
        return held
    return (
        {hand: came for hand, came in held[0].items() if hand in one},
        {hand: came for hand, came in held[1].items() if hand in two},
    )


class Decision(NamedTuple):
    """An information set of a turn: the public position, the hand, and the options."""

    parent: int
    node: PublicNode
    hand: Counts
    options: tuple[AbstractAction, ...]


class NodeArrival(NamedTuple):
    """The player to act at a node, the hands, and the possible events and questions."""

    player: int
    held: Both
    met: Met
    moves: Mapping[EventKey, Transition]
    asks: Sequence[Counts]
    orbit: int


End = tuple[int, int, int, int, int, int, bool]
"""An end of the game in a turn: two sequences, and the chance with which player 1 wins.

The first numbers are the sequences, then the hands of the players when the turn began.
The chance has a numerator and a denominator, and is relative to that of reaching the
turn. The last field is whether the play is unfinished.
"""


def unfinished_parts(
    chance: Fraction | int, player: int
) -> Iterator[tuple[int, int, bool]]:
    """Yield the parts of an unfinished play: two numbers, and whether it is cut.

    The player wins with this chance, whatever the other does. Their ratio is the
    probability of a part in which player 1 wins, or which is cut.
    """
    won, parts = chance.as_integer_ratio()
    if won and player == 1:
        yield won, parts, False
    if won < parts:
        yield parts - won, parts, True


class TerminalHistories(NamedTuple):
    """The ends of a game as arrays; each player has a row of codes and of origins."""

    codes: Integers
    origins: Integers
    above: Integers
    below: Integers
    cut: NDArray[np.bool_]

    @classmethod
    def of(cls, ends: Sequence[End]) -> TerminalHistories:
        """Return the ends of a turn. Raises QueryError as `times`."""
        try:
            rows = np.fromiter(chain.from_iterable(ends), np.int64).reshape(-1, 7).T
        except OverflowError:
            raise QueryError(_TOO_SMALL, hint=_FEWER) from None
        above, below = rows[4:6] // np.gcd(rows[4], rows[5])
        return cls(rows[:2], rows[2:4], above, below, rows[6].astype(np.bool_))

    @classmethod
    def joined(cls, parts: Sequence[TerminalHistories]) -> TerminalHistories:
        """Return all of them in one."""
        codes, origins, *rest = zip(*parts, strict=True)
        ends = (np.concatenate(part) for part in rest)
        return cls(np.hstack(codes), np.hstack(origins), *ends)

    def codes_of(self, player: int) -> tuple[Integers, Integers]:
        """Return the codes of a player and of the other."""
        return self.codes[player - 1], self.codes[2 - player]

    def times(self, above: Integers, below: Integers) -> TerminalHistories:
        """Return the same with other chances, which stay reduced.

        Raises QueryError if a chance does not fit into 64 bits.
        """
        for old, new in ((self.above, above), (self.below, below)):
            if (old.astype(np.float64) * new).max(initial=1) > _LARGEST:
                raise QueryError(_TOO_SMALL, hint=_FEWER)
        above, below = self.above * above, self.below * below
        common = np.gcd(above, below)
        return self._replace(above=above // common, below=below // common)


class Sets(NamedTuple):
    """A player's information sets: the code that leads to each, and its choices."""

    parents: Integers
    sizes: Integers


@dataclass(slots=True)
class SubgameLink:
    """A subgame after a turn, and how the hands reach it.

    `whence` and `marks` relate its classes to those of the turn; `orbit` is the number
    of equivalent parts of the tree.
    """

    game: Subgame
    arrivals: tuple[list[NodeReach], list[NodeReach]]
    orbit: int
    whence: Counts
    marks: Counts


class SubgameEntries(NamedTuple):
    """How a player reaches all subgames after a turn, in their order.

    `codes` has the codes of the turn for the sequences of each subgame, which begin at
    its place in `firsts`. The same applies to the origins and picks of its hands, from
    `heads` on.
    """

    codes: Integers
    firsts: Integers
    origins: Integers
    picks: Integers
    heads: Integers


@dataclass
class Subgame:
    """The game from a turn on, for these classes of cards and these hands.

    Where a player has to guess a pile that is `known`, there is no other choice.
    """

    classes: Classes
    hands: tuple[tuple[Counts, ...], tuple[Counts, ...]]
    choices: tuple[list[Decision], list[Decision]] = field(
        default_factory=lambda: ([], [])
    )
    known: tuple[list[Decision], list[Decision]] = field(
        default_factory=lambda: ([], [])
    )
    ends: list[End] = field(default_factory=list)
    following: list[SubgameLink] = field(default_factory=list)
    nodes: int = 0
    codes: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Count the codes of the turn, before there are choices."""
        self.codes = [len(hands) for hands in self.hands]

    def choose(self, player: int, choice: Decision) -> range:
        """Return the codes of the options of a new information set."""
        self.choices[player - 1].append(choice)
        first = self.codes[player - 1]
        self.codes[player - 1] += len(choice.options)
        return range(first, self.codes[player - 1])

    @cached_property
    def positions(self) -> int:
        """Return how many positions the tree has."""
        return self.nodes + sum(after.game.positions for after in self.following)

    @cached_property
    def size(self) -> int:
        """Return the number of plays, which need not be computed."""
        return len(self.ends) + sum(after.game.size for after in self.following)

    @cached_property
    def counts(self) -> tuple[int, int]:
        """Return how many sequences the players have, besides those that lead here."""
        one, two = (int(sets.sizes.sum()) for sets in self.sets)
        return one, two

    @cached_property
    def sets(self) -> tuple[Sets, Sets]:
        """Return the information sets of both players, each after its parent."""
        return self._sets(0), self._sets(1)

    def _sets(self, k: int) -> Sets:
        own = self.choices[k]
        parents = np.array([c.parent for c in own], np.int64)
        sizes = np.array([len(c.options) for c in own], np.int64)
        if not self.following:
            return Sets(parents, sizes)
        ahead = [after.game.sets[k] for after in self.following]
        there, counts = map(np.concatenate, zip(*ahead, strict=True))
        came = self._entrances[k]
        shift = np.repeat(came.firsts, [len(sets.sizes) for sets in ahead])
        return Sets(
            np.concatenate((parents, came.codes[there + shift])),
            np.concatenate((sizes, counts)),
        )

    @cached_property
    def plays(self) -> TerminalHistories:
        """Return the ends of the game."""
        own = TerminalHistories.of(self.ends)
        if not self.following:
            return own
        ahead = [after.game.plays for after in self.following]
        lengths = [len(plays.cut) for plays in ahead]
        ends, codes, origins = TerminalHistories.joined(ahead), [], []
        below = np.ones_like(ends.below)
        for k, came in enumerate(self._entrances):
            codes.append(came.codes[ends.codes[k] + np.repeat(came.firsts, lengths)])
            hands = ends.origins[k] + np.repeat(came.heads, lengths)
            origins.append(came.origins[hands])
            below *= came.picks[hands]
        above = np.repeat([after.orbit for after in self.following], lengths)
        moved = ends._replace(codes=np.vstack(codes), origins=np.vstack(origins))
        return TerminalHistories.joined([own, moved.times(above, below)])

    @cached_property
    def _entrances(self) -> tuple[SubgameEntries, SubgameEntries]:
        return self._entrance(0), self._entrance(1)

    def _entrance(self, k: int) -> SubgameEntries:
        """Return a player's entries: the sequences of the turn, then all others."""
        own = self.codes[k]
        came = [arrival for after in self.following for arrival in after.arrivals[k]]
        hands = np.array([len(after.arrivals[k]) for after in self.following], np.int64)
        own_sizes = [after.game.counts[k] for after in self.following]
        sizes = hands + np.array(own_sizes, np.int64)
        heads, firsts = np.cumsum(hands) - hands, np.cumsum(sizes) - sizes
        codes = np.arange(own, own + sizes.sum()) - np.repeat(heads + hands, sizes)
        first, origins, picks = np.array(came, np.int64).T
        codes[np.arange(len(came)) + np.repeat(firsts - heads, hands)] = first
        return SubgameEntries(codes, firsts, origins, picks, heads)
