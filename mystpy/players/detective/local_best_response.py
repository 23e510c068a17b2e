"""A player who knows the others' policy, and responds one step ahead.

In the field: local best response (Lisy and Bowling 2017). The gain of such a player
over the fair share is a lower bound on the gain of a best response.

Deals are drawn from those that the player considers possible. They are weighed with the
exact probability with which the others would have asked and guessed as they did. With
these deals the player chooses as the strong player of level e does. It asks the most
informative question about the pile, shows the least informative card, and guesses when
that wins more than waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from mystpy.game.game import Game
from mystpy.play.information_state import InformationState
from mystpy.play.player import Player
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.detective import Detective
from mystpy.players.detective.likelihood import Weights, resample
from mystpy.players.detective.sample import Deal, DealSample
from mystpy.players.policy.choice_likelihood import (
    CHOICES,
    choice_probability,
    with_shown_cards,
)


class LocalBestResponse(Detective):
    """A player who assumes that all others play by one policy, and knows it.

    `sit` makes a player with that policy; `particles` is how many deals are weighed for
    a choice.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        sit: Callable[[Game, int], Player],
        particles: int = 64,
    ) -> None:
        super().__init__(game, player, level="e", readable=True, solved=False)
        self.particles = particles
        others = (k for k in range(1, game.p + 1) if k != player)
        self._models = {k: sit(game, k) for k in others}

    def _read(self, here: DetectiveBeliefState) -> DealSample:
        """Return deals weighed by the others' actions under their policy."""
        rng = here.stream
        wide = here.sample_deals(self.particles, rng)
        weights = self.weights(here.seen, wide.deals, rng)
        return resample(wide, weights, self.deals, rng) if weights.any() else wide

    def weights(
        self, seen: InformationState, deals: Sequence[Deal], rng: Random
    ) -> Weights:
        """Return the probability of the others' choices, by deal."""
        return np.array([self._likelihood(seen, deal, rng) for deal in deals])

    def _likelihood(self, seen: InformationState, deal: Deal, rng: Random) -> float:
        found = 1.0
        events = with_shown_cards(seen.events, deal, rng)
        for step, event in enumerate(events):
            actor = event.key[1]
            if event.key[0] in CHOICES and actor in self._models:
                found *= choice_probability(
                    self._models[actor], seen.game, deal[actor], events[:step], event
                )
            if not found:
                return 0.0
        return found
