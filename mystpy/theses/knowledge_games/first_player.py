"""Section 7: whether whoever begins has the highest probability to win.

The games are those of the two values in that section, with other hands: two players,
questions for one card, and who knows the cards on the table announces it. A plan that
wins more often than not against every reply is a proof, whatever the value is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.solve.bounds import game_of
from mystpy.solve.recurrence import HALF
from mystpy.solve.strategies import Plan
from mystpy.theses.case_analysis import weighed, with_values
from mystpy.theses.chapter4.games import listed
from mystpy.theses.knowledge_games.five_cards import FIRST, SECOND, sure

FOUR = Game.general(["s1", "s2", "s3", "s4"], (1, 1, 2), 1)
"""One card on the table, one with player 1 and two with player 2.

It is the smallest such game in which both hold cards.
"""

Sizes = tuple[tuple[int, int, int], ...]
SAMPLE: Sizes = ((1, 1, 1), (2, 1, 1), (1, 2, 1))
EVEN: Sizes = (*SAMPLE, (3, 1, 1), (1, 3, 1), (2, 2, 1))
"""m, n and q: who begins makes sure of a half, though in the fourth of no more."""


def beginning(
    budget: Budget, game: Game = FOUR, second: Plan = SECOND[1], first: Plan = FIRST
) -> Finding:
    """Whether player 2 cannot make sure of winning more often than not."""
    worth, nodes = sure(game, 2, second)
    told: Mapping[str, object] = {"player 2 makes sure of": worth}
    found = with_values(game, told) if worth > HALF else None
    scope = {"p": "2", "cards": str(game.c), "hands": list(game.sizes[1:])}
    main = weighed(budget, [(nodes, found)], scope).by_witness(refutes=True)
    return main.also(even=with_even_hands(budget, first))


def with_even_hands(budget: Budget, first: Plan = FIRST) -> Finding:
    """Whether player 1 makes sure of a half where both hold as many cards."""
    sizes = EVEN if budget.full else SAMPLE
    cases = _less_than_half(sizes, first)
    found = weighed(budget, cases, listed(sizes), proves=True)
    return found.by_witness(refutes=False)


def _less_than_half(
    sizes: Iterable[tuple[int, int, int]], first: Plan
) -> Iterator[tuple[int, Mapping[str, object] | None]]:
    for size in sizes:
        worth, nodes = sure(game_of(size), 1, first)
        told: Mapping[str, object] = {"player 1 makes sure of": worth}
        yield nodes, with_values(game_of(size), told) if worth < HALF else None
