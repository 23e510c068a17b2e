"""Settling a conjecture: an ordered list of methods, and the loop that tries them."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from mystpy.compilation import NamedTuple, replace
from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.conjecture import NO_GUESSES, Conjecture, Form
from mystpy.conjectures.countermodels.few_worlds import (
    for_all_players,
    for_all_sizes,
    for_named_games,
)
from mystpy.conjectures.induction.proofs import by_induction, by_public_states
from mystpy.conjectures.limits import game_label, refuse_empty, too_large
from mystpy.conjectures.prover.provers import by_provers
from mystpy.conjectures.reduction.reduced import by_reduction, by_vacuous_premises
from mystpy.conjectures.search.large_games import search_large
from mystpy.conjectures.sweep.exhaustive import (
    first_look,
    in_init0,
    refuted_soon,
    sweep_all,
)
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import QueryError
from mystpy.language.subformulas import cards_in, walk
from mystpy.language.temporal import Past, Temporal
from mystpy.views import sight_of

EVERYWHERE: tuple[Form, ...] = ("always", "never")
UNIVERSAL: tuple[Form, ...] = (*EVERYWHERE, "initially")
ALL_FORMS: tuple[Form, ...] = (*UNIVERSAL, "sometimes")


class Cost(Enum):
    """The time a method takes: a tenth of a second, seconds, or all that there is.

    A `PROOF` is only tried while there is time, and for formulas that it covers.
    """

    LOOK = "look"
    PROOF = "proof"
    WHOLE = "whole"


class Method(NamedTuple):
    """A way to settle a conjecture; its name is that in results.

    A result is about games of any sizes if `any_size`, else about the listed games.
    `attempt` returns None if the method does not decide the conjecture. Games with too
    many deals to list are left to methods for `large` games. Formulas about other times
    are left to methods that cover these `temporal` operators.
    """

    name: str
    any_size: bool
    cost: Cost
    attempt: Callable[[Conjecture, Budget], Result | None]
    forms: tuple[Form, ...] = EVERYWHERE
    large: bool = False
    temporal: tuple[type[Temporal], ...] = ()

    def covers(self, conjecture: Conjecture, *, large: bool) -> bool:
        """Return whether it is tried, for `large` games or for small games only."""
        if conjecture.form not in self.forms or (large and not self.large):
            return False
        if self.cost is not Cost.PROOF:
            return True
        if large and (conjecture.form not in EVERYWHERE or not conjecture.guesses):
            return False
        times = {type(x) for x in walk(conjecture.node) if isinstance(x, Temporal)}
        covered = all(issubclass(each, self.temporal) for each in times)
        return covered and not conjecture.changed


def _search(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Settle the small games by other methods, then search in the large ones."""
    large = too_large(conjecture.node, conjecture.games)
    if not large:
        return None
    if not conjecture.guesses:
        raise QueryError(
            f"only games whose deals can be listed are looked at with {NO_GUESSES}",
            hint="lower the bound on c",
        )
    small = tuple(game for game in conjecture.games if game not in large)
    before = None
    if small:
        before = _of_games_named(replace(conjecture, games=small), budget)
        if _is_decisive(before.verdict, conjecture):
            return before
    return search_large(conjecture, budget, large, before)


_ALL = (Temporal,)
METHODS = (
    Method("exhaustive", False, Cost.LOOK, first_look, large=True),
    Method("exhaustive", False, Cost.WHOLE, in_init0, ("initially",)),
    Method("few worlds", True, Cost.PROOF, for_all_players, UNIVERSAL, large=True),
    Method("exhaustive", False, Cost.PROOF, refuted_soon, temporal=(Past,)),
    Method("vacuous", True, Cost.PROOF, by_vacuous_premises, large=True, temporal=_ALL),
    Method("reduction", True, Cost.PROOF, by_reduction, large=True, temporal=_ALL),
    Method(
        "provers", True, Cost.PROOF, by_provers, UNIVERSAL, large=True, temporal=(Past,)
    ),
    Method("few worlds", True, Cost.PROOF, for_all_sizes, UNIVERSAL, large=True),
    Method("few worlds", False, Cost.PROOF, for_named_games, large=True),
    Method("induction", True, Cost.PROOF, by_induction, large=True, temporal=(Past,)),
    Method("induction over public states", False, Cost.PROOF, by_public_states),
    Method("exhaustive", False, Cost.WHOLE, sweep_all, (*EVERYWHERE, "sometimes")),
    Method("search", False, Cost.WHOLE, _search, ALL_FORMS, large=True),
)
"""The methods in the order in which they are tried."""


def settle(conjecture: Conjecture, budget: Budget) -> Result:
    """Return the result of a conjecture.

    If its games have no bounds, a result PROVED for the first of them only HOLDS.

    Raises QueryError for a quantifier over an empty domain, for cards that a game does
    not have, and for work that would not end (unless the budget is limited). Raises
    CheckStopped if the time is up before any result, and AxiomError if no table has who
    sees what by the axioms in force.
    """
    for game in {(game.rule_set, game.p): game for game in conjecture.games}.values():
        sight_of(game)
    try:
        result = _of_games_named(conjecture, budget)
    except QueryError as error:
        raise _with_game(error, conjecture) from error
    if not conjecture.without_end or _is_of_all(result, conjecture):
        return result
    return _within_bounds(result, conjecture)


def _of_games_named(conjecture: Conjecture, budget: Budget) -> Result:
    """Return the results of the methods, in their order. Raises as `settle`.

    A result that is valid for the listed games is kept while methods are tried that may
    prove it for any size. Every other result is final, and so is a vacuous one.
    """
    for game in conjecture.games:
        refuse_empty(conjecture.node, game)
    large = bool(too_large(conjecture.node, conjecture.games))
    kept, in_time = None, True
    for method in METHODS:
        is_wanted = method.any_size or kept is None
        is_wanted &= in_time or method.cost is not Cost.PROOF
        if not (is_wanted and method.covers(conjecture, large=large)):
            continue
        try:
            result = method.attempt(conjecture, budget)
        except CheckStopped:
            if method.cost is not Cost.PROOF:
                raise
            in_time = False
            continue
        if result and (method.any_size or result.vacuous or not result.verdict.good):
            return result
        kept = result or kept
    assert kept is not None, "the last method that covers a conjecture settles it"
    return kept


def _is_decisive(verdict: Verdict, conjecture: Conjecture) -> bool:
    """Return whether a verdict about some of the games is the verdict about all."""
    if conjecture.form != "sometimes":
        return verdict is Verdict.FALSE
    return (verdict is Verdict.PROVED) is (conjecture.of == "some game")


def _with_game(error: QueryError, conjecture: Conjecture) -> QueryError:
    """Return the error, with the game if it lacks a card that is named."""
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
    return QueryError(f"{error} in {game_label(lacking)}", hint=hint, word=card)


def _within_bounds(result: Result, conjecture: Conjecture) -> Result:
    """Return the result for all games without bounds, from that for the first games.

    If it was PROVED for those games, it HOLDS within their bounds. If none of them has
    a situation, nothing follows for the others.
    """
    verdict = Verdict.HOLDS if result.verdict.good else Verdict.OPEN
    note = "not settled for games without bounds, but of those named it is "
    note += f"{result.verdict}; {result.note}"
    return replace(result, verdict=verdict, note=note)


def _is_of_all(result: Result, conjecture: Conjecture) -> bool:
    """Return whether a result is about games of any sizes."""
    if conjecture.form == "sometimes":
        sure = Verdict.PROVED if conjecture.of == "some game" else Verdict.FALSE
        return result.verdict is sure
    if result.verdict is not Verdict.PROVED:
        return result.verdict in (Verdict.FALSE, Verdict.OPEN)
    scope = result.scope
    any_p = "p" not in conjecture.without_end or str(scope.get("p")).startswith(">=")
    return any_p and any(key.startswith(("m, n", "sorts")) for key in scope)
