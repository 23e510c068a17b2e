"""The player who does anything that may be done.

In the field: the uniformly random policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.game.game import Game
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.situations.event import Event


class RandomPlayer:
    """Does anything: each kind of action that is offered is as likely as the others."""

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(
        self, seen: InformationState, offers: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Any action that may be done, with any cards that it may have."""
        return any_of(rng.choice(offers), seen.game, rng)
