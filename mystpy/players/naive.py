"""Players who ask at random for what is not known, and guess when certain.

In the field: the uniformly random policy over informative actions.

How much such a player knows depends on what it believes: all that follows, what
counting tells, or less. Camouflage besides hides which cards it has: its questions
carry no signal. Source of the latter: Bart 2000, 4.1, for two players and
q = m + n + 1, where the questions tell the opponent nothing; the extensions to more
players and smaller questions are those that follow Claim 4.3: *a question is chosen
randomly from a set of useful questions*.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.history.actions import Asks, NoGuess, Shows
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import BeliefApproximation, InformationState
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


class Camouflage(Naive):
    """Asks for any cards that neither it nor, as far as it saw, others have shown.

    A question is useful if it has a card of which it is not known who has it. With
    `early` the second of two players guesses before it is too late, after n - 1 own
    questions of m + n + 1 cards, see Theorem 4.1.
    """

    def __init__(self, game: Game, player: int, *, early: bool = False) -> None:
        super().__init__(game, player, belief="exact")
        self.early = early

    def question(self, seen: InformationState, rng: Random) -> int:
        """A random one of the useful questions, of cards that were not shown."""
        belief = self.belief(seen)
        useful = unknown(belief)
        own = cards_of_shows(seen) & seen.hand
        hidden = self._hidden(seen, belief)
        question = draw_question(self.game, (hidden, own), rng)
        while useful and not question & useful:
            question = draw_question(self.game, (hidden, own), rng)
        return question

    def _hidden(self, seen: InformationState, belief: BeliefApproximation) -> int:
        """The cards to draw from: not shown by anybody, nor known to be another's."""
        cards = (1 << self.game.c) - 1
        for k, sure in enumerate(belief.sure):
            if k not in (0, self.player):
                cards &= ~sure
        return cards & ~cards_of_shows(seen)

    def pile(self, seen: InformationState, rng: Random) -> int:
        """The pile, if it is known, or one of those there may be, if it is time."""
        known = super().pile(seen, rng)
        if not known and self._late(seen):
            return BeliefState.of(seen).draw(rng)[0]
        return known

    def _late(self, seen: InformationState) -> bool:
        """Whether the opponent will know the pile before the next own turn."""
        game = self.game
        if not self.early or game.m is None or game.n is None or game.p != 2:
            return False
        askers = [event.key[1] for event in seen.events if event.key[0] == Asks.name]
        second = bool(askers) and askers[0] != self.player
        turns = askers.count(self.player)
        return second and game.q == game.m + game.n + 1 and turns >= game.n - 1


def cards_of_shows(seen: InformationState) -> int:
    """The cards of the shows that a player took part in, as a mask."""
    cards = 0
    for event in seen.events:
        if event.key[0] == Shows.name:
            cards |= event.cards
    return cards
