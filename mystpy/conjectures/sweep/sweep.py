"""The sweep: a conjecture in every situation of a game, shortest histories first.

In the field: explicit-state model checking, breadth first.

Public histories that differ only in the names of cards are one: with the cards
renamed, every deal becomes a deal and every formula that names no card keeps its
truth, so one of them is enough; cards that a formula names stay apart. Histories after
which everything is alike (state, question, worlds) are looked at once. With two players
that closes: all histories of any length are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

from mystpy.conjectures.sweep.check import Check, Failure
from mystpy.conjectures.sweep.memory import remembering
from mystpy.conjectures.workers import tick
from mystpy.game.game import Game
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import cards_in, is_past
from mystpy.situations.explore import situations


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep has seen: all histories of up to `depth` actions.

    `complete` says that longer histories add nothing, `stages` counts the public
    histories up to symmetry, `instances` what was decided one by one.
    """

    depth: int
    complete: bool
    stages: int
    instances: int
    failure: Failure | None


def sweep(
    node: Formula,
    game: Game,
    *,
    work: int | None,
    depth: int | None = None,
    guesses: bool = True,
) -> Swept:
    """Look for a situation in which the formula fails, up to a depth.

    Without a depth as deep as `work` goes: a history costs its worlds and a few more.
    Without either it goes on to the end, which only games of two players have for sure.
    Unless there are `guesses`, histories with a guess are left out.
    """
    check = Check(cards_in(node))
    named = tuple(1 << game.deck[card] for card in sorted(check.named))
    ahead = situations(
        game,
        named=named,
        work=work if depth is None else None,
        most=depth,
        guesses=guesses,
    )
    if is_past(node):
        remembering(ahead, node, named, game, guesses=guesses)
    stages = 0
    for length, level in enumerate(ahead.levels()):
        for stage in level:
            tick()
            failure = check.first(node, stage)
            stages += 1
            if failure:
                return Swept(length, False, stages, check.instances, failure)
    return Swept(ahead.depth, ahead.complete, stages, check.instances, None)
