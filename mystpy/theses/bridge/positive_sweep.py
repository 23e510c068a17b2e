"""What the axioms derive, beside what is true, over all situations of one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mystpy.conjectures.replay.query import situation_of
from mystpy.game.game import Game
from mystpy.situations.stage import Stage
from mystpy.theses.bridge.apart import not_derived
from mystpy.theses.bridge.axioms import (
    Reading,
    first_false,
    formula_of,
    own_hand_not_known,
)
from mystpy.theses.bridge.ignorance import Ignorance
from mystpy.theses.bridge.shown import show_not_known
from mystpy.theses.bridge.walk import stages, walk

KINDS = ("plain", "right", "last", "hidden", "hidden right", "hidden last")
"""Situations after which kinds of actions: a right guess, the wrong guess of the last
player who was in, a hidden show, or none of these (plain). A show is hidden if there is
a third player, and what has been told to all leaves open which card it was."""


@dataclass(frozen=True, slots=True)
class Item:
    """A game to be swept as far as `work` goes, with one reading of the axioms."""

    game: Game
    work: int
    reading: Reading


def sound_piece(
    item: Item,
) -> tuple[int, int, int, dict[str, object] | None, str | None]:
    """Histories, situations, depth, and where which axiom is false: None if none is."""
    ahead, histories, situations = walk(item.game, item.work), 0, 0
    for stage in stages(ahead):
        histories, situations = histories + 1, situations + stage.size
        false = _false(stage, item.reading)
        if false is not None:
            return histories, situations, ahead.depth, *false
    return histories, situations, ahead.depth, None, None


def _false(stage: Stage, reading: Reading) -> tuple[dict[str, object], str] | None:
    """A situation in which an axiom is false, and the axiom; None if all hold."""
    wrong = own_hand_not_known(stage) if reading.own_hands else None
    if wrong is not None:
        return situation_of(stage, wrong), "(2.14)"
    wrong = show_not_known(stage) if reading.shows else None
    if wrong is not None:
        return situation_of(stage, wrong), "(2.25)"
    false = first_false(stage, reading)
    if false is None:
        return None
    world, one = false
    said = {"formula": str(formula_of(one, stage.game)), "value": "false"}
    return situation_of(stage, world) | said, one.axiom


def hidden(stage: Stage) -> bool:
    """Whether there is a third player, and a card shown that was not told to all."""
    cards = zip(*stage.shown, strict=True)
    return len(stage.players) > 2 and any(len(set(each)) > 1 for each in cards)


def kind(stage: Stage) -> str:
    """What has happened in a stage, one of KINDS."""
    end = ""
    if stage.state.over and stage.deeds[-1].key[0] == "guess":
        right = stage.worlds[0][0] == stage.deeds[-1].cards
        end = "right" if right else "last"
    return f"hidden {end}".rstrip() if hidden(stage) else end or "plain"


def incomplete(ignorance: Ignorance) -> int:
    """The worlds in which some true positive formula is not derived."""
    worlds = range(ignorance.stage.size)
    return sum(1 << w for w in worlds if not ignorance.complete(w))


def complete_piece(item: Item) -> tuple[int, int, dict[str, list[int]]]:
    """Histories, depth, and by kind how many situations, and how many incomplete."""
    ahead, histories = walk(item.game, item.work), 0
    counts = {name: [0, 0] for name in KINDS}
    for stage in stages(ahead):
        histories += 1
        wrong = incomplete(Ignorance(stage, item.reading))
        count = counts[kind(stage)]
        count[0] += stage.size
        count[1] += wrong.bit_count()
    return histories, ahead.depth, counts


def first_underived(item: Item, of: Iterable[str]) -> dict[str, object]:
    """A shortest history of the game with a true formula that is not derived.

    Only situations of these kinds count; there must be one.
    """
    return next(_underived(item, tuple(of)))


def _underived(item: Item, of: tuple[str, ...]) -> Iterator[dict[str, object]]:
    for stage in stages(walk(item.game, item.work)):
        ignorance = Ignorance(stage, item.reading)
        wrong = incomplete(ignorance) if kind(stage) in of else 0
        if wrong:
            world, formula = not_derived(ignorance, wrong)
            yield situation_of(stage, world) | {
                "formula": str(formula),
                "value": "true",
            }
