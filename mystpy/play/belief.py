"""What follows from what one player has seen: grid, counts, odds, and drawn deals.

In the field: an exact belief state, updated event by event.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from mystpy.engines.base import Odds
from mystpy.engines.diagram.diagram import diagram
from mystpy.engines.hands import Condition, Holds, lying
from mystpy.engines.symbolic.count.count import LIMIT, Tally, count, tally
from mystpy.engines.symbolic.count.draw import Lot
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.errors import QueryError
from mystpy.play.seen import Seen, seen_of
from mystpy.play.tabletop import asked_after, told
from mystpy.situations.deed import Deed
from mystpy.views import OBSERVER, Show


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
        self._diagram = diagram(seen.game.p, seen.game.rule_set)
        self._state = self._diagram.start
        self._asked = 0
        hand = Condition(seen.player, Holds.EXACTLY, seen.hand)
        own = {hand} if seen.player != OBSERVER else set()
        self._told = frozenset({*own, *lying(self.game)})
        self._shows: tuple[Show, ...] = ()
        self._steps = 0
        self._before: ViewGrid | None = None

    @classmethod
    def of(cls, seen: Seen) -> Belief:
        """The belief of a player who has seen this. Raises QueryError as `then`."""
        belief = cls(seen)
        last = len(seen.events) - 1
        for step, deed in enumerate(seen.events):
            belief = belief.then(deed, won=seen.won and step == last)
        return belief

    def then(self, deed: Deed, *, won: bool = False) -> Belief:
        """The belief once one more action was seen, `won` if it was a right guess.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        deed = seen_of(deed, self.player)
        move = self._diagram.moves(self._state).get(deed.key)
        if move is None:
            raise QueryError(f"{deed.key[0]} is not what can be done now")
        news = set(told(move, deed, self._asked))
        if len(move.after) > 1:
            holds = Holds.EXACTLY if won else Holds.NOT_EXACTLY
            news.add(Condition(0, holds, deed.cards))
        after: Belief = Belief.__new__(Belief)
        after.game, after.player, after._diagram = self.game, self.player, self._diagram
        after._state = move.after[-1 if won else 0]
        after._asked = asked_after(move, deed, self._asked)
        after._told = self._told | news
        after._shows = self._shows + self._weighty(deed)
        after._steps = self._steps + 1
        after._before = self.__dict__.get("grid", self._before)
        return after

    def _weighty(self, deed: Deed) -> tuple[Show, ...]:
        """The show that this is, if the player sees the card."""
        if deed.key[0] != "shows" or not deed.cards:
            return ()
        return (Show(self._steps, deed.key[1], deed.key[-1], self._asked),)

    @cached_property
    def grid(self) -> ViewGrid:
        """Which cards each holder may have. Raises NoWorldFits if nothing fits."""
        if self._before and self._before.told == self._told:
            return self._before
        grid = self._before.copy() if self._before else ViewGrid(self.game)
        grid.update(self._told)
        return grid

    @property
    def may(self) -> tuple[int, ...]:
        """For each holder the cards that he may have, as masks."""
        residue = self.grid.residue
        return residue.places.hands(residue.may)

    @property
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
