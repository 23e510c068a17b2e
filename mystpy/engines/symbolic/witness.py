"""Witnesses: the worlds that show how a formula can hold, or how it fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple

if TYPE_CHECKING:
    from mystpy.engines.symbolic.sat.layout import WorldLayout


class WitnessWorld(NamedTuple):
    """One world of a witness: `player` cannot tell it from world `parent`.

    The first world has parent -1: it fits what is given. `hands` are masks by
    holder, `shown` masks by show.
    """

    parent: int
    player: int
    hands: tuple[int, ...]
    shown: tuple[int, ...]


def witness_world(
    scene: WorldLayout,
    world: int,
    parent: tuple[int, int, WitnessWorld | None],
    given: Mapping[int, int],
) -> WitnessWorld:
    """The world of a witness that a number is.

    Of the parent there are its number, who cannot tell it apart, and the world itself.
    Any card will do for a show whose card nobody asks for: one that is given, or that
    of the parent if who showed it cannot tell the worlds apart, or else one held.
    """
    number, player, before = parent
    hands = tuple(scene.hand(world, k) for k in scene.holders)
    shown = []
    for e, show in enumerate(scene.constraints.shows):
        card = scene.shown(world, e) if e in scene.shows else 0
        if not card and player in (0, show.by):
            card = before.shown[e] if before else given.get(e, 0)
        choice = hands[show.by] & show.cards or show.cards
        shown.append(card or choice & -choice)
    return WitnessWorld(number, player, hands, tuple(shown))
