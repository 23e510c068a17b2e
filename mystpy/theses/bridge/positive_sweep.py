"""What the axioms derive, beside what is true, over all situations of one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from mystpy.conjectures.replay.query import situation_of
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.theses.bridge.axioms import (
    AxiomChoice,
    first_false,
    formula_of,
    own_hand_not_known,
)
from mystpy.theses.bridge.ignorance import Ignorance
from mystpy.theses.bridge.shown import show_not_known
from mystpy.theses.bridge.walk import Item, Piece, stages, walk
from mystpy.theses.bridge.world_separation import not_derived
from mystpy.theses.case_analysis import Case

KINDS = ("plain", "right", "last", "hidden", "hidden right", "hidden last")
"""Situations after which kinds of actions: a right guess, the wrong guess of the last
player who was in, a hidden show, or none of these (plain). A show is hidden if there is
a third player, and what has been told to all leaves open which card it was."""


def sound_piece(item: Item[AxiomChoice]) -> Piece:
    """Histories, situations, depth, and where which axiom is false: None if none is."""
    ahead, histories, situations = walk(item.game, item.work), 0, 0
    for stage in stages(ahead):
        histories, situations = histories + 1, situations + stage.size
        false = _false(stage, item.how)
        if false is not None:
            return histories, situations, ahead.depth, false, {}
    return histories, situations, ahead.depth, None, {}


def _false(stage: EpistemicState, reading: AxiomChoice) -> Case | None:
    """A situation in which an axiom is false, and the axiom; None if all hold."""
    wrong = own_hand_not_known(stage) if reading.own_hands else None
    if wrong is not None:
        return situation_of(stage, wrong) | {"axiom": "(2.14)"}
    wrong = show_not_known(stage) if reading.shows else None
    if wrong is not None:
        return situation_of(stage, wrong) | {"axiom": "(2.25)"}
    false = first_false(stage, reading)
    if false is None:
        return None
    world, one = false
    said = {"formula": str(formula_of(one, stage.game)), "value": "false"}
    return situation_of(stage, world) | said | {"axiom": one.axiom}


def hidden(stage: EpistemicState) -> bool:
    """Whether there is a third player, and a card shown that was not told to all."""
    cards = zip(*stage.shown, strict=True)
    return len(stage.players) > 2 and any(len(set(each)) > 1 for each in cards)


def kind(stage: EpistemicState) -> str:
    """What has happened in a stage, one of KINDS."""
    end = ""
    if stage.state.over and stage.events[-1].key[0] == "guess":
        right = stage.worlds[0][0] == stage.events[-1].cards
        end = "right" if right else "last"
    return f"hidden {end}".rstrip() if hidden(stage) else end or "plain"


def incomplete(ignorance: Ignorance) -> int:
    """The worlds in which some true positive formula is not derived."""
    worlds = range(ignorance.stage.size)
    return sum(1 << w for w in worlds if not ignorance.complete(w))


def complete_piece(item: Item[AxiomChoice]) -> Piece:
    """Histories, situations, depth; and by kind how many situations fail, of how many.

    It fails where something true is not derived.
    """
    ahead, histories, counts = walk(item.game, item.work), 0, Counter[str]()
    for stage in stages(ahead):
        histories += 1
        wrong = incomplete(Ignorance(stage, item.how))
        counts[kind(stage)] += stage.size
        counts[f"{kind(stage)} failed"] += wrong.bit_count()
    situations = sum(counts[name] for name in KINDS)
    return histories, situations, ahead.depth, None, dict(counts)


def first_underived(item: Item[AxiomChoice], of: Collection[str]) -> Case:
    """A shortest history of the game with a true formula that is not derived.

    Only situations of these kinds count; there must be one.
    """
    for stage in stages(walk(item.game, item.work)):
        ignorance = Ignorance(stage, item.how)
        wrong = incomplete(ignorance) if kind(stage) in of else 0
        if wrong:
            world, formula = not_derived(ignorance, wrong)
            said = {"formula": str(formula), "value": "true"}
            return situation_of(stage, world) | said
    raise ValueError("everything true is derived")
