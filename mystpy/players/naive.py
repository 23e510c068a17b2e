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
from mystpy.play.belief import Belief
from mystpy.play.certainty import Certainty
from mystpy.play.seen import Seen
from mystpy.players.note_sheet.sheet import CountingSheet
from mystpy.players.note_sheet.ternary import TernaryArray
from mystpy.players.questions import drawn, unknown
from mystpy.players.recollection import Recollection
from mystpy.players.seat import Seat
from mystpy.situations.deed import Deed

BELIEFS: dict[str, Callable[[Seen], Certainty]] = {
    "exact": Belief,
    "counting": CountingSheet,
    "ternary": TernaryArray,
}
"""What a player may believe, by name."""


def carried_on(belief: Certainty, deed: Deed, won: bool) -> Certainty:
    """A belief once one more action was seen."""
    return belief.then(deed, won=won)


class Naive(Seat):
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
        self.recollection = Recollection[Certainty](BELIEFS[belief], carried_on)

    def question(self, seen: Seen, rng: Random) -> int:
        """Any cards of which it is not known who has them; else own, or of the pile."""
        belief = self.recollection.at(seen)
        quiet = belief.sure[0] | seen.hand
        return drawn(self.game, (unknown(belief), quiet), rng)

    def pile(self, seen: Seen, rng: Random) -> int:
        """The pile, if it is known."""
        return self.recollection.at(seen).pile or 0

    def why(self, seen: Seen, deed: Deed) -> str:
        """The reason of an action, in words."""
        belief = self.recollection.at(seen)
        match deed.key[0]:
            case Asks.name:
                cards = (unknown(belief) & deed.cards).bit_count()
                return f"of {cards} of these cards it is not known who has them"
            case Guess.name:
                return "the pile is known" if belief.pile else "later is too late"
            case NoGuess.name:
                left = belief.may[0].bit_count()
                return f"{left} cards may be in the pile, which has {self._size}"
        return "any card that may be shown" if deed.cards else "there is no choice"

    @property
    def _size(self) -> int:
        return self.game.sizes[0]
