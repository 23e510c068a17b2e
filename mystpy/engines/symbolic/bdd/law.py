"""The worlds of a law as one decision diagram, and what of it each player sees.

There is a variable for each cell that is open, and for each card but one of a show that
matters: the last card was shown if no other was. The variables of a card stand
together; the order of the cards closes early what was told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from mystpy.bits import bits
from mystpy.decision_diagrams import Diagram, Store
from mystpy.engines.symbolic.bdd.deals import DealStates
from mystpy.engines.symbolic.bdd.order import card_order
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.relevance import relevant_shows
from mystpy.views import Given


class LawDiagram:
    """The worlds of a law, as far as they matter for what some players know.

    `may` are the cells that some deal of the law has, and no others; `nodes` is
    the size of the store, `last` if there is no larger one. Raises `Full` if that is
    too small, EngineMissing without oxidd, and EngineFailed if the diagram would be too
    large to build.
    """

    def __init__(
        self,
        law: Law,
        agents: Collection[int],
        may: int,
        nodes: int,
        *,
        last: bool = False,
    ) -> None:
        self.law = law
        self._places = places_of(law.game)
        self._may = may
        self._shows = relevant_shows(law, agents, may)
        _, self._clauses = self._places.read(law.conditions)
        self._cells: dict[int, int] = {}
        self._shown: dict[tuple[int, int], int] = {}
        order = self._lay_out()
        self.store = Store(len(self._cells) + len(self._shown), nodes, last=last)
        self.deals = frozenset(self._cells.values())
        self.worlds = self._worlds(order) if may else self.store.false

    def _lay_out(self) -> list[int]:
        """Number the variables; return the cards with several holders, in order."""
        columns = self._columns()
        free = [card for card, column in enumerate(columns) if column.bit_count() > 1]
        spans = [self._open(clause) for clause in self._clauses]
        order = card_order(free, [*spans, *self._shows.values()])
        told = self._told_at(order)
        number = count()
        for place in (None, *order):
            for cell in bits(columns[place]) if place is not None else ():
                self._cells[cell] = next(number)
            for show, at in told.items():
                if at == place:
                    self._shown[show] = next(number)
        return order

    def _columns(self) -> list[int]:
        """For each card the cells where it may be."""
        deck = range(self._places.c)
        return [self._places.column(1 << card) & self._may for card in deck]

    def _told_at(self, order: list[int]) -> dict[tuple[int, int], int | None]:
        """For the cards of shows, all but one, with which card they stand.

        A card whose holder is known is not in the order: it stands with the last of
        the others, or before all cards.
        """
        told: dict[tuple[int, int], int | None] = {}
        for index, mask in self._shows.items():
            here = [card for card in order if mask >> card & 1]
            for card in here[:-1]:
                told[index, 1 << card] = card
            fixed = bits(mask & ~sum(1 << card for card in here))
            rest = [*(1 << card for card in here[-1:]), *fixed][:-1]
            told |= {(index, card): here[-1] if here else None for card in rest}
        return told

    def _open(self, clause: int) -> int:
        """The cards of a clause, none if some of its cells is certain."""
        cells = clause & self._may
        if any(self._places.column_of(x) & self._may == x for x in bits(cells)):
            return 0
        cards = 0
        for mask in self._places.split(cells):
            cards |= mask
        return cards

    def _worlds(self, order: list[int]) -> Diagram:
        deals = DealStates(self._places, self._may, self._clauses, order)
        worlds = deals.diagram(self.store, self._cells)
        deepest = {index: max(self._of_show(index), default=0) for index in self._shows}
        for index in sorted(self._shows, key=deepest.__getitem__, reverse=True):
            worlds = self.store.both(worlds, self._one_shown(index))
        return worlds

    def _of_show(self, index: int) -> Iterator[int]:
        return (v for (show, _), v in self._shown.items() if show == index)

    def _one_shown(self, index: int) -> Diagram:
        """That one card of a show was shown, and that who showed it holds it."""
        found = self.store.false
        by = self.law.shows[index].by
        for card in bits(self._shows[index]):
            way = self.store.both(self.held(by, card), self.shown(index, card))
            found = self.store.either(found, way)
        return found

    def held(self, holder: int, card: int) -> Diagram:
        """Where a holder has a card (a mask)."""
        cell = self._places.cells(holder, card)
        if cell in self._cells:
            return self.store.var(self._cells[cell])
        return self.store.true if cell & self._may else self.store.false

    def shown(self, index: int, card: int) -> Diagram:
        """Where a card (a mask) was shown at a show that matters."""
        if not card & self._shows[index]:
            return self.store.false
        chosen = self._shown.get((index, card))
        found = self.store.true
        for variable in sorted(self._of_show(index), reverse=True):
            low, high = self.store.false, found
            if variable != chosen:
                low, high = high, low
            found = self.store.choice(variable, high, low)
        return found

    def view(self, player: int) -> frozenset[int]:
        """The variables that a player sees: own hand, and cards of own shows."""
        shown = (
            variable
            for (index, _), variable in self._shown.items()
            if self.law.shows[index].sees(player)
        )
        return self.holding(player) | frozenset(shown)

    def holding(self, holder: int) -> frozenset[int]:
        """The variables that say what a holder has."""
        cells = self._places.cells(holder, self._places.deck)
        return frozenset(v for cell, v in self._cells.items() if cell & cells)

    def given(self, given: Given) -> Diagram:
        """Where the hands and the shown cards are those that are given."""
        found = self.store.true
        for holder, hand in given.hands:
            for card in bits(self._places.deck):
                held = self.held(holder, card)
                found = self.store.both(found, held if hand & card else ~held)
        for index, card in given.shown:
            found = self.store.both(found, self.held(self.law.shows[index].by, card))
            if index in self._shows:
                found = self.store.both(found, self.shown(index, card))
        return found

    def cells(self, worlds: Diagram) -> tuple[int, ...]:
        """The cards (a mask) that each holder has in some of these worlds."""
        certain = self._may & ~sum(self._cells)
        found = certain if worlds.satisfiable() else 0
        for cell, variable in self._cells.items():
            if not found & cell:
                world = self.store.both(worlds, self.store.var(variable)).pick_cube()
                if world is not None:
                    found |= sum(x for x, k in self._cells.items() if world[k])
        return self._places.hands(found)

    def number(self, worlds: Diagram) -> int:
        """The exact number of deals in these worlds."""
        deals = self.store.some(worlds, frozenset(self.store.variables) - self.deals)
        every = len(self.store.variables)
        return int(deals.sat_count(every)) >> every - len(self.deals)
