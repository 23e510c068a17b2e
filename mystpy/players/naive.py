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
from mystpy.history.actions import Asks, Guess, NoGuess
from mystpy.play.belief import BeliefState
from mystpy.play.certainty import BeliefApproximation
from mystpy.play.information_state import InformationState
from mystpy.players.event_fold import EventFold
from mystpy.players.note_sheet.sheet import CountingSheet
from mystpy.players.note_sheet.ternary import TernaryArray
from mystpy.players.player_base import PlayerBase
from mystpy.players.questions import draw_question, unknown
from mystpy.situations.event import Event

BELIEFS: dict[str, Callable[[InformationState], BeliefApproximation]] = {
    "exact": BeliefState,
    "counting": CountingSheet,
    "ternary": TernaryArray,
}
"""What a player may believe, by name."""


def carried_on(
    belief: BeliefApproximation, event: Event, won: bool
) -> BeliefApproximation:
    """A belief once one more action was seen."""
    return belief.then(event, won=won)


class Naive(PlayerBase):
    """Such a player, with one of `BELIEFS`; shows any card.

    Source: the random questions of Ayzenshtat, Feng and Lee 2003, as far as they are
    not lost; `ternary` is the player of Bart 2000, 3.2. Raises QueryError for a belief
    that is not there.
    """

    def __init__(self, game: Game, player: int, *, belief: str = "counting") -> None:
        super().__init__(game, player)
        if belief not in BELIEFS:
            hint = did_you_mean(belief, BELIEFS)
            raise QueryError(f"no kind of belief {belief!r}", hint=hint)
        self.recollection = EventFold[BeliefApproximation](BELIEFS[belief], carried_on)

    def question(self, seen: InformationState, rng: Random) -> int:
        """Any cards of which it is not known who has them; else own, or of the pile."""
        belief = self.recollection.at(seen)
        quiet = belief.sure[0] | seen.hand
        return draw_question(self.game, (unknown(belief), quiet), rng)

    def pile(self, seen: InformationState, rng: Random) -> int:
        """The pile, if it is known."""
        return self.recollection.at(seen).pile or 0

    def why(self, seen: InformationState, event: Event) -> str:
        """The reason of an action, in words."""
        belief = self.recollection.at(seen)
        match event.key[0]:
            case Asks.name:
                cards = (unknown(belief) & event.cards).bit_count()
                return f"of {cards} of these cards it is not known who has them"
            case Guess.name:
                return "the pile is known" if belief.pile else "later is too late"
            case NoGuess.name:
                left = belief.may[0].bit_count()
                return f"{left} cards may be in the pile, which has {self._size}"
        return "any card that may be shown" if event.cards else "there is no choice"

    @property
    def _size(self) -> int:
        return self.game.sizes[0]
