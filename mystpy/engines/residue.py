"""What is left open of a deal: the cells that may be, and the clauses still to meet."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.engines.flow import Flow
from mystpy.engines.places import Places


class Residue:
    """The cells that a deal may have and the clauses it has to meet, kept simple.

    ``may`` are the cells; ``free`` the cards that have two or more of them, ``fixed``
    the cells of the others; ``clauses`` the clauses that no fixed cell meets, the
    short ones first, none with cells of a single card and none within another.
    """

    __slots__ = ("clauses", "fixed", "free", "may", "places")

    def __init__(self, places: Places, may: int, clauses: Iterable[int] = ()) -> None:
        self.places = places
        self.may = may
        self.clauses = list(clauses)
        self.free = places.deck
        self.fixed = 0

    def with_cell(self, cell: int) -> Residue:
        """Return what is left open with a card at a place; to be simplified."""
        _, card = self.places.where(cell)
        may = self.may & ~self.places.column(card) | cell
        return Residue(self.places, may, self.clauses)

    def simplify(self) -> bool:
        """Draw the consequences that each card and each clause has by itself.

        Returns False if there is no deal.
        """
        while True:
            once = twice = 0
            for cards in self.places.split(self.may):
                twice |= once & cards
                once |= cards
            if once != self.places.deck:
                return False
            self.free = twice
            self.fixed = self.may & self.places.column(once ^ twice)
            may = self.may
            if not self._simplify_clauses():
                return False
            if may == self.may:
                return True

    def _simplify_clauses(self) -> bool:
        """Drop what the fixed cards meet, use up clauses about one card.

        Returns False if a clause cannot be met.
        """
        shortest: list[int] = []
        clauses = {clause & self.may for clause in self.clauses}
        for clause in sorted(clauses, key=int.bit_count):
            if not clause:
                return False
            if clause & self.fixed or any(not x & ~clause for x in shortest):
                continue
            cards = self.places.cards(clause)
            if cards & (cards - 1):
                shortest.append(clause)
            else:
                self.may &= ~self.places.column(cards) | clause
        self.clauses = shortest
        return True

    def flow(self) -> Flow:
        """Return the flow of the free cards to the places, none of them seated yet."""
        places = self.places
        pairs = zip(places.sizes, places.split(self.fixed), strict=True)
        room = [size - cards.bit_count() for size, cards in pairs]
        may = places.split(self.may & ~self.fixed)
        return Flow(places, may, room, self.fixed)
