"""The player who asks for any cards that are not known, and guesses when certain.

In the field: the uniformly random policy over informative actions.

How much such a player knows depends on what it believes: all that follows, what
counting tells, or less.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.history.actions import Asks, NoGuess
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import (
    BeliefApproximation,
    InformationState,
)
from mystpy.players.counting_sheet import CountingSheet, TernaryArray
from mystpy.players.player_base import BeliefPlayer, draw_question, unknown
from mystpy.situations.event import Event

BELIEFS: dict[str, Callable[[InformationState], BeliefApproximation]] = {
    "exact": BeliefState,
    "counting": CountingSheet,
    "ternary": TernaryArray,
}
"""What a player may believe, by name."""


class Naive(BeliefPlayer[BeliefApproximation]):
    """Such a player, with one of `BELIEFS`; shows any card.

    Source: the random questions of Ayzenshtat, Feng and Lee 2003, as far as they are
    not lost; `ternary` is the player of Bart 2000, 3.2. Raises QueryError for a belief
    that is not there.
    """

    def __init__(self, game: Game, player: int, *, belief: str = "counting") -> None:
        if belief not in BELIEFS:
            hint = did_you_mean(belief, BELIEFS)
            raise QueryError(f"no kind of belief {belief!r}", hint=hint)
        super().__init__(game, player, BELIEFS[belief])

    def question(self, seen: InformationState, rng: Random) -> int:
        """Any cards of which it is not known who has them; else own, or of the pile."""
        belief = self.belief(seen)
        quiet = belief.sure[0] | seen.hand
        return draw_question(self.game, (unknown(belief), quiet), rng)

    def why(self, seen: InformationState, event: Event) -> str:
        """The reason of an action, in words."""
        belief = self.belief(seen)
        if event.key[0] == Asks.name:
            cards = (unknown(belief) & event.cards).bit_count()
            return f"of {cards} of these cards it is not known who has them"
        if event.key[0] == NoGuess.name:
            left, size = belief.may[0].bit_count(), self.game.sizes[0]
            return f"{left} cards may be in the pile, which has {size}"
        return super().why(seen, event)
