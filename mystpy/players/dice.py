"""The player who does anything that may be done.

In the field: the uniformly random policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.game.game import Game
from mystpy.play.player import any_of
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer
from mystpy.situations.deed import Deed


class Dice:
    """Does anything: each kind of action that is offered is as likely as the others."""

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(self, seen: Seen, offers: Sequence[Offer], rng: Random) -> Deed:
        """Any action that may be done, with any cards that it may have."""
        return any_of(rng.choice(offers), seen.game, rng)
