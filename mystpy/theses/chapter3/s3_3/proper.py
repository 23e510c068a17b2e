"""Sections 2.3, 2.7 and 3.3: whether a question may be the whole deck."""

from __future__ import annotations

import math

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.solve.solo_play import SoloPlay
from mystpy.theses.chapter3.s3_3.needed import all_others, compared, known_deal, largest
from mystpy.theses.chapter3.s3_3.solvable import printed


def by_proper_questions(game: Game) -> float:
    """Questions needed for a known deal if none may be the whole deck."""
    vacuum = SoloPlay(game)
    vacuum.questions = [
        (q, replies) for q, replies in vacuum.questions if len(q) < game.c
    ]
    return vacuum.needed(strategy=False, stingy=frozenset(game.holders[1:]))


def _an_end(_game: Game, found: float) -> bool:
    return found < math.inf


def _iff(game: Game, found: float) -> bool:
    return (found < math.inf) == printed(game)


def _every(_game: Game) -> bool:
    return True


def _none_or_no_end(game: Game) -> float:
    return 0 if printed(game) else math.inf


def _lemma(budget: Budget, *, proper: bool) -> Result:
    return compared(
        budget,
        by_proper_questions if proper else known_deal,
        _an_end,
        within=largest,
        bound=all_others,
    )


def _theorem(budget: Budget) -> Result:
    return compared(
        budget, by_proper_questions, _iff, within=_every, bound=_none_or_no_end
    )


def proper_subsets(budget: Budget) -> Result:
    """What is found of remark-2.3-subset."""
    return _lemma(budget, proper=True).also(
        or_all=_lemma(budget, proper=False), theorem=_theorem(budget)
    )
