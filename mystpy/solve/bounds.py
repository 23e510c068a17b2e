"""What a game of two players is worth, shown by plans and the best replies to them.

A plan of player 1 that wins with v against the best reply and one of player 2 that wins
with 1 - v are a certificate that the value of the game is v, wherever they come from:
every number is exact, over all deals, in the game of the axioms.
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
"""m, n and q of a game of two players."""


def game_of(size: Size) -> Game:
    """MYST(m, n, 2, q)."""
    m, n, q = size
    return Game.myst(m, n, 2, q)


def at_once(size: Size) -> Fraction:
    """With which chance a player wins who asks once, well, and guesses.

    Of t open cards in a question, with t <= m, either all are denied and the pile is
    one of those with all of them, or the pile has just all but the one that is shown,
    if it is guessed like that: t + 1 piles of C(m+n, m) are guessed rightly. A
    question with m + 1 open cards is as good as one with m.
    """
    m, n, q = size
    return Fraction(min(q, m) + 1, comb(m + n, m))


@dataclass(frozen=True, slots=True)
class Bounds:
    """What player 1 can make sure of, and what player 2 lets player 1 have at most."""

    lower: Fraction
    upper: Fraction
    nodes: int


@cached_by_theory()
def once(size: Size) -> GameStrategy:
    """The plan to ask once, as well as can be, and to guess."""
    return one_shot(min(size[0], size[2]))


@cached_by_theory()
def bounds(size: Size) -> Bounds:
    """The bounds that asking once and guessing gives to both players."""
    game, plan = game_of(size), once(size)
    first, second = (BestResponse(game, k, plan, alike=plan.alike) for k in (1, 2))
    low, high = first.value(), 1 - second.value()
    return Bounds(low, high, first.nodes + second.nodes)


@cached_by_theory()
def leader_value(size: Size, leader: int, plan: GameStrategy) -> Fraction:
    """With which chance the leader wins by a plan against the best reply."""
    return BestResponse(game_of(size), leader, plan, alike=plan.alike).value()


@cached_by_theory()
def optimal(size: Size) -> Bounds:
    """The value, from both sides, by the plans of a linear programme.

    Raises EngineMissing without scipy.
    """
    found = solve_with_choices(game_of(size))
    return Bounds(found.lower.value, found.upper.value, sum(found.sequences))


def beside_half(game: Game, variant: GameVariant = ANY) -> ValueBounds:
    """Bounds of a value, as close as it takes to tell whether it is less than 1/2.

    Raises as `improving_bounds`.
    """
    for found in improving_bounds(game, variant):
        if found.lower.value >= HALF or found.upper.value < HALF:
            break
    return found


def told_apart(one: Game, other: Game) -> tuple[ValueBounds, ValueBounds]:
    """Bounds of two values, as close as it takes to tell which value is larger.

    They agree where the values are the same. Raises as `improving_bounds`.
    """
    ahead = [improving_bounds(game, ANY) for game in (one, other)]
    found = [next(some) for some in ahead]
    while _gap(*found) <= 0 and any(one.gap for one in found):
        wider = max((0, 1), key=lambda k: found[k].gap)
        found[wider] = next(ahead[wider])
    first, second = found
    return first, second


def _gap(one: ValueBounds, other: ValueBounds) -> Fraction:
    """How far the bounds are apart; at most 0 if they touch."""
    low, high = sorted((one, other), key=lambda each: each.lower.value)
    return high.lower.value - low.upper.value
