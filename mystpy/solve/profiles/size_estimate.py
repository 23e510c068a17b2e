"""Estimates of the size and time of a profile's computation, made before it begins.

The tree is built for fewer turns, which takes a moment, and one round is run on it.
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
"""The positions that suffice for a time estimate; no more are built."""
_DOUBT = 2.0
"""The largest factor by which games were smaller than estimated."""
_SIZE = 1_300
"""The measured bytes of a position."""


class SizeEstimate(NamedTuple):
    """An estimate for a tree of some turns, by one of fewer: positions and seconds.

    The seconds are for all rounds; the search ends sooner if it finds an equilibrium.
    """

    turns: int
    positions: float
    seconds: float
    grown: int

    @property
    def too_large(self) -> bool:
        """Return whether even half of the positions are too many."""
        return self.positions > MOST * _DOUBT

    @property
    def words(self) -> str:
        """Return the estimate in words."""
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
    """Return an estimate for these turns of a game, or None if they take only a moment.

    The result is also None for a game whose first turn is too large: then its growth is
    unknown. Raises QueryError as `game_tree` does.
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
    """Return the size of a later tree, which grows by a factor 1 + c / turn.

    This was approximately the growth in the examined games.
    """
    last = len(sizes) - 1
    by_turn = (sizes[last] / sizes[last - 1] - 1) * last
    return sizes[last] * prod(1 + by_turn / turn for turn in range(last + 1, turns))
