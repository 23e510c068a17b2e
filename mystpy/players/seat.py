"""A player who chooses what to ask, which card to show and when to guess.

In the field: a policy divided by the kind of decision.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from mystpy.bits import bits
from mystpy.engines.diagram.states import Key
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.player import any_of
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer
from mystpy.situations.deed import Deed


class Seat(ABC):
    """Such a player; what is left besides is done as it must be.

    Where a turn may pass without a question, such a player asks all the same.
    """

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(self, seen: Seen, offers: Sequence[Offer], rng: Random) -> Deed:
        """The guess, question or card that is chosen; else what there is to do."""
        by_kind = {offer.key[0]: offer.key for offer in offers}
        if Guess.name in by_kind and (pile := self.pile(seen, rng)):
            return Deed(by_kind[Guess.name], pile)
        if Asks.name in by_kind:
            keys = [offer.key for offer in offers if offer.key[0] == Asks.name]
            return self.asked(seen, keys, rng)
        if NoGuess.name in by_kind:
            return Deed(by_kind[NoGuess.name])
        if Shows.name in by_kind and offers[0].cards.bit_count() > 1:
            return Deed(offers[0].key, self.card(seen, offers[0], rng))
        return any_of(offers[0], self.game, rng)

    def asked(self, seen: Seen, keys: Sequence[Key], rng: Random) -> Deed:
        """What to ask, and whom if there are several whom one may ask: anybody."""
        key = keys[0] if len(keys) == 1 else rng.choice(keys)
        return Deed(key, self.question(seen, rng))

    @abstractmethod
    def question(self, seen: Seen, rng: Random) -> int:
        """The cards to ask for, as a mask."""

    @abstractmethod
    def pile(self, seen: Seen, rng: Random) -> int:
        """The pile to guess, as a mask; 0 for no guess."""

    def card(self, seen: Seen, offer: Offer, rng: Random) -> int:
        """Which of several cards to show, as a mask: any."""
        return rng.choice(bits(offer.cards))
