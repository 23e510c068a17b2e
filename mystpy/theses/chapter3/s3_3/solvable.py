"""Lemma 3.4 and Theorem 3.2: for which sizes of questions the pile can be found."""

from __future__ import annotations

import math
from functools import partial

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.solo_play import questions_needed
from mystpy.theses.chapter3.s3_3.needed import (
    Needed,
    Range,
    by_luck,
    by_strategy,
    compared,
    known_deal,
)

Limit = Range
"""Says of a game whether its questions are small enough."""


def printed(game: Game) -> bool:
    """The limit of Theorem 3.2: q <= m+n+1."""
    return game.q <= game.sizes[0] + game.sizes[1] + 1


def with_help(game: Game) -> bool:
    """The limit if responders help: q <= m+2n."""
    return game.q <= game.sizes[0] + 2 * game.sizes[1]


def _solved_within(game: Game, found: float, *, limit: Limit) -> bool:
    return (found < math.inf) == limit(game)


def _none_or_no_end(game: Game, *, limit: Limit) -> float:
    return 0 if limit(game) else math.inf


def _without_end(_game: Game, found: float) -> bool:
    return found == math.inf


def _no_end(_game: Game) -> float:
    return math.inf


def solvable_iff(budget: Budget, needed: Needed, limit: Limit) -> Result:
    """Settle for which games any number of questions is enough: those in the limit."""
    return compared(
        budget,
        needed,
        partial(_solved_within, limit=limit),
        within=lambda game: True,
        bound=partial(_none_or_no_end, limit=limit),
    )


def _stingy_last(game: Game) -> float:
    return questions_needed(game, stingy=frozenset({game.p}))


def unsolvable(budget: Budget, needed: Needed, limit: Limit) -> Result:
    """Settle that beyond a limit no number of questions is enough."""
    return compared(
        budget, needed, _without_end, within=lambda game: not limit(game), bound=_no_end
    )


def lemma_4(budget: Budget) -> Result:
    """What is found of lemma-3.4."""
    main = unsolvable(budget, known_deal, printed)
    return main.also(
        last_rational=unsolvable(budget, _stingy_last, printed),
        pigeonhole=_pigeonhole(budget),
    )


def _pigeonhole(budget: Budget) -> Result:
    """Check that q cards of the 2n+m that are left contain one that was shown."""
    most, counterexample, looked_at = 60, None, 0
    for m in range(1, most + 1):
        for n in range(1, most + 1):
            left, shown, asked = 2 * n + m, n - 1, n + m + 2
            looked_at += 1
            if asked <= left and asked - (left - shown) < 1:
                counterexample = counterexample or {
                    "values": {"m": str(m), "n": str(n)}
                }
    return Result.judged(
        counterexample,
        proves=True,
        method="arithmetic",
        instances=looked_at,
        scope={"m": f"1..{most}", "n": f"1..{most}"},
    )


def with_helpers(budget: Budget) -> Result:
    """For which games questions are enough if responders help."""
    return solvable_iff(budget, by_luck, with_help)


def theorem(budget: Budget) -> Result:
    """What is found of theorem-3.2."""
    main = solvable_iff(budget, known_deal, printed)
    strategy = solvable_iff(budget, by_strategy, printed)
    return main.also(strategy=strategy)
