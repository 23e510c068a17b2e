"""The situations of small games, one of those alike, shortest histories first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import myst_games
from mystpy.game.game import Game
from mystpy.situations.explore import Exploration, cost_of, key_of, next_stages
from mystpy.situations.stage import Reached, Stage

CLUES = (
    Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]}),
    Game.clue(3, {"who": ["ann", "bob", "cat"], "how": ["axe", "bow"]}),
    Game.clue(3, {"who": ["ann", "bob", "cat"], "how": ["axe", "bow", "cup"]}),
)
"""Clue with two sorts; in the last of them one hand has a card more."""


def small_games(budget: Budget) -> tuple[Game, ...]:
    """MYST with few cards and up to four players, and small games of Clue."""
    if budget.full:
        return *myst_games(6, 4), *CLUES
    return *myst_games(4, 3), CLUES[0]


def walk(game: Game, work: int, *, nowin: bool = False) -> Exploration[Stage, Reached]:
    """The public histories of a game as far as `work` goes, one of those alike.

    The worlds of each are numbered from 0 on, and those with every card of a show stay
    together: actions are to change the worlds as the axioms say. With `nowin`,
    noguess(i) leaves out the worlds in which i knows the pile.
    """

    def ways(before: Stage) -> Iterator[tuple[Reached, Stage]]:
        for reached in next_stages(before):
            kind, player, *_ = reached.stage.deeds[-1].key
            if nowin and kind == "noguess":
                kept = _not_knowing(reached.stage, player)
                reached = Reached(kept, reached.parents, kept.full)
            if reached.stage.full:
                compact = reached.compact()
                yield compact, compact.stage

    start = Stage.start(game, split=False)
    return Exploration(start, ways, key_of, cost_of, work)


def stages(ahead: Exploration[Stage, Reached]) -> Iterator[Stage]:
    """The first stage, and the one after each action."""
    yield ahead.start
    for step in ahead.steps():
        yield step.after


def _not_knowing(stage: Stage, player: int) -> Stage:
    """The stage without the worlds in which a player knows the pile."""
    kept = 0
    for alike in stage.classes(player):
        if len({stage.worlds[w][0] for w in members(alike)}) > 1:
            kept |= alike
    return Stage(stage.frame, stage.number, stage.question, kept, stage.deeds)


def scope_of(games: Sequence[Game], depths: Collection[int]) -> dict[str, object]:
    """The bounds of a sweep of these games, each with its every history so long."""
    return {
        "c": max(game.c for game in games if not game.sorts),
        "p": max(game.p for game in games),
        "games of Clue": sum(bool(game.sorts) for game in games),
        "depth": f"{min(depths)} to {max(depths)}, by game",
    }
