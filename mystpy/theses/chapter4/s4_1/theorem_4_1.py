"""Theorem 4.1 and Claim 4.3: who wins how often, by the worth of plans.

Every value is the exact worth of a strategy against the best reply, over all deals, in
the game of the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import (
    Bounds,
    Size,
    bounds,
    game_of,
    leader_value,
    once,
    optimal,
)
from mystpy.solve.strategies import (
    GameStrategy,
    algorithm,
    any_card,
    bound,
    first_card,
    last_card,
    slow_and_steady,
)
from mystpy.theses.case_analysis import Case, sought, weigh_cases
from mystpy.theses.chapter4.games import LARGEST, SOLVED, list_games, valued, worth_said

ALGORITHM = tuple(map(slow_and_steady, (any_card, first_card, last_card)))
"""Player 1 of the theorem, with three ways of showing cards."""


def theorem_1(budget: Budget) -> Result:
    """Theorem 4.1: all of it."""
    return second_player(budget).also(
        first_player=first_player(budget),
        strictly=comparison(budget, strict=True),
        weakly=comparison(budget, strict=False),
        two_cards_each=two_cards_each(budget),
    )


def second_player(budget: Budget, plans: Sequence[GameStrategy] = ALGORITHM) -> Result:
    """Player 2's probability of winning is at most 1/(m+1)."""

    def cases() -> Iterator[Case | None]:
        for size, plan in product(LARGEST, plans):
            wins, said = 1 - leader_value(size, 1, plan), Fraction(1, size[0] + 1)
            found = valued(size, said_at_most=said, player_2_wins=wins)
            yield found if wins > said else None

    found = sought(budget, cases(), list_games(LARGEST), method="game tree")
    return found.by_witness(refutes=True)


def first_player(budget: Budget, plan: Callable[[Size], GameStrategy] = once) -> Result:
    """Player 1 does best not to guess in turn n - 1, but not by another plan."""

    def cases() -> Iterator[Case | None]:
        for size in LARGEST:
            waiting, guessing = (
                leader_value(size, 1, x) for x in (ALGORITHM[0], plan(size))
            )
            found = valued(
                size,
                player_1_wins_by_waiting=waiting,
                player_1_wins_by_guessing_in_turn_1=guessing,
                value_of_the_game=optimal(size).upper,
            )
            yield found if guessing > waiting else None

    found = sought(budget, cases(), list_games(LARGEST), method="game tree")
    return found.by_witness(refutes=True)


def comparison(budget: Budget, *, strict: bool) -> Result:
    """Decision 2 of the proof is better than decision 1, with the numbers printed."""
    odds = ((m, Fraction(1, m + 1), Fraction(m, m + 1)) for m in range(1, 101))
    cases = (
        valued((m, 2, m + 3), decision_1=one, decision_2=two)
        if (two <= one if strict else two < one)
        else None
        for m, one, two in odds
    )
    return sought(budget, cases, {"m": "1..100"}, proves=True, method="arithmetic")


def two_cards_each(
    budget: Budget, bounds_of: Callable[[Size], Bounds] = optimal
) -> Result:
    """For n = 2 and q = m+n+1 the value is max(2, m)/(m+2)."""
    sizes = [(m, 2, m + 3) for m in range(1, 9 if budget.full else 4)]
    said = {size: Fraction(max(2, size[0]), size[0] + 2) for size in sizes}
    scope = {"m": f"1..{len(sizes)}", "n": 2, "p": 2}
    return worth_said(budget, said, bounds_of, scope, SOLVED)


# ---- Claim 4.3


def claim_3(budget: Budget, plan: Callable[[Size], GameStrategy] = once) -> Result:
    """Claim 4.3 where players may guess before they know the pile."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in LARGEST:
            each, led = plan(size), bound(algorithm)
            reply = BestResponse(game_of(size), 2, each, None, led, each.alike)
            most, best = 1 - reply.value(), bounds(size).lower
            found = valued(size, by_the_algorithm_at_most=most, by_another_way=best)
            yield reply.nodes, found if most < best else None

    return weigh_cases(budget, cases(), list_games(LARGEST)).by_witness(refutes=True)
