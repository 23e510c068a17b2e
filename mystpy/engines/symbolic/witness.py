"""Witnesses: the worlds that show how a formula can hold, or how it fails."""

from __future__ import annotations

from mystpy.compilation import NamedTuple


class WitnessWorld(NamedTuple):
    """One world of a witness: `player` cannot tell it from world `parent`.

    The first world has parent -1: it fits what is given. `hands` are masks by
    holder, `shown` masks by show.
    """

    parent: int
    player: int
    hands: tuple[int, ...]
    shown: tuple[int, ...]
