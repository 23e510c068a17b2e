"""Section 7: whether whoever begins has the highest probability to win.

The games are those of the two values in that section, with other hands: two players,
and who knows the cards on the table announces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.bounds import beside_half, game_of
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.recurrence import HALF
from mystpy.theses.case_analysis import Case, weigh_cases, with_values
from mystpy.theses.chapter4.games import SIX, SMALL, SOLVED, list_games

FOUR = Game.general(["s1", "s2", "s3", "s4"], (1, 1, 2), 1)
"""One card on the table, one with player 1 and two with player 2.

It is the smallest such game in which both hold cards.
"""

SEVEN = (
    (1, 3, 1),
    *((3, 2, q) for q in range(1, 7)),
    *((5, 1, q) for q in range(2, 8)),
)
"""Games with seven cards by m, n and q, all but the longest."""

KNOWING = GameVariant(announced=True)
"""Who guesses the cards on the table knows them."""


def beginning(budget: Budget, game: Game = FOUR) -> Result:
    """Whether who begins wins as often as not."""
    scope = {"p": "2", "cards": str(game.c), "hands": list(game.sizes[1:])}
    main = weigh_cases(budget, _less_than_half([game]), scope, method=SOLVED)
    return main.also(even=with_even_hands(budget))


def with_even_hands(budget: Budget) -> Result:
    """Whether player 1 makes sure of a half where both hold as many cards."""
    every = (*SMALL, *((*SIX, *SEVEN) if budget.full else ()))
    cases = _less_than_half(map(game_of, every))
    return weigh_cases(budget, cases, list_games(every), proves=True, method=SOLVED)


def _less_than_half(games: Iterable[Game]) -> Iterator[tuple[int, Case | None]]:
    for game in games:
        found = beside_half(game, KNOWING)
        values = {"player 2 makes sure of": 1 - found.upper.value}
        case = with_values(game, values) if found.lower.value < HALF else None
        yield sum(found.sequences), case
