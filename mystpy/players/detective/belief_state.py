"""A belief state: what follows for the player, and for an observer without a hand.

In the field: the information state, with a sample of its deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, reduce
from random import Random
from typing import Any
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
"""The most states of a count, some tenths of a second; for more, no deal is drawn."""

_FEW_STATES = 8_000
"""The most states of a count for an observer without a hand, some milliseconds."""

_FEW_PILES = 32
"""If more piles than these are publicly possible, no answer reveals much to anybody."""

_HEARD = 64
"""The number of deals drawn for an observer without a hand."""


@cached_by_theory(8)
def _unseen(game: Game) -> BeliefState:
    """Return the belief of an observer without a hand before the first action.

    All players of a game continue the same one, which remembers later states.
    """
    return BeliefState(InformationState(game, OBSERVER, 0))


@lru_cache(maxsize=4096)
def _text(event: Event) -> bytes:
    return f"{event.key} {event.cards}".encode()


def _marked(mark: int, event: Event) -> int:
    """Return the checksum of observations after one more event."""
    return crc32(_text(event), mark)


class DetectiveBeliefState:
    """A player's observations with their consequences, computed on demand.

    It depends only on the observations, including the drawn deals: the seed of their
    random stream is computed from the observations.
    """

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action; `then` continues it."""
        self.seen = seen._replace(events=(), won=False)
        self._before: DetectiveBeliefState | None = None
        self.belief = BeliefState.of(self.seen)
        self.mark = crc32(f"{seen.player} {seen.hand}".encode())
        self._public = _unseen(seen.game), seen.player

    def then(self, event: Event, *, won: bool = False) -> DetectiveBeliefState:
        """Return the belief state after one more event."""
        after: DetectiveBeliefState = DetectiveBeliefState.__new__(DetectiveBeliefState)
        game, player, hand, events, _ = self.seen
        after.seen = InformationState(game, player, hand, (*events, event), won)
        after._before = self
        return after

    def _latest(self, name: str) -> tuple[Any, Sequence[Event]]:
        """Return the latest value of a property, and the events since then."""
        here = self
        while name not in here.__dict__ and here._before:
            here = here._before
        return here.__dict__[name], self.seen.events[len(here.seen.events) :]

    @cached_property
    def belief(self) -> BeliefState:
        """Return the player's belief. Raises QueryError as `BeliefState.then`."""
        belief, events = self._latest("belief")
        found: BeliefState = belief.then_all(events, won=self.seen.won)
        return found

    @cached_property
    def mark(self) -> int:
        """Return a checksum of the observations."""
        mark, events = self._latest("mark")
        found: int = reduce(_marked, events, mark)
        return found

    @property
    def public(self) -> BeliefState:
        """Return the belief of an observer without a hand."""
        return self._public[0]

    @property
    def public_mark(self) -> int:
        """Return a checksum of the player and of what everybody has seen."""
        return self._public[1]

    @cached_property
    def _public(self) -> tuple[BeliefState, int]:
        (belief, mark), events = self._latest("_public")
        for step, event in enumerate(events, 1):
            public = seen_of(event, OBSERVER, belief.sight)
            belief = belief.then(public, won=self.seen.won and step == len(events))
            mark = _marked(mark, public)
        return belief, mark

    @property
    def stream(self) -> Random:
        """Return a random stream that is the same for the same observations."""
        return Random(self.mark)

    def batch(self, number: int) -> Random:
        """Return one of many such streams, for further deals."""
        return Random(self.mark | number << 32)

    @cached_property
    def lot(self) -> DealSampler:
        """Return a sampler of the possible deals. Raises CountTooLarge."""
        return self.belief.lot(limit=MAX_STATES)

    def sample_deals(self, size: int, rng: Random | None = None) -> DealSample:
        """Return deals, each drawn with its exact chance. Raises CountTooLarge."""
        return DealSample(self.seen.game, self.lot.draws(rng or self.stream, size))

    @cached_property
    def heard(self) -> DealSample | None:
        """Return deals that an observer without a hand considers possible.

        It is None if they are many: then no answer reveals much to the observer.
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
        """Return the others who are still in: a player who has guessed is out."""
        out = {event.key[1] for event in self.seen.events if event.key[0] == Guess.name}
        out.add(self.seen.player)
        return tuple(k for k in range(1, self.seen.game.p + 1) if k not in out)

    @property
    def question_mask(self) -> int:
        """Return the cards of the last question, 0 if there is none."""
        asks = (e.cards for e in reversed(self.seen.events) if e.key[0] == Asks.name)
        return next(asks, 0)

    def past(self, test: Callable[[Event], bool]) -> list[tuple[int, Event]]:
        """Return the events that pass a test, each with the cards of its question."""
        found, asked = [], 0
        for event in self.seen.events:
            asked = event.cards if event.key[0] == Asks.name else asked
            if test(event):
                found.append((asked, event))
        return found
