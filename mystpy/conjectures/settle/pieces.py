"""What sweeps of games find, each a piece of work for one of several processes."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NotRequired, TypedDict, cast

from mystpy.conjectures.budget import Budget, Stopped
from mystpy.conjectures.conjecture import Conjecture, statement_of
from mystpy.conjectures.limits import named
from mystpy.conjectures.replay.query import ground, query_of, situation_of
from mystpy.conjectures.sweep.check import Failure
from mystpy.conjectures.sweep.sweep import Swept, sweep
from mystpy.conjectures.workers import spread
from mystpy.game.game import Game
from mystpy.language.nodes import Not
from mystpy.language.subformulas import is_static


class Piece(TypedDict):
    """What the sweep of one game has found, as a JSON value."""

    game: dict[str, object]
    depth: int
    complete: bool
    stages: int
    instances: int
    failure: dict[str, object] | None
    stopped: bool
    ended: NotRequired[int]


def looked_at(
    conjecture: Conjecture,
    budget: Budget,
    games: Sequence[tuple[Game, int | None]],
    *,
    brief: bool = False,
) -> list[Piece]:
    """What sweeps of these games found with so much work, in the order of the games.

    A `brief` sweep may end before it reaches the depth of the conjecture. The sweeps
    end with the first game that fails, unless the conjecture says that there is a
    situation in each game. Games that were not reached before the time was up are left
    out.
    """
    left = budget.left()
    until = None if left is None else time.time() + left - min(1, left / 4)
    items = [
        (
            f"{named(game)}|{work or 'to the end'}",
            (conjecture, game, work, until, brief),
        )
        for game, work in games
    ]
    label = f"sweep|{statement_of(conjecture)}"
    found: dict[str, Piece] = {}
    names = [name for name, _ in items]
    one_will_do = conjecture.form != "sometimes" or conjecture.of == "some game"
    try:
        for name, piece in spread(budget, label, sweep_piece, items, ended=_ended):
            found[name] = piece
            if one_will_do and (last := _first_failing(found, names)):
                return [found[name] for name in names[:last]]
    except Stopped:
        pass
    looked = [found[name] for name in names if name in found]
    return [piece for piece in looked if piece["depth"] >= 0]


def _ended(piece: Piece) -> bool:
    """Whether the sweep was not stopped."""
    return not piece["stopped"]


def _first_failing(found: Mapping[str, Piece], names: Sequence[str]) -> int:
    """The place (from 1) of a game that fails, those before looked at; 0 if none is."""
    for place, name in enumerate(takewhile(found.__contains__, names), 1):
        if found[name]["failure"] is not None:
            return place
    return 0


def sweep_piece(
    item: tuple[Conjecture, Game, int | None, float | None, bool],
) -> Piece:
    """What the sweep of one game finds, until a time."""
    conjecture, game, work, until, brief = item
    swept = sweep(
        conjecture.node,
        game,
        work=work,
        depth=conjecture.depth,
        guesses=conjecture.guesses,
        until=until,
        brief=brief,
    )
    return {
        "game": game.to_dict(),
        "depth": swept.depth,
        "complete": swept.complete,
        "stages": swept.stages,
        "instances": swept.instances,
        "failure": _shown(conjecture, swept),
        "stopped": swept.stopped,
        "ended": swept.ended,
    }


def _shown(conjecture: Conjecture, swept: Swept) -> dict[str, object] | None:
    failure: Failure | None = swept.failure
    if failure is None:
        return None
    if conjecture.form != "sometimes":
        return query_of(failure, conjecture.node)
    found = situation_of(failure.stage, failure.world, failure.taken)
    inner = cast("Not", failure.part).body
    if is_static(inner):
        text = ground(inner, failure.stage.game, failure.binding)
        found |= {"formula": text, "value": "true"}
    return found
