"""Section 4.1, in passing: how good first questions are, with more players, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from mystpy.bits import bits
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import bounds_of
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.solo_play import vacuum_of
from mystpy.solve.strategies import Cards
from mystpy.theses.case_analysis import Case, with_values


def guessed_at_once(game: Game, question: Cards) -> Fraction:
    """How often player 1, with the first cards, can guess right after asking.

    Of the cards that an opponent may show, each is as likely.
    """
    vacuum, right = vacuum_of(game), Fraction()
    replies = [reply.deals for reply in dict(vacuum.questions)[question]]
    for deals in replies:
        odds = defaultdict[int, Fraction](Fraction)
        for deal in bits(deals):
            odds[vacuum.pile(deal)] += Fraction(1, sum(bool(r & deal) for r in replies))
        right += max(odds.values())
    return right / vacuum.deals.bit_count()


def worse_than_best(game: Game) -> Case | None:
    """The chances if another question than the algorithm's draw is better."""
    chances = [guessed_at_once(game, cards) for cards in game.questions()]
    mean, best = sum(chances, Fraction()) / len(chances), max(chances)
    values = {"by the algorithm": mean, "by the best": best}
    return with_values(game, values) if mean < best else None


def better_first(budget: Budget, games: Sequence[Game]) -> Result:
    """In some game another question than the algorithm's draw is better to guess."""
    budget.tick()
    example = next(filter(None, map(worse_than_best, games)), None)
    result = Result.judged(
        None if example else with_values(games[0], {"better": "none"}),
        proves=True,
        method="exhaustive",
        instances=sum(game.question_count() for game in games),
        scope=bounds_of(games),
    )
    return replace(result, example=example).by_witness(refutes=False)


def more_players(budget: Budget) -> Result:
    """With more players the algorithm may not remain optimal."""
    main = better_first(budget, [Game.myst(1, 1, 3, 3)])
    two = better_first(budget, [Game.myst(1, 1, 2, 3), Game.myst(1, 2, 2, 4)])
    return main.also(two=two)
