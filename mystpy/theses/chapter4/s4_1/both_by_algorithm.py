"""Theorem 4.1 if both players ask by the algorithm of section 4.1.

Every value is the exact value of a strategy against the best response, over all deals,
in the game of the axioms. The response must follow the algorithm, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.play.information_state import InformationState
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import Size, game_of
from mystpy.solve.strategies import (
    GameStrategy,
    Piles,
    Questions,
    Shown,
    algorithm,
    answers,
    bound,
    certain,
    likeliest,
    slow_and_steady,
    uniform,
)
from mystpy.theses.case_analysis import Case, weigh_cases, with_values
from mystpy.theses.chapter4.games import valued
from mystpy.theses.chapter4.sweep import list_games

STEADY = slow_and_steady()
"""Player 1 of the theorem, who shows cards with equal probabilities."""

UP_TO_SEVEN: tuple[Size, ...] = tuple(
    (cards - 2 * n, n, cards - n + 1)
    for cards in range(3, 8)
    for n in range(1, (cards + 1) // 2)
)
"""All games with q = m + n + 1 and at most seven cards, ascending in cards, then n."""


def left_out_first(
    seen: InformationState, cards: tuple[str, ...]
) -> Mapping[str, Fraction]:
    """Show a card that the other's first question left out with 2/3, if there is one.

    For n = 3 these are the probabilities after which all hands are as likely as before.
    """
    first = next((q for poser, q, _ in answers(seen) if poser != seen.player), None)
    left_out = [x for x in cards if first is not None and x not in first]
    named = [x for x in cards if x not in left_out]
    if not left_out or not named:
        return uniform(cards)
    likely = dict.fromkeys(left_out, Fraction(2, 3 * len(left_out)))
    return likely | dict.fromkeys(named, Fraction(1, 3 * len(named)))


def bound_kept(
    budget: Budget, sizes: Sequence[Size], plan: GameStrategy, asks: Questions
) -> Result:
    """Check whether player 2, bound to ask like this, wins with at most 1/(m+1)."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            game, imposed = game_of(size), bound(asks)
            reply = BestResponse(game, 1, plan, None, imposed, plan.alike)
            wins, said = 1 - reply.value(), Fraction(1, size[0] + 1)
            found = valued(size, said_at_most=said, player_2_wins=wins)
            budget.tick()
            yield reply.nodes, found if wins > said else None

    return weigh_cases(budget, cases(), list_games(sizes))


def by_algorithm(budget: Budget, plan: GameStrategy = STEADY) -> Result:
    """Check that player 2, who uses the algorithm, wins with at most 1/(m+1).

    Player 1 shows all cards with equal probabilities; the smallest game is first.
    """
    return bound_kept(budget, UP_TO_SEVEN, plan, algorithm).by_witness(refutes=True)


def shown_well(budget: Budget, shows: Shown = left_out_first) -> Result:
    """Check that player 1 can choose show probabilities that keep the bound."""
    plan = GameStrategy((algorithm,), (certain,), shows, alike=True)
    sizes = (*UP_TO_SEVEN, *([(2, 3, 6)] if budget.full else ()))
    return bound_kept(budget, sizes, plan, algorithm).by_witness(refutes=False)


def no_early_guess_of_1(budget: Budget, guesses: Piles = likeliest) -> Result:
    """Check that player 1, by the algorithm, gains nothing by guessing in turn n - 1.

    Guessing is compared with the most that player 2 allows if player 1 waits. Both
    responses choose the cards that they show.
    """
    early = GameStrategy((algorithm,), (guesses,), alike=True)

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in ((1, 2, 4), (2, 2, 5)):
            game, asked = game_of(size), bound(algorithm)
            first = BestResponse(game, 1, early, None, asked, early.alike)
            waiting = bound(algorithm, silent=1)
            second = BestResponse(game, 2, early, None, waiting, early.alike)
            wins, waits = first.value(), 1 - second.value()
            values = {
                "player 1 wins by guessing in turn n-1, at least": wins,
                "player 1 wins by waiting, at most": waits,
            }
            case = with_values(game, values) if wins > waits else None
            yield first.nodes + second.nodes, case

    found = weigh_cases(budget, cases(), list_games(((1, 2, 4), (2, 2, 5))))
    return found.by_witness(refutes=True)
