"""What a profile of many players takes, estimated before it is sought.

The tree is grown for fewer turns, which takes a moment, and worked on for one round.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from time import monotonic

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineFailed
from mystpy.game.game import Game
from mystpy.solve.profiles.game_tree import MOST, GameTree, game_tree
from mystpy.solve.profiles.profile import (
    RegretLearner,
    judged,
    profile_value,
    round_profile,
)
from mystpy.solve.runs.forecast import memory_words, time_words

_FEW, _PROBED = 1_000, 20_000
"""So many positions are enough to tell how long others take; no more are grown."""
_DOUBT = 2.0
"""In the games looked at there were so many times fewer positions at most."""
_SIZE = 1_300
"""Bytes that a position takes, as measured."""


class SizeEstimate(NamedTuple):
    """What a tree of some turns may take, by one of fewer: positions, and seconds.

    The seconds are for all rounds; a profile that nobody gains by leaving ends sooner.
    """

    turns: int
    positions: float
    seconds: float
    grown: int

    @property
    def too_large(self) -> bool:
        """Whether there are more positions than are grown, even if half as many."""
        return self.positions > MOST * _DOUBT

    @property
    def words(self) -> str:
        """The estimate in words."""
        return (
            f"{self.turns} turns: perhaps {self.positions:,.0f} positions and "
            f"{memory_words(round(self.positions * _SIZE))}, at most about "
            f"{time_words(self.seconds)} (by those of {self.grown} turns)"
        )


def size_estimate(
    game: Game,
    turns: int,
    rounds: int,
    *,
    idle: bool = True,
    clock: Callable[[], float] = monotonic,
) -> SizeEstimate | None:
    """What so many turns of a game take, or None if that is no more than a moment.

    None, too, of a game whose first turn is too large: nothing tells how it grows.
    Raises QueryError as `game_tree` does.
    """
    sizes = list[int]()
    for grown in range(1, turns):
        begun = clock()
        try:
            tree = game_tree(game, grown, idle=idle, most=_PROBED)
            took = clock() - begun
            sizes.append(len(tree.nodes))
        except EngineFailed:
            if grown == 1:
                return None
            sizes.append(_PROBED)
        if sizes[-1] >= _FEW and grown > 1:
            positions = _continued(sizes, turns)
            times = positions / len(tree.nodes)
            seconds = times * (took + _working(tree, rounds, clock))
            return SizeEstimate(turns, positions, seconds, tree.turns)
    return None


def _working(tree: GameTree, rounds: int, clock: Callable[[], float]) -> float:
    learner = RegretLearner(tree)
    learner.learn(1)
    begun = clock()
    learner.learn(1)
    learnt = clock()
    profile_value(tree, round_profile(learner.average, 12))
    return rounds * (learnt - begun) + judged(rounds) * (clock() - learnt)


def _continued(sizes: list[int], turns: int) -> float:
    """The size of a later tree, if from turn to turn it grows by 1 + c / turn.

    So it was, nearly, in the games that were looked at.
    """
    last = len(sizes) - 1
    by_turn = (sizes[last] / sizes[last - 1] - 1) * last
    return sizes[last] * prod(1 + by_turn / turn for turn in range(last + 1, turns))
