"""A belief state: what follows for the player, and for whoever sees no hand.

In the field: the information state, with a sample of its deals.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from zlib import crc32

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.symbolic.count.count import CountTooLarge
from mystpy.engines.symbolic.count.draw import DealSampler
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState, seen_of
from mystpy.players.detective.sample import DealSample, pile_count
from mystpy.situations.event import Event
from mystpy.views import OBSERVER

MAX_STATES = 200_000
"""A count may remember so many states, some tenths of a second; else none is drawn."""

_FEW_STATES = 8_000
"""So many states for somebody without a hand, some milliseconds."""

_FEW_PILES = 32
"""Where publicly more piles than these are possible no answer tells anybody much."""

_HEARD = 64
"""So many deals are drawn for somebody without a hand."""


@cached_by_theory(8)
def _unseen(game: Game) -> BeliefState:
    """The belief of somebody without a hand before the first action.

    All at one table carry on the same one, which remembers what came next.
    """
    return BeliefState(InformationState(game, OBSERVER, 0))


class DetectiveBeliefState:
    """What a player has seen with what follows from it, computed when asked for.

    Everything here depends on what was seen only, the drawn deals too: their random
    stream begins with a number made of it.
    """

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action; `then` carries it on."""
        self.seen = seen._replace(events=(), won=False)
        self.belief = BeliefState.of(self.seen)
        self.public = _unseen(seen.game)
        self.mark = crc32(f"{seen.player} {seen.hand}".encode())

    def then(self, event: Event, *, won: bool = False) -> DetectiveBeliefState:
        """The belief state once one more action was seen."""
        after: DetectiveBeliefState = DetectiveBeliefState.__new__(DetectiveBeliefState)
        seen = self.seen
        after.seen = seen._replace(events=(*seen.events, event), won=won)
        after.belief = self.belief.then(event, won=won)
        public = seen_of(event, OBSERVER, self.belief.sight)
        after.public = self.public.then(public, won=won)
        after.mark = crc32(f"{event.key} {event.cards}".encode(), self.mark)
        return after

    @property
    def stream(self) -> Random:
        """A random stream that begins the same wherever the same was seen."""
        return Random(self.mark)

    def batch(self, number: int) -> Random:
        """One of many such streams, for deals that are drawn when others were."""
        return Random(self.mark | number << 32)

    @cached_property
    def lot(self) -> DealSampler:
        """The deals held possible, to draw from. Raises CountTooLarge."""
        return self.belief.lot(limit=MAX_STATES)

    def sample_deals(self, size: int, rng: Random | None = None) -> DealSample:
        """Deals, each drawn with its exact chance. Raises CountTooLarge."""
        return DealSample(self.seen.game, self.lot.draws(rng or self.stream, size))

    @cached_property
    def heard(self) -> DealSample | None:
        """Deals that somebody without a hand holds possible.

        None if they are many: then no answer tells such a one much.
        """
        # Whoever sees no hand holds no fewer piles possible than the player does.
        if any(
            pile_count(self.seen.game, each.may[0]) > _FEW_PILES
            for each in (self.belief, self.public)
        ):
            return None
        try:
            lot = self.public.lot(limit=_FEW_STATES)
        except CountTooLarge:
            return None
        return DealSample(self.seen.game, lot.draws(self.stream, _HEARD))

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other players who are still in: who has guessed is out."""
        out = {event.key[1] for event in self.seen.events if event.key[0] == Guess.name}
        out.add(self.seen.player)
        return tuple(k for k in range(1, self.seen.game.p + 1) if k not in out)

    @property
    def question_mask(self) -> int:
        """The cards asked for last, 0 if there are none."""
        asks = (e.cards for e in reversed(self.seen.events) if e.key[0] == Asks.name)
        return next(asks, 0)

    def past(self, test: Callable[[Event], bool]) -> list[tuple[int, Event]]:
        """The events that pass a test, each with the cards asked for before it."""
        found, asked = [], 0
        for event in self.seen.events:
            asked = event.cards if event.key[0] == Asks.name else asked
            if test(event):
                found.append((asked, event))
        return found
