"""The sweep: a conjecture in every situation of a game, shortest histories first.

In the field: explicit-state model checking, breadth first.

Public histories that differ only in the names of cards are one: with the cards
renamed, every deal becomes a deal and every formula that names no card keeps its
truth, so one of them is enough; cards that a formula names stay apart. Histories after
which everything is alike (state, question, worlds) are looked at once. If all players
see the cards that are shown, as two players do by the shipped axioms, that closes: all
histories of any length are looked at.
"""

from __future__ import annotations

import time

from mystpy.compilation import dataclass
from mystpy.conjectures.budget import CheckStopped
from mystpy.conjectures.sweep.check import SweepCheck, WorldFailure, named_cards
from mystpy.conjectures.sweep.memory import remembering
from mystpy.game.game import Game
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import cards_in, is_past
from mystpy.processes.ticking import tick
from mystpy.situations.explore import situations


@dataclass(frozen=True, slots=True)
class SweepCoverage:
    """What a sweep has seen: all histories of up to `depth` actions.

    `complete` says that longer histories add nothing, `stages` counts the public
    histories up to symmetry, `instances` what was decided one by one, `ended` the
    worlds in which no action was possible of those that `next` or `after` speaks of. It
    `stopped` if the time was up; then `depth` is -1 if it did not come to an end for
    Init0.
    """

    depth: int
    complete: bool
    stages: int
    instances: int
    failure: WorldFailure | None
    stopped: bool = False
    ended: int = 0


def sweep(
    node: Formula,
    game: Game,
    *,
    work: int | None,
    depth: int | None = None,
    guesses: bool = True,
    until: float | None = None,
    brief: bool = False,
) -> SweepCoverage:
    """Look for a situation in which the formula fails, up to a depth.

    `work` limits a sweep without a depth: a history costs its number of worlds and a
    few more. A `brief` sweep ends at that limit even if it has not reached its depth.
    With neither limit it goes on to the end, which there is only if all players see the
    cards that are shown. Unless there are `guesses`, histories with a guess are left
    out. It goes on `until` a time, in seconds since the epoch.
    """
    check = SweepCheck(cards_in(node))
    named = named_cards(check.named, game)
    effort = work if depth is None or brief else None
    ahead = situations(game, named=named, work=effort, most=depth, guesses=guesses)
    if is_past(node):
        remembering(ahead, node, named, game, guesses=guesses)
    stages, looked = 0, -1
    try:
        for length, level in enumerate(ahead.levels()):
            for stage in level:
                _go_on(until)
                failure = check.first(node, stage)
                stages += 1
                if failure:
                    found = stages, check.instances, failure
                    return SweepCoverage(length, False, *found)
            looked = length
    except CheckStopped:
        counts = stages, check.instances, None, True, check.ended
        return SweepCoverage(looked, False, *counts)
    counts = stages, check.instances, None, False, check.ended
    return SweepCoverage(ahead.depth, ahead.complete, *counts)


def _go_on(until: float | None) -> None:
    """Go on, or raise Stopped; a process of its own has nothing but the time."""
    tick()
    if until is not None and time.time() > until:
        raise CheckStopped
