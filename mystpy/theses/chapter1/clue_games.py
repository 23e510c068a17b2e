"""Section 1.1: Clue as a game of MYST."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.case_analysis import sought, with_values


def _as_myst(p: int) -> tuple[Game, Game]:
    return Game.clue(p), Game.myst(3, 18 // p, p, 3)


def special(budget: Budget) -> Result:
    """What is found of remark-1.1-special."""

    def sized(players: Iterable[int]) -> Result:
        cases = (
            None
            if (clue.c, clue.sizes, clue.q) == (myst.c, myst.sizes, myst.q)
            else with_values(clue, {"cards": clue.c, "hands": clue.sizes[1:]})
            for clue, myst in map(_as_myst, players)
        )
        return sought(budget, cases, {"p": [*players]}, proves=True)

    return sized((2, 3, 6)).also(every=sized(range(2, 7)))


def larger(budget: Budget) -> Result:
    """What is found of remark-1.1-space."""
    cases = (
        None
        if all(len(cards) == myst.q for cards in clue.questions())
        and clue.question_count() < myst.question_count()
        and clue.guess_count() < myst.guess_count()
        and clue.deal_count() < myst.deal_count()
        else with_values(clue, {"questions": clue.question_count()})
        for clue, myst in map(_as_myst, (2, 3, 6))
    )
    return sought(budget, cases, {"p": [2, 3, 6]}, proves=True)
