"""One player against all others as a team: `mystpy solve --alone PLAYER`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from mystpy.cli.answers import print_answer
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.status import OPEN, YES
from mystpy.errors import QueryError
from mystpy.processes.ticking import tick
from mystpy.solve.commands.profiles import TURNS, require_none
from mystpy.solve.commands.solver import write_certificate
from mystpy.solve.commands.turns import closest, memory_reported, print_progress
from mystpy.theories import theory_keys

if TYPE_CHECKING:
    from mystpy.game.game import Game
    from mystpy.solve.profiles.game_tree import GameTree
    from mystpy.solve.teams.team_bounds import TeamBounds


def settle_team(
    game: Game,
    form: str,
    *,
    alone: int,
    named: bool,
    bluff: str,
    useful: bool,
    turns: int | None,
    seconds: float | None,
    certificate: str | None,
    force: bool,
    **others: Any,
) -> int:
    """Print bounds of what a player wins against all others. Raises QueryError."""
    from mystpy.solve.teams.team_certificate import team_certificate

    if game.p < 3:
        raise QueryError("--alone is for three players or more", hint="say p=3")
    if alone > game.p:
        raise QueryError(f"there is no player {alone}: the last one is {game.p}")
    require_none(bluff, others)
    start = time.monotonic()

    def end(best: TeamBounds) -> None:
        if certificate is not None:
            write_certificate(team_certificate(best, named=named), certificate)
        if certificate != "-":
            report = team_object(best, named, time.monotonic() - start)
            lines = team_lines(best, named)
            print_answer(form, {**report, **theory_keys()}, lines)

    bounds = _bounds(
        game, alone, turns or TURNS, named=named, idle=not useful, force=force
    )
    with memory_reported("tree", hint="give fewer --turns"), progress_shown():
        best = closest(bounds, seconds, end)
    end(best)
    return OPEN if best.value is None else YES


def _bounds(
    game: Game, alone: int, turns: int, *, named: bool, idle: bool, force: bool
) -> Iterator[TeamBounds]:
    """Bounds of trees of one turn, two turns and so on, each closer than the last."""
    from mystpy.solve.profiles.game_tree import MOST, game_tree
    from mystpy.solve.teams.named_tree import named_tree
    from mystpy.solve.teams.team_bounds import team_bounds

    grow = named_tree if named else game_tree
    gap = None
    for turn in range(1, turns + 1):
        most = sys.maxsize if force else MOST
        tree: GameTree = grow(game, turn, idle=idle, most=most, tick=tick)
        print_progress(f"turn {turn}: {len(tree.nodes):,} positions")
        for best in team_bounds(tree, alone, tick=tick):
            if gap is None or best.upper - best.lower < gap:
                gap = best.upper - best.lower
                yield best
        if not gap:
            return


def team_object(best: TeamBounds, named: bool, seconds: float) -> dict[str, Any]:
    """Bounds of what a player wins against a team, as an object of JSON."""
    return {
        "game": best.tree.game.to_dict(),
        "alone": best.alone,
        "value": None if best.value is None else str(best.value),
        "lower": str(best.lower),
        "upper": str(best.upper),
        "plans": len(best.mixture),
        "turns": best.tree.turns,
        "idle": best.tree.idle,
        "named": named,
        "positions": len(best.tree.nodes),
        "method": "column generation",
        "seconds": round(seconds, 3),
    }


def team_lines(best: TeamBounds, named: bool) -> Iterator[str]:
    """Bounds of what a player wins against a team, in words."""
    player, lower, upper = best.alone, best.lower, best.upper
    if lower == upper:
        share = f"with probability {lower} ({float(lower):.6f})"
    else:
        ends = floor(lower * 10**6) / 10**6, ceil(upper * 10**6) / 10**6
        share = f"with a probability from {ends[0]:.6f} to {ends[1]:.6f}"
    yield f"player {player} wins {share} against all others as a team"
    count = len(best.mixture)
    yield (
        "the team agrees on a plan before the deal, and does not see each other's"
        f" cards: it draws from {count} joint plan{'s' * (count != 1)}"
    )
    turns = best.tree.turns
    yield (
        f"decided within {turns} turn{'s' * (turns != 1)}"
        if lower == upper
        else (f"looked at for {turns} turn{'s' * (turns != 1)}")
    )
    if not best.tree.idle:
        yield "this holds if no player asks for cards whose place he knows"
    if not named:
        yield "which of the cards that look alike one takes is no code: see --named"
