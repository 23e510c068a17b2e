"""Follow a game from a referee that may be faulty: each event is first validated.

In the field: validation of an observation sequence against the transition system.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import QueryError
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import LegalAction, is_question_or_guess
from mystpy.play.information_state import InformationState
from mystpy.play.observed_game_state import ObservedGameState
from mystpy.play.player import MOST
from mystpy.protocol.offers import text_of
from mystpy.situations.event import Event


class FollowedGame:
    """What a player has seen, where every event was possible, and some deal fits."""

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action. Raises QueryError if no deal has the hand."""
        self.seen = seen
        self._observed_state = ObservedGameState.of(seen.game)
        self._belief = BeliefState(seen)
        _ = self._belief.grid

    def follow(self, event: Event, *, won: bool = False) -> None:
        """Add an event, `won` with a right guess.

        Raises QueryError if it is not possible, given what was seen before.
        """
        seen, game = self.seen, self.seen.game
        said = text_of(event, game)
        if len(seen.events) >= MOST:
            raise QueryError(f"a game has no more than {MOST:,} actions")
        if won and event.key[0] != "guess":
            raise QueryError(f"{said} cannot win the game")
        if not is_question_or_guess(event, game):
            raise QueryError(f"{said} has not the cards of a question or a guess")
        if event.key[0] == "shows" and not self._is_plain_show(event):
            raise QueryError(f"{said} does not say which card the player has seen")
        observed_state, _ = self._observed_state.then(event, seen.player, won=won)
        belief = self._belief.then(event, won=won)
        _ = belief.grid
        self._observed_state, self._belief = observed_state, belief
        self.seen = seen.then(event, won=won)

    def require_offers(self, offers: Sequence[LegalAction]) -> None:
        """Raise QueryError unless the player may do one of these, and all of them."""
        seen, game, asked = (
            self.seen,
            self.seen.game,
            self._observed_state.question_mask,
        )
        moves = self._observed_state.system.moves(self._observed_state.state)
        if not offers:
            raise QueryError("nothing is offered")
        for offer in offers:
            said = text_of(Event(offer.key, offer.cards & -offer.cards), game)
            if offer.key not in moves or offer.player != seen.player:
                raise QueryError(f"player {seen.player} cannot do {said} now")
            if offer.key[0] == "shows" and offer.cards & ~(seen.hand & asked):
                raise QueryError(f"player {seen.player} cannot show that: {said}")

    def _is_plain_show(self, event: Event) -> bool:
        """Whether a show has one card if the player sees it, and at most one if not."""
        number = event.cards.bit_count()
        hidden = self._observed_state.sight.hides(self.seen.player, *event.key)
        return number == 1 or (number == 0 and hidden)
