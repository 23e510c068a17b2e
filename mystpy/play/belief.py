"""What follows from what one player has seen: grid, counts, odds, and drawn deals.

In the field: an exact belief state, updated event by event.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from mystpy.engines.base import Odds
from mystpy.engines.symbolic.count.count import LIMIT, Tally, count, tally
from mystpy.engines.symbolic.count.draw import Lot
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.history.actions import Shows
from mystpy.play.certainty import followed
from mystpy.play.hearing import Hearing, start_of
from mystpy.play.seen import Seen, seen_of
from mystpy.situations.deed import Deed
from mystpy.views import OBSERVER, Show, Sight


class Belief:
    """What a player may hold possible, exactly; `then` makes the next, this one stays.

    The player knows the rules, has a perfect memory, and takes nothing from what others
    choose. Make one by `Belief.of`; what is computed is computed when it is asked for.
    """

    def __init__(self, seen: Seen) -> None:
        """Begin before the first action, with the own hand only.

        That of `OBSERVER` begins without a hand.
        """
        self.game = seen.game
        self.player = seen.player
        self._hearing = Hearing.of(seen.game)
        self._told = frozenset(start_of(seen))
        self._shows: tuple[Show, ...] = ()
        self._steps = 0
        self._before: ViewGrid | None = None
        self._next: tuple[Deed, bool, Belief] | None = None

    @classmethod
    def of(cls, seen: Seen) -> Belief:
        """The belief of a player who has seen this. Raises QueryError as `then`."""
        return followed(cls, seen)

    def then(self, deed: Deed, *, won: bool = False) -> Belief:
        """The belief once one more action was seen, `won` if it was a right guess.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        if self._next and self._next[:2] == (deed, won):
            return self._next[2]
        after: Belief = Belief.__new__(Belief)
        after.game, after.player = self.game, self.player
        after._hearing, news = self._hearing.then(deed, self.player, won=won)
        after._told = self._told.union(news) if news else self._told
        seen = seen_of(deed, self.player, self.sight)
        after._shows = self._shows + self._weighty(seen)
        after._steps = self._steps + 1
        after._before = self.__dict__.get("grid", self._before)
        after._next = None
        if self.player == OBSERVER:  # all at a table carry on what everybody knows
            self._next = deed, won, after
        return after

    def _weighty(self, deed: Deed) -> tuple[Show, ...]:
        """The show that this is, if the player sees the card."""
        if deed.key[0] != Shows.name or not deed.cards:
            return ()
        return (Show(self._steps, deed.key[1], deed.key[-1], self._hearing.asked),)

    @property
    def sight(self) -> Sight:
        """Who sees what in the game."""
        return self._hearing.sight

    @cached_property
    def grid(self) -> ViewGrid:
        """Which cards each holder may have. Raises NoWorldFits if nothing fits."""
        if self._before and self._before.told == self._told:
            return self._before
        grid = self._before.copy() if self._before else ViewGrid(self.game)
        grid.update(self._told)
        return grid

    @cached_property
    def may(self) -> tuple[int, ...]:
        """For each holder the cards that he may have, as masks."""
        residue = self.grid.residue
        return residue.places.hands(residue.may)

    @cached_property
    def sure(self) -> tuple[int, ...]:
        """For each holder the cards that he must have, as masks."""
        residue = self.grid.residue
        return residue.places.hands(residue.fixed)

    @property
    def pile(self) -> int | None:
        """The pile, if it is known."""
        may = self.may[0]
        return may if may.bit_count() == self.game.sizes[0] else None

    def count(self, *, limit: int = LIMIT) -> int:
        """The number of deals held possible. Raises CountTooLarge."""
        return count(self.grid, limit=limit)

    def tally(self, odds: Odds = Odds.EQUAL, *, limit: int = LIMIT) -> Tally:
        """In how many of them who has which card. Raises CountTooLarge."""
        return tally(self.grid, self._weights(odds), limit=limit)

    def lot(self, odds: Odds = Odds.EQUAL, *, limit: int = LIMIT) -> Lot:
        """The deals held possible, to draw from. Raises CountTooLarge."""
        return Lot(self.grid, self._weights(odds), limit=limit)

    def draw(self, rng: Random, odds: Odds = Odds.EQUAL) -> tuple[int, ...]:
        """One deal as masks by holder, drawn with its exact chance."""
        return self.lot(odds).draw(rng)

    def _weights(self, odds: Odds) -> tuple[Show, ...]:
        return self._shows if odds is Odds.SHOWS else ()
