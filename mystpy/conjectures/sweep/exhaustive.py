"""Settle a conjecture by every situation of its games, or of the first ones."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.conjectures.budget import Budget, CheckStopped
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    judge_result,
    span,
    statement_of,
    there_is,
)
from mystpy.conjectures.evaluation import StateWithPast
from mystpy.conjectures.limits import game_label, refuse_endless, too_large
from mystpy.conjectures.replay.query import query_of
from mystpy.conjectures.sweep.check import SweepCheck
from mystpy.conjectures.sweep.sweeps import (
    FIRST_LOOK_LIMIT,
    Piece,
    fails_soon,
    sweeps,
)
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.language.subformulas import cards_in, is_past
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import repeats

_WORK = {"sample": 10_000, "full": 40_000}
_MOST_DEALS_TO_THE_END = {"sample": 12, "full": 30}
"""The number of deals up to which two-player games are explored completely.

That takes 0.1 to 3 seconds a game; with more deals it would take minutes.
"""
_MOST_WITHOUT_GUESSES = {"sample": 30, "full": 100}
"""The same number if nobody guesses."""


def first_look(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return FALSE if the conjecture soon fails in the first game."""
    first = conjecture.games[:1]
    if too_large(conjecture.node, first):
        return None
    return _false(conjecture, _first_pieces(conjecture, budget))


def _first_pieces(conjecture: Conjecture, budget: Budget) -> list[Piece]:
    look = (conjecture.games[0], FIRST_LOOK_LIMIT)
    return sweeps(conjecture, budget, [look], brief=True)


def refuted_soon(conjecture: Conjecture, budget: Budget) -> Result | None:
    """Return the result of all sweeps if short ones predict a counterexample."""
    if budget.proved or not fails_soon(conjecture, budget):
        return None
    return sweep_all(conjecture, budget)


def sweep_all(conjecture: Conjecture, budget: Budget) -> Result:
    """Return the result of sweeps of all games, or of those reached in time.

    Raises QueryError for work that would not end, unless the budget is limited, and
    CheckStopped if there is no result yet.
    """
    if conjecture.form == "sometimes":
        return _sometimes(conjecture, budget)
    refuse_endless(conjecture.node, conjecture.games, budget)
    found = _swept(conjecture, budget)
    if len(found) < len(conjecture.games):
        looked = [piece.game for piece in found]
        first = _first_pieces(conjecture, budget)
        found += [piece for piece in first if piece.game not in looked]
    return _false(conjecture, found) or _held(conjecture, found)


def in_init0(conjecture: Conjecture, budget: Budget) -> Result:
    """Return the result for every deal of Init0."""
    node = conjecture.node
    check, failure = SweepCheck(cards_in(node)), None
    for game in conjecture.games:
        state = (
            StateWithPast.start(game) if is_past(node) else EpistemicState.start(game)
        )
        failure = failure or check.first(node, state)
    return judge_result(
        conjecture,
        None if failure is None else query_of(failure, node),
        proves=True,
        method="exhaustive",
        instances=check.instances,
        ended=check.ended,
        note="every deal of Init0 was looked at",
        complete=True,
    )


def _sometimes(conjecture: Conjecture, budget: Budget) -> Result:
    """Return PROVED, FALSE if all histories were checked, else OPEN."""
    found = _swept(conjecture, budget)
    if not found:
        raise CheckStopped
    with_one = [piece for piece in found if piece.failure is not None]
    without = [piece for piece in found if piece.failure is None]
    ends = [piece.complete for piece in without]
    all_looked_at = len(found) == len(conjecture.games)
    if conjecture.of == "some game":
        proved, refuted = bool(with_one), all_looked_at and all(ends)
    else:
        proved, refuted = all_looked_at and not without, any(ends)
    text = there_is([piece.game for piece in with_one], conjecture)
    if not proved and without:
        text = _none_found(conjecture, without)
    if not proved:
        text += _time_was_up(conjecture, found)
    verdict = Verdict.FALSE if refuted else Verdict.OPEN
    return Result(
        Verdict.PROVED if proved else verdict,
        statement_of(conjecture),
        "exhaustive",
        _bounds(conjecture, found) | {"depth": _depth(found)},
        sum(piece.instances for piece in found),
        note=text,
        example=with_one[0].failure if with_one else None,
    )


def _none_found(conjecture: Conjecture, without: Sequence[Piece]) -> str:
    """Return in which games no situation was found, and up to which depth.

    If one game is enough, all are listed; else only the first.
    """
    if conjecture.of != "some game":
        game, depth = game_label(without[0].game), without[0].depth
        return (
            f"no such situation of {game} was found, among those of up to"
            f" {depth} actions"
        )
    ended, games = sum(piece.complete for piece in without), len(without)
    where = f"any of the {games} games" if games > 1 else game_label(without[0].game)
    text = f"no such situation was found in {where}"
    if ended == games:
        return f"{text}, and all histories were looked at"
    least = min(piece.depth for piece in without if not piece.complete)
    further = f"; in {ended} of them all histories were looked at" if ended else ""
    return f"{text}, among those of up to {least} actions{further}"


def _swept(conjecture: Conjecture, budget: Budget) -> list[Piece]:
    most = _MOST_DEALS_TO_THE_END if conjecture.guesses else _MOST_WITHOUT_GUESSES
    to_the_end, work = most[budget.scope], _WORK[budget.scope]
    looks = [
        (game, None if game.deal_count() <= to_the_end and repeats(game) else work)
        for game in conjecture.games
    ]
    return sweeps(conjecture, budget, looks)


def _false(conjecture: Conjecture, found: Sequence[Piece]) -> Result | None:
    """Return FALSE with the counterexample in the smallest game, as engines confirm."""
    query = next((x.failure for x in found if x.failure is not None), None)
    if query is None:
        return None
    return judge_result(
        conjecture,
        query,
        proves=False,
        method="exhaustive",
        instances=sum(piece.instances for piece in found),
    )


def _held(conjecture: Conjecture, found: Sequence[Piece]) -> Result:
    """Return PROVED or HOLDS; OPEN if some game was not reached in time."""
    complete = sum(piece.complete for piece in found)
    stages = sum(piece.stages for piece in found)
    games = len(found)
    if not games:
        raise CheckStopped
    note = (
        f"{stages} public histories of {games} games, one of those that differ"
        " only in the names of cards, each with all its worlds"
    )
    if 0 < complete < games:
        note += f"; in {complete} of the games they stand for histories of any length"
    up = _time_was_up(conjecture, found)
    scope = _bounds(conjecture, found) | {"depth": _depth(found)}
    instances = sum(piece.instances for piece in found)
    ended = sum(piece.ended for piece in found)
    if games < len(conjecture.games) or (up and not (instances or ended)):
        return Result.open(
            statement_of(conjecture),
            note + up,
            method="exhaustive",
            scope=scope,
            instances=instances,
        )
    return judge_result(
        conjecture,
        None,
        proves=complete == games,
        method="exhaustive",
        instances=instances,
        ended=ended,
        scope=scope,
        note=note + up,
        complete=complete == games,
    )


def _time_was_up(conjecture: Conjecture, found: Sequence[Piece]) -> str:
    """Return a note if the time was up, with the number of games left."""
    left = len(conjecture.games) - len(found)
    if left:
        return f"; then the time was up, with {left} more games to look at"
    if any(piece.stopped for piece in found):
        return "; then the time was up"
    return ""


def _bounds(conjecture: Conjecture, found: Sequence[Piece]) -> dict[str, object]:
    moves: dict[str, object] = {} if conjecture.guesses else {"guesses": False}
    return bounds_of([piece.game for piece in found]) | moves


def _depth(found: Sequence[Piece]) -> str:
    """Return the depths that all sweeps and the deepest one reached, if bounded."""
    depths = [piece.depth for piece in found if not piece.complete]
    return span(depths) if depths else "any"
