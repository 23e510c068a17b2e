"""Formulas that a check needs, in the games of chapter 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.prover.prover_results import ProverResults, on_the_invariants
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result
from mystpy.errors import EngineMissing
from mystpy.game.game import Game
from mystpy.theses.case_analysis import smallest, up_to_players
from mystpy.theses.statement import Formula, find_statement

Games = Callable[[Budget], tuple[Game, ...]]


def players_up_to_seven(budget: Budget) -> tuple[Game, ...]:
    """The smallest game of 2 to 7 players each: for inductions, which fix only p."""
    return tuple(map(smallest, up_to_players(budget)))


def up_to_eight_cards(budget: Budget) -> tuple[Game, ...]:
    """All MYST games of up to 8 cards and 4 players."""
    return myst_games(8, 4) if budget.full else myst_games(4, 3)


def formula_result(
    budget: Budget,
    text: str,
    *,
    games: Games = up_to_eight_cards,
    form: Form = "always",
    depth: int | None = None,
) -> Result:
    """What is found of a formula in these games."""
    conjecture = Conjecture("", form, text, games(budget), depth)
    return settle(conjecture, budget)


def said(name: str, reading: str | None = None) -> Formula:
    """The formula of a statement, or of its reading of that name."""
    stated = find_statement(name)
    assert stated is not None, f"there is no statement {name}"
    parts = stated.readings if reading else (stated.assertion,)
    found = next(part.formula for part in parts if part.name == reading)
    assert found is not None, f"{name} is no formula"
    return found


def proved(budget: Budget) -> Result:
    """What the provers say of the invariants."""
    scope = {"p, m, n, q": "any"}
    return prover_finding(lambda: on_the_invariants(fully=budget.full), scope)


def prover_finding(
    opinions: Callable[[], ProverResults], scope: Mapping[str, object]
) -> Result:
    """What provers say; OPEN if cvc5 is not installed, or does not prove something."""
    try:
        found = opinions()
    except EngineMissing as error:
        return Result.open(
            note=f"{error}; {error.hint}", method="provers", case="missing"
        )
    if found.failed is not None:
        return Result.open(
            note=f"{found}; not {found.failed.name}", method="provers", case="missing"
        )
    return Result.judged(
        None,
        proves=True,
        method="provers",
        scope=scope,
        instances=found.problems,
        note=str(found),
    )
