"""Section 4.2: whether player 2 has the advantage over a predictable player 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.play.information_state import InformationState
from mystpy.solve.bounds import Size, leader_value
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    Piles,
    Questions,
    certain,
    hand_of,
    likeliest,
    open_cards,
    uniform,
)
from mystpy.theses.case_analysis import Case, weigh_cases
from mystpy.theses.chapter4.games import valued
from mystpy.theses.chapter4.sweep import list_games

SIZES: Sequence[Size] = ((1, 2, 4), (2, 2, 5), (3, 2, 6))
"""Games with q = m + n + 1 and n = 2, ascending in the number of cards."""


def always_naming(own: int) -> Questions:
    """Return how to ask for `own` own cards, and for open cards otherwise.

    If too few cards are open, all of them are asked for, and others that are located.
    """

    def asks(seen: InformationState) -> Mapping[Cards, Fraction]:
        game, hand, free = seen.game, hand_of(seen), open_cards(seen)
        mine = [frozenset(some) for some in combinations(sorted(hand), own)]
        count = game.q - own
        if len(free) >= count:
            rest = [frozenset(some) for some in combinations(sorted(free), count)]
        else:
            others = sorted(frozenset(game.cards) - hand - free)
            more = combinations(others, count - len(free))
            rest = [free | frozenset(some) for some in more]
        return uniform(some | other for some in mine for other in rest)

    return asks


def advantage(budget: Budget, sizes: Sequence[Size] = SIZES) -> Result:
    """Player 2 wins more than half of the games against who asks predictably."""
    main = beaten(budget, certain, sizes)
    return main.also(early=beaten(budget, likeliest, sizes))


def beaten(budget: Budget, guesses: Piles, sizes: Sequence[Size] = SIZES) -> Result:
    """Whether a player 1 who always names all own cards loses more than half.

    That is so many own cards as can be, of which player 2 knows.
    """

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            budget.tick()
            own = size[1]
            plan = GameStrategy((always_naming(own),), (guesses,), alike=True)
            wins = 1 - leader_value(size, 1, plan)
            found = valued(
                size, own_cards_always_named=Fraction(own), player_2_wins_at_most=wins
            )
            yield 1, found if wins <= HALF else None

    return weigh_cases(budget, cases(), list_games(sizes)).by_witness(refutes=True)
