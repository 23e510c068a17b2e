"""Sections 2.3, 2.7 and 3.3: whether a question may be the whole deck."""

from __future__ import annotations

import math

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.theses.bench import Statement
from mystpy.theses.chapter3.s3_3.needed import (
    all_others,
    compared,
    known_deal,
    largest,
)
from mystpy.theses.chapter3.s3_3.solvable import printed
from mystpy.theses.chapter3.s3_3.vacuum import Vacuum


def by_proper_questions(game: Game) -> float:
    """Questions needed for a known deal if none may be the whole deck."""
    vacuum = Vacuum(game)
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


def _lemma(budget: Budget, *, proper: bool) -> Finding:
    which = "proper subsets of the deck" if proper else "subsets of the deck"
    return compared(
        budget,
        by_proper_questions if proper else known_deal,
        _an_end,
        f"for q = m+n+1 there are questions, {which}, after which player 1 knows the"
        " pile",
        within=largest,
        bound=all_others,
        argument="The question of the proof is one of q cards; for p = 2 and n = 1 it"
        " is the whole deck, q = c.",
    )


def _theorem(budget: Budget) -> Finding:
    return compared(
        budget,
        by_proper_questions,
        _iff,
        "Theorem 3.2 for questions that are proper subsets of the deck",
        within=_every,
        bound=_none_or_no_end,
        argument="With p = 2 and n = 1 there is no such question of m+n+1 cards.",
    )


def _proper(budget: Budget) -> Finding:
    return (
        _lemma(budget, proper=True)
        .read_as(
            "a question is a subset of the deck, or all of it",
            _lemma(budget, proper=False),
        )
        .also(("Theorem 3.2 for proper subsets", _theorem(budget)))
    )


STATEMENTS = (
    Statement(
        "remark-2.3-subset",
        "2.3, 2.7, Lemma 3.3",
        "Questions are proper subsets of the deck, as the sign that is printed says,"
        " and Lemma 3.3 is true of them.",
        "q = m+n+1 -> for every deal there are questions Q, not all of S, after which"
        " K(1, S_0 is the pile)",
        _proper,
    ),
)
