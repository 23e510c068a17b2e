"""Settling a conjecture: each of its games by the method that reaches it."""

from __future__ import annotations

import re

from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import NO_GUESSES, Conjecture
from mystpy.conjectures.limits import named, refuse_empty
from mystpy.conjectures.settle.reach import too_large
from mystpy.conjectures.settle.search import searched
from mystpy.conjectures.settle.sweeps import (
    failing,
    first_look,
    settled_by_listing,
)
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.errors import QueryError
from mystpy.language.subformulas import cards_in
from mystpy.views import sight_of


def settle(conjecture: Conjecture, budget: Budget) -> Finding:
    """The finding of a conjecture.

    Of games without end it is one of all of them, or else OPEN.

    Raises QueryError for a quantifier that ranges over nothing, for cards that a game
    does not have, and for work that would not end (unless the budget is limited), and
    Stopped if the time is up before anything was seen, and AxiomError if no table holds
    who sees what by the axioms in force.
    """
    for game in {(game.rule_set, game.p): game for game in conjecture.games}.values():
        sight_of(game)
    try:
        finding = _of_games_named(conjecture, budget)
    except QueryError as error:
        raise _with_game(error, conjecture) from error
    if not conjecture.without_end or _is_of_all(finding, conjecture):
        return finding
    note = "not settled for games without bounds, but of those named it is "
    note += f"{finding.verdict}; {finding.note}"
    return replace(finding, verdict=Verdict.OPEN, note=note)


def _with_game(error: QueryError, conjecture: Conjecture) -> QueryError:
    """The error, with the game if that is one without a card that is named."""
    card = error.word
    if card is None or card not in cards_in(conjecture.node):
        return error
    lacking = next((game for game in conjecture.games if card not in game.deck), None)
    if lacking is None:
        return error
    hint = "leave out the games without it"
    if re.fullmatch("s[0-9]{1,9}", card):
        least = int(card[1:])
        hint += f': --games \'{{p = "2..3", c = "{least}..{max(least, 6)}"}}\''
    return QueryError(f"{error} in {named(lacking)}", hint=hint, word=card)


def _is_of_all(finding: Finding, conjecture: Conjecture) -> bool:
    """Whether a finding is one of games of any sizes."""
    if conjecture.form == "sometimes":
        sure = Verdict.PROVED if conjecture.of == "some game" else Verdict.FALSE
        return finding.verdict is sure
    if finding.verdict is not Verdict.PROVED:
        return finding.verdict in (Verdict.FALSE, Verdict.OPEN)
    scope = finding.scope
    any_p = "p" not in conjecture.without_end or str(scope.get("p")).startswith(">=")
    return any_p and any(key.startswith(("m, n", "sorts")) for key in scope)


def _of_games_named(conjecture: Conjecture, budget: Budget) -> Finding:
    """The finding of a conjecture about the games that it names.

    Raises as `settle`.
    """
    node = conjecture.node
    for game in conjecture.games:
        refuse_empty(node, game)
    large = too_large(node, conjecture.games)
    seen = []
    if conjecture.games[0] not in large:
        seen = first_look(conjecture, budget)
        false = failing(conjecture, seen)
        if false is not None:
            return false
    if large and not conjecture.guesses:
        raise QueryError(
            f"only games whose deals can be listed are looked at with {NO_GUESSES}",
            hint="lower the bound on c",
        )
    if large:
        return searched(conjecture, budget, large)
    return settled_by_listing(conjecture, budget, seen)
