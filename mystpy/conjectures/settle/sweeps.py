"""Settling a conjecture about games whose deals can be listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TypedDict, cast

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import (
    Conjecture,
    bounds_of,
    judged,
    span,
    statement_of,
)
from mystpy.conjectures.evaluation.trail import Trail
from mystpy.conjectures.limits import named, refuse_endless
from mystpy.conjectures.replay.query import ground, query_of, situation_of
from mystpy.conjectures.settle.proofs import by_induction, by_public_states, by_views
from mystpy.conjectures.settle.provers import by_provers
from mystpy.conjectures.sweep.check import Check, Failure
from mystpy.conjectures.sweep.sweep import Swept, sweep
from mystpy.conjectures.verdict import Finding, Verdict
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.language.nodes import Formula, Not
from mystpy.language.subformulas import cards_in, is_past, is_static, is_temporal
from mystpy.situations.stage import Stage


class Piece(TypedDict):
    """What the sweep of one game has found, as a JSON value."""

    game: dict[str, object]
    depth: int
    complete: bool
    stages: int
    instances: int
    failure: dict[str, object] | None


_FIRST_LOOK = 4_000
_WORK = {"sample": 10_000, "full": 40_000}
_MOST_DEALS_TO_THE_END = {"sample": 12, "full": 30}
"""Games of two players with so many deals are looked at to the end, whatever it takes.

That takes 0.1 to 3 seconds a game; with more deals it would take minutes.
"""
_MOST_WITHOUT_GUESSES = {"sample": 30, "full": 100}
"""The same where nobody guesses."""


def first_look(conjecture: Conjecture, budget: Budget) -> Finding | None:
    """FALSE if it fails early in the first game, which is soon seen."""
    if conjecture.form not in ("always", "never"):
        return None
    first = _pieces(conjecture, budget, [(conjecture.games[0], _FIRST_LOOK)])
    return None if first[0]["failure"] is None else _false(conjecture, first)


def settled_by_listing(conjecture: Conjecture, budget: Budget) -> Finding:
    """By induction where that proves it, else by a sweep.

    Raises QueryError for work that would not end, unless the budget is limited.
    """
    node = conjecture.node
    if conjecture.form == "initially":
        listed = _initially(conjecture, node)
        if listed.verdict.good and not is_temporal(node):
            return by_provers(conjecture, node, budget) or listed
        return listed
    if conjecture.form == "sometimes":
        return _sometimes(conjecture, budget)
    proofs = (by_provers, by_induction, by_public_states, by_views)
    for method in () if is_temporal(node) else proofs:
        settled = method(conjecture, node, budget)
        if settled is not None:
            return settled
    refuse_endless(node, conjecture.games, budget)
    found = _swept(conjecture, budget)
    if any(piece["failure"] is not None for piece in found):
        return _false(conjecture, found)
    return _held(conjecture, found)


def _initially(conjecture: Conjecture, node: Formula) -> Finding:
    check, failure = Check(cards_in(node)), None
    for game in conjecture.games:
        stage = Trail.start(game) if is_past(node) else Stage.start(game)
        failure = failure or check.first(node, stage)
    return judged(
        conjecture,
        None if failure is None else query_of(failure, node),
        proves=True,
        method="exhaustive",
        instances=check.instances,
        note="every deal of Init0 was looked at",
    )


def _sometimes(conjecture: Conjecture, budget: Budget) -> Finding:
    found = _swept(conjecture, budget)
    without = [piece for piece in found if piece["failure"] is None]
    example = next((x["failure"] for x in found if x["failure"] is not None), None)
    text = "there is such a situation"
    text += " in every game" if len(found) > 1 else ""
    if without:
        game = Game.from_dict(without[0]["game"])
        text = f"no such situation of {named(game)} was found, among those of up to"
        text += f" {without[0]['depth']} actions"
    verdict = Verdict.PROVED if not without else Verdict.OPEN
    if any(piece["complete"] for piece in without):
        verdict = Verdict.FALSE
    return Finding(
        verdict,
        statement_of(conjecture),
        "exhaustive",
        _bounds(conjecture) | {"depth": _depth(found)},
        sum(piece["instances"] for piece in found),
        note=text,
        example=example,
    )


def _swept(conjecture: Conjecture, budget: Budget) -> list[Piece]:
    """What sweeps of the games found, in their order."""
    most = _MOST_DEALS_TO_THE_END if conjecture.guesses else _MOST_WITHOUT_GUESSES
    to_the_end = most[budget.scope]
    work = [
        None if game.p == 2 and game.deal_count() <= to_the_end else _WORK[budget.scope]
        for game in conjecture.games
    ]
    return _pieces(conjecture, budget, list(zip(conjecture.games, work, strict=True)))


def _pieces(
    conjecture: Conjecture, budget: Budget, games: Sequence[tuple[Game, int | None]]
) -> list[Piece]:
    """What sweeps of these games found with so much work, in the order of the games.

    Except for `sometimes` they end with the first game that fails.
    """
    items = [
        (f"{named(game)}|{work or 'to the end'}", (conjecture, game, work))
        for game, work in games
    ]
    label = f"sweep|{statement_of(conjecture)}"
    found: dict[str, Piece] = {}
    names = [name for name, _ in items]
    for name, piece in spread(budget, label, sweep_piece, items):
        found[name] = piece
        if conjecture.form != "sometimes" and (last := _first_failing(found, names)):
            return [found[name] for name in names[:last]]
    return [found[name] for name in names]


def _first_failing(found: Mapping[str, Piece], names: Sequence[str]) -> int:
    """The place (from 1) of a game that fails, those before looked at; 0 if none is."""
    for place, name in enumerate(takewhile(found.__contains__, names), 1):
        if found[name]["failure"] is not None:
            return place
    return 0


def sweep_piece(item: tuple[Conjecture, Game, int | None]) -> Piece:
    """What the sweep of one game finds."""
    conjecture, game, work = item
    swept = sweep(
        conjecture.node,
        game,
        work=work,
        depth=conjecture.depth,
        guesses=conjecture.guesses,
    )
    return {
        "game": game.to_dict(),
        "depth": swept.depth,
        "complete": swept.complete,
        "stages": swept.stages,
        "instances": swept.instances,
        "failure": _shown(conjecture, swept),
    }


def _shown(conjecture: Conjecture, swept: Swept) -> dict[str, object] | None:
    failure: Failure | None = swept.failure
    if failure is None:
        return None
    if conjecture.form != "sometimes":
        return query_of(failure, conjecture.node)
    found = situation_of(failure.stage, failure.world)
    inner = cast("Not", failure.part).body
    if is_static(inner):
        text = ground(inner, failure.stage.game, failure.binding)
        found |= {"formula": text, "value": "true"}
    return found


def _false(conjecture: Conjecture, found: list[Piece]) -> Finding:
    """FALSE with the counterexample in the smallest game, confirmed by engines."""
    query = next(x["failure"] for x in found if x["failure"] is not None)
    return judged(
        conjecture,
        query,
        proves=False,
        method="exhaustive",
        instances=sum(piece["instances"] for piece in found),
    )


def _held(conjecture: Conjecture, found: list[Piece]) -> Finding:
    complete = sum(piece["complete"] for piece in found)
    stages = sum(piece["stages"] for piece in found)
    games = len(conjecture.games)
    note = (
        f"{stages} public histories of {games} games, one of those that differ"
        " only in the names of cards, each with all its worlds"
    )
    if 0 < complete < games:
        note += f"; in {complete} of the games they stand for histories of any length"
    return judged(
        conjecture,
        None,
        proves=complete == games,
        method="exhaustive",
        instances=sum(piece["instances"] for piece in found),
        scope=_bounds(conjecture) | {"depth": _depth(found)},
        note=note,
    )


def _bounds(conjecture: Conjecture) -> dict[str, object]:
    moves: dict[str, object] = {} if conjecture.guesses else {"guesses": False}
    return bounds_of(conjecture.games) | moves


def _depth(found: Sequence[Piece]) -> str:
    """The depths that all sweeps, and the deepest one, have reached.

    A sweep that was complete has reached any depth.
    """
    depths = [piece["depth"] for piece in found if not piece["complete"]]
    return span(depths) if depths else "any"
