"""Theorem 4.1 and Claim 4.3: who wins how often, by the worth of plans.

Every value is the exact worth of a strategy against the best reply, over all deals, in
the game of the axioms.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Action, Asks
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import Size, bounds, game_of, worth
from mystpy.solve.information import Information, Mixture, Strategy
from mystpy.solve.strategies import (
    algorithm,
    any_card,
    first_card,
    last_card,
    one_shot,
    slow_and_steady,
)
from mystpy.theses.chapter4.games import myst, valued
from mystpy.theses.chapter4.s4_1.algorithm import race

_LARGEST: Sequence[Size] = ((1, 1, 3), (2, 1, 4), (3, 1, 5), (1, 2, 4))
"""Games with q = m + n + 1, ascending in the number of cards."""


def second_player(budget: Budget) -> Finding:
    """Player 2's probability of winning is at most 1/(m+1)."""
    found, played = None, 0
    for size in _LARGEST:
        for shows in (any_card, first_card, last_card):
            budget.tick()
            played += 1
            wins = 1 - worth(size, 1, slow_and_steady(shows))
            said = Fraction(1, size[0] + 1)
            if wins > said and found is None:
                found = valued(size, said_at_most=said, player_2_wins=wins)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=played,
        scope={"games": ", ".join(map(myst, _LARGEST))},
    )


def first_player(budget: Budget) -> Finding:
    """Player 1 does best not to guess in turn n - 1."""
    found, played = None, 0
    for size in _LARGEST:
        budget.tick()
        played += 1
        waiting = worth(size, 1, slow_and_steady())
        guessing = bounds(size)
        if guessing.low > waiting and found is None:
            found = valued(
                size,
                player_1_wins_by_waiting=waiting,
                player_1_wins_by_guessing_in_turn_1=guessing.low,
                value_of_the_game_at_most=guessing.high,
            )
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=played,
        scope={"games": ", ".join(map(myst, _LARGEST))},
    )


def cases(strict: bool) -> Finding:
    """Decision 2 of the proof is better than decision 1, with the numbers printed."""
    wrong, seen = None, 0
    for m in range(1, 101):
        seen += 1
        one, two = Fraction(1, m + 1), Fraction(m, m + 1)
        if (two <= one if strict else two < one) and wrong is None:
            wrong = valued((m, 2, m + 3), decision_1=one, decision_2=two)
    return Finding.judged(
        wrong, proves=True, method="arithmetic", instances=seen, scope={"m": "1..100"}
    )


def two_cards_each(budget: Budget) -> Finding:
    """For n = 2 and q = m+n+1 the value is max(2, m)/(m+2)."""
    sizes = [(1, 2, 4), (2, 2, 5)] if budget.full else [(1, 2, 4)]
    wrong, nodes = None, 0
    for size in sizes:
        budget.tick()
        found = bounds(size)
        nodes += found.nodes
        said = Fraction(max(2, size[0]), size[0] + 2)
        if not found.low == found.high == said:
            wrong = valued(size, said=said, low=found.low, high=found.high)
    return Finding.judged(
        wrong,
        proves=True,
        method="game tree",
        instances=nodes,
        scope={"m": f"1..{len(sizes)}", "n": 2, "p": 2},
    )


def theorem_1(budget: Budget) -> Finding:
    """Theorem 4.1: all of it."""
    return second_player(budget).also(
        first_player=first_player(budget),
        strictly=cases(strict=True),
        weakly=cases(strict=False),
        two_cards_each=two_cards_each(budget),
    )


# ---- Claim 4.3


def by_algorithm(
    information: Information, offers: tuple[Action, ...]
) -> Mixture | None:
    """Bind the questions of the replying player to the algorithm."""
    if not isinstance(offers[0], Asks):
        return None
    asked = algorithm(information).items()
    return {Asks(information.player, cards): chance for cards, chance in asked}


def claim_3(budget: Budget) -> Finding:
    """Claim 4.3: the algorithm is optimal."""
    return _claim_3(budget).also(race=race(budget))


def _claim_3(budget: Budget) -> Finding:
    found, nodes = None, 0
    for size in _LARGEST:
        budget.tick()
        game = game_of(size)
        plan: Strategy = one_shot(min(size[0], size[2]))
        reply = Reply(game, 2, plan, imposed=by_algorithm)
        most = 1 - reply.worth()
        nodes += reply.nodes
        if most < bounds(size).low and found is None:
            found = valued(
                size, by_the_algorithm_at_most=most, by_another_way=bounds(size).low
            )
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={"games": ", ".join(map(myst, _LARGEST))},
    )
