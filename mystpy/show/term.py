"""Answers as terms that both logic languages read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.engines.base import Cell, PossibleAction
from mystpy.engines.programs.term import formula_term
from mystpy.game.game import Game
from mystpy.history.actions import action_term
from mystpy.language.atoms import H
from mystpy.language.expand import expand
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.questions.knowledge import AskResult, Knowledge
from mystpy.questions.legality import action_pattern, is_pattern
from mystpy.views import OBSERVER


def ask_result(result: AskResult, game: Game) -> str:
    """The formula as a term, with its value in a comment."""
    term = formula_term(expand(result.formula, game), game.deck)
    return f"{term} % {result.value} ({result.method})"


def possible(actions: Iterable[PossibleAction], game: Game) -> Iterator[str]:
    """Each action as a term; a pattern has a variable, Q or M."""
    for found in actions:
        action = found.action
        if is_pattern(action):
            yield action_pattern(action, game)
        else:
            yield action_term(action, game.deck)


def knowledge(known: Knowledge, game: Game) -> Iterator[str]:
    """Yield the player's knowledge of each card, as `k(3,neg(h(2,s5)))`."""
    for holder, row in enumerate(known.cells):
        for card, cell in row.items():
            if cell in (Cell.YES, Cell.NO):
                held = H(holder, card)
                fact = held if cell is Cell.YES else Not(held)
                yield formula_term(_knows(known, fact), game.deck)


def _knows(known: Knowledge, fact: Formula) -> Formula:
    """Return the formula that a fact is known; by an observer: commonly known."""
    if known.common:
        members = tuple(k for k in known.players if k != OBSERVER)
        return Common(members, fact) if members else fact
    for player in reversed(known.players):
        fact = fact if player == OBSERVER else Knows(player, fact)
    return fact
