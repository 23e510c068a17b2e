"""Follow a game from a referee that may be faulty: each event is first validated.

In the field: validation of an observation sequence against the transition system.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import QueryError
from mystpy.play.belief import Belief
from mystpy.play.hearing import Hearing
from mystpy.play.player import MOST
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer, is_question_or_guess
from mystpy.protocol.offers import text_of
from mystpy.situations.deed import Deed


class FollowedGame:
    """What a player has seen, where every event was possible, and some deal fits."""

    def __init__(self, seen: Seen) -> None:
        """Begin before the first action. Raises QueryError if no deal has the hand."""
        self.seen = seen
        self._hearing = Hearing.of(seen.game)
        self._belief = Belief(seen)
        _ = self._belief.grid

    def follow(self, deed: Deed, *, won: bool = False) -> None:
        """Add an event, `won` with a right guess.

        Raises QueryError if it is not possible, given what was seen before.
        """
        seen, game = self.seen, self.seen.game
        said = text_of(deed, game)
        if len(seen.events) >= MOST:
            raise QueryError(f"a game has no more than {MOST:,} actions")
        if won and deed.key[0] != "guess":
            raise QueryError(f"{said} cannot win the game")
        if not is_question_or_guess(deed, game):
            raise QueryError(f"{said} has not the cards of a question or a guess")
        if deed.key[0] == "shows" and not self._is_plain_show(deed):
            raise QueryError(f"{said} does not say which card the player has seen")
        hearing, _ = self._hearing.then(deed, seen.player, won=won)
        belief = self._belief.then(deed, won=won)
        _ = belief.grid
        self._hearing, self._belief = hearing, belief
        self.seen = seen.then(deed, won=won)

    def require_offers(self, offers: Sequence[Offer]) -> None:
        """Raise QueryError unless the player may do one of these, and all of them."""
        seen, game, asked = self.seen, self.seen.game, self._hearing.asked
        moves = self._hearing.diagram.moves(self._hearing.state)
        if not offers:
            raise QueryError("nothing is offered")
        for offer in offers:
            said = text_of(Deed(offer.key, offer.cards & -offer.cards), game)
            if offer.key not in moves or offer.player != seen.player:
                raise QueryError(f"player {seen.player} cannot do {said} now")
            if offer.key[0] == "shows" and offer.cards & ~(seen.hand & asked):
                raise QueryError(f"player {seen.player} cannot show that: {said}")

    def _is_plain_show(self, deed: Deed) -> bool:
        """Whether a show has one card if the player sees it, and at most one if not."""
        number = deed.cards.bit_count()
        hidden = self._hearing.sight.hides(self.seen.player, *deed.key)
        return number == 1 or (number == 0 and hidden)
