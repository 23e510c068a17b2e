"""The open part of a deal: possible cells, and clauses that are not yet satisfied."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.engines.symbolic.grid.flow import CardFlow
from mystpy.engines.symbolic.grid.places import Places


class Residue:
    """The possible cells of a deal and the clauses on it, kept simplified.

    `may` are the cells, `free` the cards with two or more of them, `fixed` the cells of
    the other cards. `clauses` are the clauses that no fixed cell satisfies, each with
    cells of two cards or more.
    """

    __slots__ = ("clauses", "fixed", "free", "may", "places")

    def __init__(self, places: Places, may: int, clauses: list[int]) -> None:
        """Store these cells and clauses; the clauses have been added before."""
        self.places = places
        self.may = may
        self.clauses = clauses
        self.free = places.deck
        self.fixed = 0

    def copy(self) -> Residue:
        """Return a copy, to be simplified."""
        return Residue(self.places, self.may, self.clauses)

    def with_cell(self, cell: int) -> Residue:
        """Return the residue with a card at a place, to be simplified."""
        may = self.may & ~self.places.column_of(cell) | cell
        return Residue(self.places, may, self.clauses)

    def with_told(self, barred: int, clauses: Iterable[int]) -> Residue:
        """Return the residue with cells barred and clauses added, to be simplified."""
        may, kept = self.may & ~barred, list(self.clauses)
        for clause in clauses:
            column = self.places.column_of(clause)
            if clause & ~column:
                kept.append(clause)
            else:
                may &= ~column | clause
        return Residue(self.places, may, kept)

    def implies(self, barred: int, clauses: Iterable[int]) -> bool:
        """Return whether barred cells and clauses obviously change nothing.

        That is so if none of these cells is open, and each clause has a fixed cell or
        contains a known clause. The residue has to be simplified.
        """
        if barred & self.may:
            return False
        return all(
            clause & self.fixed or any(not part & ~clause for part in self.clauses)
            for clause in clauses
        )

    def simplify(self) -> bool:
        """Add the consequences that each card and each clause has by itself.

        Returns False if there is no deal.
        """
        places, may = self.places, self.may
        while True:
            once = twice = 0
            for cards in places.split(may):
                twice |= once & cards
                once |= cards
            if once != places.deck:
                return False
            fixed = may & places.column(once ^ twice)
            before, kept = may, []
            for clause in self.clauses:
                if clause & fixed:
                    continue
                if clause & ~may:
                    clause &= may
                    column = places.column_of(clause)
                    if not clause & ~column:
                        may &= ~column | clause
                        continue
                kept.append(clause)
            self.clauses = kept
            if may == before:
                self.may, self.free, self.fixed = may, twice, fixed
                return True

    def reduce(self) -> None:
        """Put short clauses first, and remove those that contain another.

        Their order does not depend on that in which they were added, so that random
        deals from a count are the same in each process.
        """
        kept: list[int] = []
        for clause in sorted(sorted(self.clauses), key=int.bit_count):
            if all(x & ~clause for x in kept):
                kept.append(clause)
        self.clauses = kept

    def flow(self) -> CardFlow:
        """Return the flow of the free cards to the places, before any is seated."""
        places = self.places
        pairs = zip(places.sizes, places.split(self.fixed), strict=True)
        room = [size - cards.bit_count() for size, cards in pairs]
        may = places.split(self.may & ~self.fixed)
        return CardFlow(places, may, room, self.fixed)
