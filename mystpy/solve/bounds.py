"""Bounds on the value of a game of two players, by strategies and their best responses.

A strategy of player 1 that wins with probability v against the best response, and one
of player 2 that wins with probability 1 - v, certify that the value of the game is v.
It does not matter where the strategies are from. Every number is exact, over all deals,
in the game of the axioms.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.solve.best_response import BestResponse
from mystpy.solve.equilibria.optimal_choices import ANY, solve_with_choices
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import GameStrategy, one_shot

Size = tuple[int, int, int]
"""The sizes m, n and q of a game of two players."""


def game_of(size: Size) -> Game:
    """Return the game MYST(m, n, 2, q)."""
    m, n, q = size
    return Game.myst(m, n, 2, q)


def at_once(size: Size) -> Fraction:
    """Return the chance to win for a player who asks one optimal question, and guesses.

    Suppose that t cards of the question are not in the asker's hand, with t <= m. If
    the other player denies all of them, the pile is one of those that contain all of
    them. If she shows one, the player guesses a pile with all of them but this one. So
    t + 1 of the C(m+n, m) piles are guessed correctly. A question with m + 1 such cards
    is as good as one with m.
    """
    m, n, q = size
    return Fraction(min(q, m) + 1, comb(m + n, m))


@dataclass(frozen=True, slots=True)
class Bounds:
    """The value that player 1 can secure, and the upper bound by player 2."""

    lower: Fraction
    upper: Fraction
    nodes: int


@cached_by_theory()
def once(size: Size) -> GameStrategy:
    """Return the strategy that asks one optimal question and then guesses."""
    return one_shot(min(size[0], size[2]))


@cached_by_theory()
def bounds(size: Size) -> Bounds:
    """Return the bounds for both players from asking once and guessing."""
    game, plan = game_of(size), once(size)
    first, second = (BestResponse(game, k, plan, alike=plan.alike) for k in (1, 2))
    low, high = first.value(), 1 - second.value()
    return Bounds(low, high, first.nodes + second.nodes)


@cached_by_theory()
def leader_value(size: Size, leader: int, plan: GameStrategy) -> Fraction:
    """Return the leader's chance to win by a strategy against a best response."""
    return BestResponse(game_of(size), leader, plan, alike=plan.alike).value()


@cached_by_theory()
def optimal(size: Size) -> Bounds:
    """Return the value as two equal bounds, by the strategies of a linear program.

    Raises EngineMissing without scipy.
    """
    found = solve_with_choices(game_of(size))
    return Bounds(found.lower.value, found.upper.value, sum(found.sequences))


def beside_half(game: Game, variant: GameVariant = ANY) -> ValueBounds:
    """Return bounds that are close enough to decide whether a value is less than 1/2.

    Raises as `improving_bounds`.
    """
    for found in improving_bounds(game, variant):
        if found.lower.value >= HALF or found.upper.value < HALF:
            break
    return found


def told_apart(one: Game, other: Game) -> tuple[ValueBounds, ValueBounds]:
    """Return bounds on two values that are close enough to decide which is larger.

    The bounds are exact where the values are equal. Raises as `improving_bounds`.
    """
    ahead = [improving_bounds(game, ANY) for game in (one, other)]
    found = [next(some) for some in ahead]
    while _gap(*found) <= 0 and any(one.gap for one in found):
        wider = max((0, 1), key=lambda k: found[k].gap)
        found[wider] = next(ahead[wider])
    first, second = found
    return first, second


def _gap(one: ValueBounds, other: ValueBounds) -> Fraction:
    """Return the distance between the bounds; at most 0 if they touch."""
    low, high = sorted((one, other), key=lambda each: each.lower.value)
    return high.lower.value - low.upper.value
