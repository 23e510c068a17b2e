"""Section 3.3: Lemmas 3.1 to 3.3, and how many questions are needed in the vacuum."""

from __future__ import annotations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.chapter3.s3_3.needed import (
    Needed,
    Range,
    all_others,
    by_luck,
    by_strategy,
    compared,
    known_deal,
    largest,
    middle,
    rounds,
    small,
    up_to_largest,
)


def upper(budget: Budget) -> Result:
    """What is found of bound-3.3-upper."""
    return _enough(budget, known_deal, within=up_to_largest).also(
        strategy=_enough(budget, by_strategy, within=up_to_largest),
        strategy_largest=_enough(budget, by_strategy, within=largest),
    )


def _enough(budget: Budget, needed: Needed, *, within: Range) -> Result:
    return compared(
        budget, needed, _at_most_all_others, within=within, bound=all_others
    )


def _at_most_all_others(game: Game, found: float) -> bool:
    return found <= all_others(game)


def _just_the_least(game: Game, found: float) -> bool:
    return found == least(game)


def _just_a_hand(game: Game, found: float) -> bool:
    return found == _hand_size(game)


def _hand_size(game: Game) -> float:
    return game.sizes[1]


def least(game: Game) -> float:
    """The lower bound that section 3.3 states."""
    if small(game):
        return min(all_others(game), rounds(game))
    return 1 if middle(game) else game.sizes[1]


def lower(budget: Budget) -> Result:
    """What is found of bound-3.3-lower."""
    return _exact(budget, by_luck).also(
        stingy=_exact(budget, known_deal), strategy=_exact(budget, by_strategy)
    )


def _exact(budget: Budget, needed: Needed) -> Result:
    return compared(budget, needed, _just_the_least, within=up_to_largest, bound=least)


def optimal(budget: Budget) -> Result:
    """What is found of bound-3.3-optimal."""
    return compared(
        budget,
        by_strategy,
        _just_a_hand,
        within=lambda game: game.p == 2 and largest(game),
        bound=_hand_size,
    )
