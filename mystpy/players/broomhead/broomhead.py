"""Broomhead and Crazy Broomhead: undeniable clues, with and without trials.

In the field: a knowledge-based heuristic policy.

Source: Ayzenshtat, Feng and Lee 2003. They were made for a game in which a player asks
one other player for any number of cards, or guesses instead. Where nobody chooses who
is asked, the one who would be chosen decides what is asked for, as far as that is a
question.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.bits import bits
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.play.certainty import BeliefApproximation
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.players.broomhead.interrogation import (
    Interrogation,
    card_to_show,
    interrogation,
    spared_opponent,
    target,
    uncertain,
)
from mystpy.players.event_fold import EventFold
from mystpy.players.note_sheet.sheet import CountingSheet
from mystpy.players.player_base import PlayerBase
from mystpy.players.questions import draw_question
from mystpy.situations.event import Event


class Broomhead(PlayerBase):
    """Counts, asks whoever has most uncertain cards, and guesses when certain.

    More than 95 of 100 certain, as the source says, is certain: of two piles that there
    may be each is as likely.
    """

    spares = False
    """Whether one opponent is left unmolested for the end game."""
    trial = False

    def __init__(self, game: Game, player: int) -> None:
        super().__init__(game, player)
        self._sheets = EventFold[CountingSheet](
            lambda seen: CountingSheet(seen, trial=self.trial),
            lambda sheet, event, won: sheet.then(event, won=won),
        )

    def belief(self, seen: InformationState) -> BeliefApproximation:
        """What is taken to be so."""
        return self._sheets.at(seen)

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """The interrogation: whom, and for what."""
        to = {key[-1]: key for key in keys if len(key) > 2}
        chosen = self._interrogation(seen, list(to) or self._others(), rng)
        if not to:
            pools = chosen.cards, chosen.padding
            return Event(keys[0], draw_question(self.game, pools, rng))
        order = [
            card
            for part in (chosen.cards, chosen.padding)
            for card in rng.sample(bits(part), part.bit_count())
        ]
        return Event(to[chosen.target], sum(order[: self.game.q]) or 1)

    def question(self, seen: InformationState, rng: Random) -> int:
        """The cards that the one to ask is asked for."""
        return self._interrogation(seen, self._others(), rng).cards

    def _others(self) -> list[int]:
        return [k for k in range(1, self.game.p + 1) if k != self.player]

    def _interrogation(
        self, seen: InformationState, others: list[int], rng: Random
    ) -> Interrogation:
        belief = self.belief(seen)
        open_ = uncertain(belief, self.player)
        spared = (
            spared_opponent(self.game, self.player, seen.hand) if self.spares else 0
        )
        asked = target(open_, others, spared, rng)
        return interrogation(belief, open_, asked, self.game, rng)

    def card(self, seen: InformationState, offer: LegalAction, rng: Random) -> int:
        """A card that was shown before, if there is one."""
        return card_to_show(seen, offer.cards, rng)

    def pile(self, seen: InformationState, rng: Random) -> int:
        """The pile, if it is known."""
        return self.belief(seen).pile or 0

    def why(self, seen: InformationState, event: Event) -> str:
        """The reason of an action, in words."""
        open_ = uncertain(self.belief(seen), self.player)
        match event.key[0]:
            case Asks.name:
                game = "end game" if len(open_) == 1 else "open game"
                return f"the {game}: of {len(open_)} players something is not known"
            case Shows.name:
                before = any(e.key[:2] == event.key[:2] for e in seen.events)
                return "shown before if possible" if before else "any card"
            case Guess.name:
                known = self.belief(seen).pile
                return "the pile is known" if known else "later is too late"
        return "there is no choice"


class Crazy(Broomhead):
    """The same with trials, and one opponent left alone until the end game."""

    spares = True
    trial = True
