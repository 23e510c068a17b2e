"""The consequences of a player's observations: grid, counts, odds, and drawn deals.

In the field: an exact belief state, updated event by event.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from mystpy.engines.base import Odds
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.count.count import LIMIT, DealCounts, count, tally
from mystpy.engines.symbolic.count.draw import DealSampler
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.transition_system.states import PublicGameState
from mystpy.history.actions import Shows
from mystpy.play.information_state import (
    EventFold,
    InformationState,
    ObservedGameState,
    initial_conditions,
    seen_of,
)
from mystpy.situations.event import Event
from mystpy.views import OBSERVER, Show, Sight


class BeliefState:
    """A player's exact belief; `then` returns the next one and leaves this unchanged.

    The player knows the rules, has a perfect memory, and draws no conclusions from the
    choices of others. Create one by `BeliefState.of`; values are computed on demand.
    """

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action, with the player's own hand only.

        The belief of `OBSERVER` begins without a hand.
        """
        self.game = seen.game
        self.player = seen.player
        self._observed_state = ObservedGameState.of(seen.game)
        self._conditions = frozenset(initial_conditions(seen))
        self._shows: tuple[Show, ...] = ()
        self._steps = 0
        self._before: ViewGrid | None = None
        self._next: tuple[Event, bool, BeliefState] | None = None

    @classmethod
    def of(cls, seen: InformationState) -> BeliefState:
        """Return the belief for an information state. Raises QueryError as `then`."""
        return EventFold(cls).at(seen)

    def then(self, event: Event, *, won: bool = False) -> BeliefState:
        """Return the belief after one more event, `won` if it was a right guess.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        known = self._next  # read once: another thread may replace it
        if known and known[:2] == (event, won):
            return known[2]
        after = self.then_all((event,), won=won)
        if self.player == OBSERVER:  # all at a table carry on what everybody knows
            self._next = event, won, after
        return after

    def then_all(self, events: Sequence[Event], *, won: bool = False) -> BeliefState:
        """Return the belief after several events, `won` if the last is a right guess.

        Raises QueryError as `then`.
        """
        after: BeliefState = BeliefState.__new__(BeliefState)
        after.game, after.player = self.game, self.player
        state, sight = self._observed_state, self.sight
        news, shows = list[Condition](), list[Show]()
        for step, event in enumerate(events, 1):
            seen = seen_of(event, self.player, sight)
            if seen.key[0] == Shows.name and seen.cards:
                shows.append(self._show(step, seen, state.question_mask))
            state, more = state.then_seen(seen, won=won and step == len(events))
            news += more
        after._observed_state = state
        after._conditions = self._conditions.union(news) if news else self._conditions
        after._shows = (*self._shows, *shows) if shows else self._shows
        after._steps = self._steps + len(events)
        after._before = self.__dict__.get("grid", self._before)
        after._next = None
        return after

    def _show(self, step: int, event: Event, asked: int) -> Show:
        """Return the show of a later step whose card the player sees."""
        return Show(self._steps + step - 1, event.key[1], event.key[-1], asked)

    @property
    def sight(self) -> Sight:
        """Return which players see which events in the game."""
        return self._observed_state.sight

    @property
    def public_state(self) -> PublicGameState:
        """Return the public state now."""
        return self._observed_state.public

    @cached_property
    def grid(self) -> ViewGrid:
        """Return which cards each holder may have. Raises NoWorldFits if none fit."""
        if self._before and self._before.conditions == self._conditions:
            return self._before
        grid = self._before.copy() if self._before else ViewGrid(self.game)
        grid.update(self._conditions)
        return grid

    @cached_property
    def may(self) -> tuple[int, ...]:
        """Return for each holder the cards that he may have, as masks."""
        residue = self.grid.residue
        return residue.places.hands(residue.may)

    @cached_property
    def sure(self) -> tuple[int, ...]:
        """Return for each holder the cards that he must have, as masks."""
        residue = self.grid.residue
        return residue.places.hands(residue.fixed)

    @property
    def pile(self) -> int | None:
        """Return the pile, if it is known."""
        may = self.may[0]
        return may if may.bit_count() == self.game.sizes[0] else None

    def count(self, *, limit: int = LIMIT) -> int:
        """Return the number of possible deals. Raises CountTooLarge."""
        return count(self.grid, limit=limit)

    def tally(self, odds: Odds = Odds.EQUAL, *, limit: int = LIMIT) -> DealCounts:
        """Return how many deals give a holder a card. Raises CountTooLarge."""
        return tally(self.grid, self._weights(odds), limit=limit)

    def lot(self, odds: Odds = Odds.EQUAL, *, limit: int = LIMIT) -> DealSampler:
        """Return a sampler of the possible deals. Raises CountTooLarge."""
        return DealSampler(self.grid, self._weights(odds), limit=limit)

    def draw(self, rng: Random, odds: Odds = Odds.EQUAL) -> tuple[int, ...]:
        """Return one deal as masks by holder, drawn with its exact chance."""
        return self.lot(odds).draw(rng)

    def _weights(self, odds: Odds) -> tuple[Show, ...]:
        return self._shows if odds is Odds.SHOWS else ()
