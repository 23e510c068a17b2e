"""Sweeps of games as pieces of work for several processes."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, cast

from mystpy.compilation import NamedTuple, replace
from mystpy.conjectures.budget import Budget, CheckStopped, spread
from mystpy.conjectures.conjecture import Conjecture, statement_of
from mystpy.conjectures.limits import choices, game_label, too_large
from mystpy.conjectures.replay.query import WorldFailure, ground, query_of, situation_of
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.language.nodes import Not
from mystpy.language.subformulas import is_static

FIRST_LOOK_LIMIT, SECOND_LOOK_LIMIT, SHORT_LOOK_LIMIT = 20_000, 4_000, 200
"""Limits of the sweeps before provers run: the first takes at most a tenth of a second.

It is enough to explore all of MYST(1,1,2,1).
"""
MAX_SHORT_LOOKS, MAX_CASES = 60, 100_000
"""How many games are searched before provers run, and their deals times instances."""


class Piece(NamedTuple):
    """The result of the sweep of one game; `failure` is a query."""

    game: Game
    depth: int
    complete: bool
    stages: int
    instances: int
    failure: Mapping[str, object] | None
    stopped: bool = False
    ended: int = 0

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Piece:
        """Return the piece of a JSON value."""
        return cls(**{**row, "game": Game.from_dict(row["game"])})


def sweeps(
    conjecture: Conjecture,
    budget: Budget,
    games: Sequence[tuple[Game, int | None]],
    *,
    brief: bool = False,
) -> list[Piece]:
    """Return the results of sweeps of these games with this limit, in their order.

    A `brief` sweep may end before it reaches the depth of the conjecture. The sweeps
    end with the first game that fails, unless the conjecture says that there is a
    situation in each game. Games that were not reached before the time was up are left
    out.
    """
    left = budget.left()
    until = None if left is None else time.time() + left - min(1, left / 4)
    items = [
        (
            f"{game_label(game)}|{work or 'to the end'}",
            (conjecture, game, work, until, brief),
        )
        for game, work in games
    ]
    label = f"sweep|{statement_of(conjecture)}"
    found: dict[str, Piece] = {}
    names = [name for name, _ in items]
    one_will_do = conjecture.form != "sometimes" or conjecture.of == "some game"
    try:
        for name, row in spread(budget, label, sweep_piece, items, ended=_ended):
            found[name] = Piece.of(row)
            if one_will_do and (last := _first_failing(found, names)):
                return [found[name] for name in names[:last]]
    except CheckStopped:
        pass
    return [found[x] for x in names if x in found and found[x].depth >= 0]


def _ended(row: Mapping[str, object]) -> bool:
    return not row["stopped"]


def _first_failing(found: Mapping[str, Piece], names: Sequence[str]) -> int:
    """Return the place (from 1) of a failing game after finished ones; 0 if none."""
    for place, name in enumerate(takewhile(found.__contains__, names), 1):
        if found[name].failure is not None:
            return place
    return 0


def sweep_piece(
    item: tuple[Conjecture, Game, int | None, float | None, bool],
) -> dict[str, object]:
    """Return the result of the sweep of one game, until a time, as a JSON value."""
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
    failure = swept.failure and _query(conjecture, swept.failure)
    found = {name: getattr(swept, name) for name in Piece._fields if name != "game"}
    return {"game": game.to_dict(), **found, "failure": failure}


def _query(conjecture: Conjecture, failure: WorldFailure) -> dict[str, object]:
    if conjecture.form != "sometimes":
        return query_of(failure, conjecture.node)
    found = situation_of(failure.state, failure.world, failure.taken)
    inner = cast("Not", failure.part).body
    if is_static(inner):
        text = ground(inner, failure.state.game, failure.binding)
        found |= {"formula": text, "value": "true"}
    return found


def fails_soon(conjecture: Conjecture, budget: Budget) -> bool:
    """Return whether a short sweep finds it false in a listed game.

    Then it has no proof. Short sweeps of all these games take less time than a prover.
    """
    node, games = conjecture.node, conjecture.games[:MAX_SHORT_LOOKS]
    small = [x for x in games if x.deal_count() * choices(node, x) <= MAX_CASES]
    work = SHORT_LOOK_LIMIT if conjecture.depth is None else SECOND_LOOK_LIMIT
    return _fails(conjecture, budget, small, work)


def fails_elsewhere(conjecture: Conjecture, budget: Budget) -> bool:
    """Return whether it soon fails in a small game that it does not list.

    Then it cannot be proved for all sizes, and no prover is started.
    """
    p = conjecture.games[0].p
    small = [Game.myst(m, 1, p, q) for m, q in ((1, 1), (2, 1), (1, 2))]
    return _fails(conjecture, budget, small, SHORT_LOOK_LIMIT)


def fails_later(conjecture: Conjecture, budget: Budget, p: int | None) -> bool:
    """Return whether a longer sweep refutes it in games of `p`, or any, players."""
    least = conjecture.games[0].p
    players = [least, least + 1] if p is None else [p]
    small = [Game.myst(1, 1, number, q) for q in (1, 2) for number in players]
    return _fails(conjecture, budget, small, SECOND_LOOK_LIMIT)


def _fails(
    conjecture: Conjecture, budget: Budget, games: Sequence[Game], work: int
) -> bool:
    if conjecture.form not in ("always", "never"):
        return False
    here = replace(budget, processes=1)  # starting other processes takes longer
    large = too_large(conjecture.node, games)
    looks = [(game, work) for game in games if game not in large]
    try:
        found = sweeps(conjecture, here, looks, brief=True)
    except MystError:  # it mentions something that these games lack
        return False
    return any(piece.failure is not None for piece in found)
