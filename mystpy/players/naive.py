"""Players who ask at random for uncertain cards, and guess when certain.

In the field: the uniformly random policy over informative actions.

The knowledge of such a player depends on its belief: all consequences, those by
counting, or less. Camouflage also hides its cards: its questions carry no signal.

Source of the latter: Bart 2000, 4.1, for two players and q = m + n + 1, where the
questions give the opponent no information. The extensions to more players and smaller
questions are those that follow Claim 4.3: *a question is chosen randomly from a set of
useful questions*.
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
"""The beliefs of a player, by name."""


class Naive(BeliefPlayer[BeliefApproximation]):
    """A player of this kind with one of `BELIEFS`; it shows any card.

    Source: the random questions of Ayzenshtat, Feng and Lee 2003, as far as they are
    not lost; `ternary` is the player of Bart 2000, 3.2. Raises QueryError for an
    unknown belief.
    """

    def __init__(self, game: Game, player: int, *, belief: str = "counting") -> None:
        if belief not in BELIEFS:
            hint = did_you_mean(belief, BELIEFS)
            raise QueryError(f"no kind of belief {belief!r}", hint=hint)
        super().__init__(game, player, BELIEFS[belief])

    def question(self, seen: InformationState, rng: Random) -> int:
        """Return random unknown cards; else own cards, or those of the pile."""
        belief = self.belief(seen)
        quiet = belief.sure[0] | seen.hand
        return draw_question(self.game, (unknown(belief), quiet), rng)

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        belief = self.belief(seen)
        if event.key[0] == Asks.name:
            cards = (unknown(belief) & event.cards).bit_count()
            return f"the holders of {cards} of these cards are unknown"
        if event.key[0] == NoGuess.name:
            left, size = belief.may[0].bit_count(), self.game.sizes[0]
            return f"{left} cards may be in the pile, which has {size}"
        return super().why(seen, event)


class Camouflage(Naive):
    """A player who asks for cards that nobody has shown, as far as she saw.

    A question is useful if it has a card whose holder is uncertain. With `early` the
    second of two players guesses before it is too late, after n - 1 own questions of m
    + n + 1 cards, see Theorem 4.1.
    """

    def __init__(self, game: Game, player: int, *, early: bool = False) -> None:
        super().__init__(game, player, belief="exact")
        self.early = early

    def question(self, seen: InformationState, rng: Random) -> int:
        """Return a random useful question of cards that were not shown."""
        belief = self.belief(seen)
        useful = unknown(belief)
        own = cards_of_shows(seen) & seen.hand
        hidden = self._hidden(seen, belief)
        question = draw_question(self.game, (hidden, own), rng)
        while useful and not question & useful:
            question = draw_question(self.game, (hidden, own), rng)
        return question

    def _hidden(self, seen: InformationState, belief: BeliefApproximation) -> int:
        """Return the cards to draw from: not shown, nor known to be another's."""
        cards = (1 << self.game.c) - 1
        for k, sure in enumerate(belief.sure):
            if k not in (0, self.player):
                cards &= ~sure
        return cards & ~cards_of_shows(seen)

    def pile(self, seen: InformationState, rng: Random) -> int:
        """Return the pile, if it is known, or a possible one, if it is time."""
        known = super().pile(seen, rng)
        if not known and self._late(seen):
            return BeliefState.of(seen).draw(rng)[0]
        return known

    def _late(self, seen: InformationState) -> bool:
        """Return whether the opponent will know the pile before the next own turn."""
        game = self.game
        if not self.early or game.m is None or game.n is None or game.p != 2:
            return False
        askers = [event.key[1] for event in seen.events if event.key[0] == Asks.name]
        second = bool(askers) and askers[0] != self.player
        turns = askers.count(self.player)
        return second and game.q == game.m + game.n + 1 and turns >= game.n - 1


def cards_of_shows(seen: InformationState) -> int:
    """Return the cards shown by or to a player, as a mask."""
    cards = 0
    for event in seen.events:
        if event.key[0] == Shows.name:
            cards |= event.cards
    return cards
