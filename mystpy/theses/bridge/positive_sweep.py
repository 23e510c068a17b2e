"""What the axioms derive, beside what is true, over all situations of one game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mystpy.game.game import Game
from mystpy.theses.bridge.apart import not_derived
from mystpy.theses.bridge.axioms import (
    Reading,
    first_false,
    formula_of,
    own_hand_not_known,
)
from mystpy.theses.bridge.ignorance import Ignorance
from mystpy.theses.bridge.scene import Scene
from mystpy.theses.bridge.shown import show_not_known
from mystpy.theses.bridge.walk import Walk

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
    walk, histories, situations = Walk(item.game, item.work), 0, 0
    for scene in walk.scenes():
        histories, situations = histories + 1, situations + len(scene)
        false = _false(scene, item.reading)
        if false is not None:
            return histories, situations, walk.depth, *false
    return histories, situations, walk.depth, None, None


def _false(scene: Scene, reading: Reading) -> tuple[dict[str, object], str] | None:
    """A situation in which an axiom is false, and the axiom; None if all hold."""
    wrong = own_hand_not_known(scene) if reading.own_hands else None
    if wrong is not None:
        return scene.situation(wrong), "(2.14)"
    wrong = show_not_known(scene) if reading.shows else None
    if wrong is not None:
        return scene.situation(wrong), "(2.25)"
    false = first_false(scene, reading)
    if false is None:
        return None
    world, one = false
    said = {"formula": str(formula_of(one, scene.game)), "value": "false"}
    return scene.situation(world) | said, one.axiom


def hidden(scene: Scene) -> bool:
    """Whether there is a third player, and a card shown that was not told to all."""
    cards = zip(*scene.shown, strict=True)
    return len(scene.players) > 2 and any(len(set(each)) > 1 for each in cards)


def kind(scene: Scene) -> str:
    """What has happened in a scene, one of KINDS."""
    end = ""
    if scene.over and scene.deeds[-1].key[0] == "guess":
        right = scene.worlds[0][0] == scene.deeds[-1].cards
        end = "right" if right else "last"
    return f"hidden {end}".rstrip() if hidden(scene) else end or "plain"


def incomplete(ignorance: Ignorance) -> int:
    """The worlds in which some true positive formula is not derived."""
    worlds = range(len(ignorance.scene))
    return sum(1 << w for w in worlds if not ignorance.complete(w))


def complete_piece(item: Item) -> tuple[int, int, dict[str, list[int]]]:
    """Histories, depth, and by kind how many situations, and how many incomplete."""
    walk, histories = Walk(item.game, item.work), 0
    counts = {name: [0, 0] for name in KINDS}
    for scene in walk.scenes():
        histories += 1
        wrong = incomplete(Ignorance(scene, item.reading))
        count = counts[kind(scene)]
        count[0] += len(scene)
        count[1] += wrong.bit_count()
    return histories, walk.depth, counts


def first_underived(item: Item, of: Iterable[str]) -> dict[str, object]:
    """A shortest history of the game with a true formula that is not derived.

    Only situations of these kinds count; there must be one.
    """
    return next(_underived(item, tuple(of)))


def _underived(item: Item, of: tuple[str, ...]) -> Iterator[dict[str, object]]:
    for scene in Walk(item.game, item.work).scenes():
        ignorance = Ignorance(scene, item.reading)
        wrong = incomplete(ignorance) if kind(scene) in of else 0
        if wrong:
            world, formula = not_derived(ignorance, wrong)
            yield scene.situation(world) | {"formula": str(formula), "value": "true"}
