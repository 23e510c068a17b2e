"""The variables of the constraints' decision diagram, and their order.

There is a variable for each open cell, and for each card that one player may have seen
in the hand of another. For the cards of one player that the same players saw, the
diagram has only the set, not which card was shown at which step or how often. Worlds
that differ only in that satisfy the same formulas: those players consider the same
worlds possible in both, and nobody else sees the difference. For the same reason a card
that everybody knows a player to hold has no variable for its shows.

In the field: a quotient by bisimulation, and a static variable order.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from mystpy.bits import bits
from mystpy.engines.symbolic.bdd.order import card_order
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.public_constraints import PublicConstraints

Pair = tuple[int, frozenset[int]]
"""A player who showed cards, and the players who saw them."""


class ConstraintVariables:
    """The variables of a diagram of constraints, for the knowledge of some players.

    `may` has exactly the cells that occur in some deal of the constraints. `cells` has
    the variable of each open cell. `seen` has, for a player who showed cards and the
    players who saw them, among them an agent, the variables of the seen cards. `shows`
    has for each such pair the cards that may have been shown: a mask for each show, by
    its index. The variables of a card are adjacent, and the cards are in an `order` in
    which clauses span few of them.
    """

    def __init__(
        self, constraints: PublicConstraints, agents: Collection[int], may: int
    ) -> None:
        self.constraints = constraints
        self.places = places_of(constraints.game)
        self.may = may
        self.columns = [self.places.column(1 << k) & may for k in range(self.places.c)]
        self.shows = self._all_shows(agents)
        _, self.clauses = self.places.read(constraints.conditions)
        self.order = self._ordered()
        self.cells: dict[int, int] = {}
        self.seen: dict[Pair, dict[int, int]] = {pair: {} for pair in self.shows}
        self._number()

    def __len__(self) -> int:
        return len(self.cells) + sum(map(len, self.seen.values()))

    def _all_shows(self, agents: Collection[int]) -> dict[Pair, dict[int, int]]:
        found: dict[Pair, dict[int, int]] = {}
        for index, show in enumerate(self.constraints.shows):
            if show.is_news_to(agents):
                cells = self.places.cells(show.by, show.cards) & self.may
                mask = self.places.hands(cells)[show.by]
                found.setdefault((show.by, show.seers), {})[index] = mask
        return found

    def _ordered(self) -> list[int]:
        """Return the cards that have variables, in order."""
        several = [k for k, column in enumerate(self.columns) if column.bit_count() > 1]
        spans = [self._open(clause) for clause in self.clauses]
        masks = [mask for shows in self.shows.values() for mask in shows.values()]
        return card_order(several, [*spans, *masks])

    def _open(self, clause: int) -> int:
        """Return the cards of a clause; none if one of its cells is certain."""
        cells = clause & self.may
        if any(self.places.column_of(x) & self.may == x for x in bits(cells)):
            return 0
        return self.places.cards(cells)

    def _number(self) -> None:
        number = count()
        masks = {
            pair: {card for mask in shows.values() for card in bits(mask)}
            for pair, shows in self.shows.items()
        }
        for place in self.order:
            for cell in bits(self.columns[place]):
                self.cells[cell] = next(number)
            for pair, cards in masks.items():
                if 1 << place in cards:
                    self.seen[pair][1 << place] = next(number)

    def known_by_shows(self) -> set[int]:
        """Return the clauses that follow from the shows whose cards an agent sees."""
        return {
            self.places.cells(by, mask) & self.may
            for (by, _), shows in self.shows.items()
            for mask in shows.values()
        }

    def view(self, player: int) -> frozenset[int]:
        """Return the variables a player sees: of the hand and of shown cards."""
        seen = (
            variable
            for pair, cards in self.seen.items()
            if player in pair[1]
            for variable in cards.values()
        )
        return self.holding(player) | frozenset(seen)

    def holding(self, holder: int) -> frozenset[int]:
        """Return the variables for the cards of a holder."""
        return self._variables(self.places.cells(holder, self.places.deck))

    def at_place(self, holder: int, card: int) -> frozenset[int]:
        """Return the variables of the cards at a holder's place for this card."""
        cell = self.places.cells(holder, card)
        if not cell:
            return frozenset()
        place, _ = self.places.where(cell)
        return self._variables(self.places.deck << self.places.shifts[place])

    def _variables(self, cells: int) -> frozenset[int]:
        return frozenset(v for cell, v in self.cells.items() if cell & cells)
