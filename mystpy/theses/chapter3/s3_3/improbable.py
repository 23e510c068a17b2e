"""Section 3.3: how likely it is that n questions are enough when q = m+n+1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.solo_play import vacuum_of
from mystpy.theses.chapter3.s3_3.needed import at_most, by_strategy, largest
from mystpy.theses.chapter3.search import over_games
from mystpy.theses.chapter3.table import Query, valued

HALF = Fraction(1, 2)

Bound = Callable[[int, int, int], Fraction]


def enough_at_once(game: Game) -> Fraction:
    """The chance that one question, the best, is enough, whatever cards are shown."""
    vacuum = vacuum_of(game)
    best = 0
    for _, replies in vacuum.questions:
        unsure = 0
        for reply in replies:
            if not vacuum.knows_pile(reply.deals):
                unsure |= reply.deals
        best = max(best, (vacuum.deals & ~unsure).bit_count())
    return Fraction(best, vacuum.deals.bit_count())


def reaches_last(game: Game) -> Fraction:
    """The greatest chance that a first question is answered yes by the last player."""
    vacuum = vacuum_of(game)
    best = 0
    for _, replies in vacuum.questions:
        reached = 0
        for reply in replies:
            if reply.actions[-1].player == game.p:
                reached |= reply.deals
        best = max(best, reached.bit_count())
    return Fraction(best, vacuum.deals.bit_count())


def bound(m: int, n: int, p: int) -> Fraction:
    """The chance that players 2 to p-1 have none of the m+1 cards that are not own."""
    others = n * (p - 2)
    return Fraction(comb(n * (p - 1) - 1, others), comb(m + n * (p - 1), others))


def _likely(game: Game) -> tuple[int, Query | None]:
    sure = by_strategy(game) <= game.sizes[1]
    return 1, valued(game, probability=1) if sure else None


def _by_the_first(game: Game, bound: Bound) -> tuple[int, Query | None]:
    """Hold the chance that the last player is reached against the bound."""
    m, n = game.sizes[:2]
    chances = [reaches_last(game)]
    if n == 1:
        chances.append(enough_at_once(game))
    wrong = [chance for chance in chances if chance != bound(m, n, game.p)]
    return 1, valued(game, probability=wrong[0]) if wrong else None


def _sizes(most: int) -> Iterator[tuple[int, int, int]]:
    for m in range(1, most + 1):
        for n in range(1, most + 1):
            for p in range(3, most + 1):
                yield m, n, p


def with_three(budget: Budget, bound: Bound = bound) -> Result:
    """Check that with three players or more the chance is less than one half."""
    c, most = (8, 40) if budget.full else (6, 12)
    chosen = at_most(c, lambda game: largest(game) and game.p > 2)
    looked, counterexample = over_games(
        chosen, lambda game: _by_the_first(game, bound), budget
    )
    for m, n, p in _sizes(most):
        budget.tick()
        looked += 1
        if counterexample is None and bound(m, n, p) >= HALF:
            counterexample = {
                "values": {"m": m, "n": n, "p": p, "bound": str(bound(m, n, p))}
            }
    return Result.judged(
        counterexample,
        proves=True,
        method="arithmetic, and exhaustive over the deals",
        instances=looked,
        scope={"m, n": f"1..{most}", "p": f"3..{most}", "c": c},
    )


def improbable(budget: Budget) -> Result:
    """The same with two players: whether n questions are not sure to be enough."""
    c = 8 if budget.full else 6
    chosen = at_most(c, lambda game: largest(game) and game.p == 2)
    looked, counterexample = over_games(chosen, _likely, budget)
    return Result.judged(
        counterexample,
        proves=False,
        method="exhaustive over the deals",
        instances=looked,
        scope={"c": c, "p": 2},
    )
