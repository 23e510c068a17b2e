"""A player who chooses what to ask, which card to show and when to guess.

In the field: a policy divided by the kind of decision.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from mystpy.bits import bits
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.situations.event import Event


class PlayerBase(ABC):
    """Such a player; what is left besides is done as it must be.

    Where a turn may pass without a question, such a player asks all the same.
    """

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(
        self, seen: InformationState, offers: Sequence[LegalAction], rng: Random
    ) -> Event:
        """The guess, question or card that is chosen; else what there is to do."""
        by_kind = {offer.key[0]: offer.key for offer in offers}
        if Guess.name in by_kind and (pile := self.pile(seen, rng)):
            return Event(by_kind[Guess.name], pile)
        if Asks.name in by_kind:
            keys = [offer.key for offer in offers if offer.key[0] == Asks.name]
            return self.choose_question(seen, keys, rng)
        if NoGuess.name in by_kind:
            return Event(by_kind[NoGuess.name])
        if Shows.name in by_kind and offers[0].cards.bit_count() > 1:
            return Event(offers[0].key, self.card(seen, offers[0], rng))
        return any_of(offers[0], self.game, rng)

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """What to ask, and whom if there are several whom one may ask: anybody."""
        key = keys[0] if len(keys) == 1 else rng.choice(keys)
        return Event(key, self.question(seen, rng))

    @abstractmethod
    def question(self, seen: InformationState, rng: Random) -> int:
        """The cards to ask for, as a mask."""

    @abstractmethod
    def pile(self, seen: InformationState, rng: Random) -> int:
        """The pile to guess, as a mask; 0 for no guess."""

    def card(self, seen: InformationState, offer: LegalAction, rng: Random) -> int:
        """Which of several cards to show, as a mask: any."""
        return rng.choice(bits(offer.cards))
