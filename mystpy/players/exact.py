"""The player who knows what follows, and asks at random what may bring something new.

In the field: an exact belief state with a random policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.bits import mask_of
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.play.belief import Belief
from mystpy.play.player import any_of
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer
from mystpy.situations.deed import Deed
from mystpy.situations.play import random_set


class Exact:
    """Guesses as soon as the pile is known, and never before.

    Asks for cards of which at least one may be in several places, drawn evenly from
    such questions, as long as a few tries find one; shows any card that may be shown.
    """

    tries = 50

    def __init__(self, game: Game, player: int) -> None:
        check_carried(game, "this player", hint="naive-exact plays it")
        self.game = game
        self.player = player
        self._last: tuple[Seen, Belief] | None = None

    def act(self, seen: Seen, offers: Sequence[Offer], rng: Random) -> Deed:
        """A guess if the pile is known, else a question, or what else may be done."""
        kinds = {offer.key[0]: offer for offer in offers}
        if "guess" in kinds:
            pile = self._belief(seen).pile
            offer = kinds["guess" if pile else "noguess"]
            return Deed(offer.key, pile or 0)
        if "asks" in kinds:
            return self._question(seen, kinds["asks"], rng)
        return any_of(rng.choice(offers), self.game, rng)

    def why(self, seen: Seen, deed: Deed) -> str:
        """The reason for an action, in words; none where nothing was chosen."""
        match deed.key[0]:
            case "guess":
                return "the pile is known"
            case "noguess":
                return "the pile is not known yet"
            case "asks":
                known = self._belief(seen).pile is not None
                return "" if known else "not all is known of these cards"
            case "shows":
                return "it is as good as any other card"
        return ""

    def _question(self, seen: Seen, offer: Offer, rng: Random) -> Deed:
        belief = self._belief(seen)
        settled = 0
        for cards in belief.sure:
            settled |= cards
        for _ in range(self.tries):
            cards = mask_of(random_set(self.game, rng, self.game.q), self.game)
            if cards & ~settled:
                break
        return Deed(offer.key, cards)

    def _belief(self, seen: Seen) -> Belief:
        """What is believed now, carried on from what was when it was last asked."""
        if self._last is None or self._last[0] != self._before(seen):
            self._last = seen, Belief.of(seen)
        before, belief = self._last
        for deed in seen.events[len(before.events) :]:
            belief = belief.then(deed)
        self._last = seen, belief
        return belief

    def _before(self, seen: Seen) -> Seen | None:
        """What was seen when it was last asked, if what is seen now goes on from it."""
        assert self._last is not None
        return seen._replace(events=seen.events[: len(self._last[0].events)])
