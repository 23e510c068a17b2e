"""Formulas that a check needs, in the games of chapter 2."""

from __future__ import annotations

from collections.abc import Callable

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.theses.case_analysis import smallest, up_to_eight_cards, up_to_players
from mystpy.theses.statement import Formula, find_statement

Games = Callable[[Budget], tuple[Game, ...]]


def players_up_to_seven(budget: Budget) -> tuple[Game, ...]:
    """Return the smallest game for 2 to 7 players each: inductions fix only p."""
    return tuple(map(smallest, up_to_players(budget)))


def formula_result(
    budget: Budget,
    text: str,
    *,
    games: Games = up_to_eight_cards,
    form: Form = "always",
    depth: int | None = None,
) -> Result:
    """Return the result for a formula in these games."""
    conjecture = Conjecture("", form, text, games(budget), depth)
    return settle(conjecture, budget)


def said(name: str, reading: str | None = None) -> Formula:
    """Return the formula of a statement, or of its formalization of that name."""
    stated = find_statement(name)
    assert stated is not None, f"there is no statement {name}"
    parts = stated.readings if reading else (stated.assertion,)
    found = next(part.formula for part in parts if part.name == reading)
    assert found is not None, f"{name} is no formula"
    return found
