"""The sweep: a conjecture in every situation of a game, shortest histories first.

Public histories that differ only in the names of cards are one: with the cards
renamed, every deal becomes a deal and every formula that names no card keeps its
truth, so one of them is enough; cards that a formula names stay apart. Histories after
which everything is alike (state, question, worlds) are looked at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from mystpy.conjectures.sweep.check import Check, Failure
from mystpy.conjectures.sweep.symmetry import deeds_up_to_names
from mystpy.conjectures.truth import Worlds
from mystpy.conjectures.workers import tick
from mystpy.game.game import Game
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import cards_in
from mystpy.situations.stage import Deed, Reached, Stage

_COST_OF_A_STAGE = 30


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


def sweep(node: Formula, game: Game, *, work: int, depth: int | None = None) -> Swept:
    """Look for a situation in which the formula fails, up to a depth.

    Without a depth as deep as `work` goes: a history costs its worlds and a few more.
    """
    check = Check(Worlds(), cards_in(node))
    named = [1 << game.deck[card] for card in check.named]
    level, seen, stages, left = [Stage.start(game)], set[Hashable](), 0, work
    length = -1
    while level:
        for stage in level:
            tick()
            failure = check.first(node, stage)
            stages += 1
            if failure:
                return Swept(length + 1, False, stages, check.instances, failure)
        length += 1
        if depth is not None and length >= depth:
            return Swept(length, False, stages, check.instances, None)
        ahead = []
        for stage in level:
            tick()
            for reached in next_stages(stage, named):
                child = reached.stage
                left -= child.size + _COST_OF_A_STAGE
                if depth is None and left < 0:
                    return Swept(length, False, stages, check.instances, None)
                key = _key(child)
                if key not in seen:
                    seen.add(key)
                    ahead.append(child)
        level = ahead
    return Swept(length, True, stages, check.instances, None)


def next_stages(stage: Stage, named: Iterable[int]) -> Iterator[Reached]:
    """The stages one action further on, one of those alike but for names of cards.

    `named` are cards, as masks, that are to be told apart.
    """
    done: dict[Deed, None] = {}
    for deed in deeds_up_to_names(stage, named):
        # The stage after a show has the worlds with every card that may be shown.
        public = Deed(deed.key) if deed.key[0] == "shows" else deed
        done[public] = None
    for deed in done:
        yield from stage.after(deed)


def _key(stage: Stage) -> Hashable:
    return stage.number, stage.question, stage.frame.content(stage.full)
