"""The situations of small games, one of those alike, shortest histories first."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass

from mystpy.bits import members
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.sweep.sweep import next_stages
from mystpy.game.game import Game
from mystpy.situations.stage import Stage
from mystpy.theses.bridge.scene import Scene

CLUES = (
    Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]}),
    Game.clue(3, {"who": ["ann", "bob", "cat"], "how": ["axe", "bow"]}),
    Game.clue(3, {"who": ["ann", "bob", "cat"], "how": ["axe", "bow", "cup"]}),
)
"""Clue with two sorts; in the last of them one hand has a card more."""

_COST_OF_A_HISTORY = 30


def small_games(budget: Budget) -> tuple[Game, ...]:
    """MYST with few cards and up to four players, and small games of Clue."""
    if budget.full:
        return *myst_games(6, 4), *CLUES
    return *myst_games(4, 3), CLUES[0]


@dataclass(frozen=True, slots=True)
class Step:
    """An action: the worlds before and after it.

    `parents` has for each world after it the one that it comes from; `depth` actions
    have been done.
    """

    before: Scene
    after: Scene
    parents: list[int]
    depth: int


class Walk:
    """All actions of a game up to names of cards, as far as `work` goes.

    A public history costs its worlds and a few more. Histories after which everything
    is alike are continued once. `depth` is the length up to which all were walked.
    With `nowin`, noguess(i) leaves out the worlds in which i knows the pile.
    """

    def __init__(self, game: Game, work: int, *, nowin: bool = False) -> None:
        self.start = Scene(Stage.start(game))
        self.nowin = nowin
        self.depth = 0
        self._left = work

    def __iter__(self) -> Iterator[Step]:
        level, seen, depth = [self.start], set[Hashable](), 0
        while level:
            ahead = []
            for scene in level:
                for step in self._steps(scene, depth + 1):
                    self._left -= len(step.after) + _COST_OF_A_HISTORY
                    if self._left < 0:
                        return
                    yield step
                    content = step.after.content()
                    if content not in seen:
                        seen.add(content)
                        ahead.append(step.after)
            level, depth = ahead, depth + 1
            self.depth = depth

    def _steps(self, before: Scene, depth: int) -> Iterator[Step]:
        for reached in next_stages(before.stage, ()):
            stage = reached.stage
            kind, player, *_ = stage.deeds[-1].key
            if self.nowin and kind == "noguess":
                stage = _not_knowing(stage, player)
            after = Scene(stage)
            if after.ids:
                parents = [before.place[reached.parents[w]] for w in after.ids]
                yield Step(before, after, parents, depth)

    def scenes(self) -> Iterator[Scene]:
        """The first scene, and the one after each action."""
        yield self.start
        for step in self:
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
