"""The exact grid of one view: which cards each holder may have, updated over a game.

In the field: backbones: the literals that are the same in all models.

A view is a set of conditions on the deal: what everybody can know, and what one player
has seen besides. Conditions are added from turn to turn. Cells that were excluded stay
so, and most of the deals found before are still consistent.

Flows give an upper bound of the grid, and flows restricted to the clauses of some deal
a lower bound. For the cells in between, deals are searched, cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import starmap
from operator import or_

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.base import Cell, Cells, no_deal
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.engines.symbolic.grid.search import CONFLICTS, DealSearch, steady
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.views import GivenCards

_KEPT = 20
"""The number of deals kept for the next turn."""

_TRIED = 8
"""The number of these deals from which exchanges are tried."""


def view(
    constraints: PublicConstraints,
    given: GivenCards,
    player: int | None,
    limit: int = 0,
) -> frozenset[Condition]:
    """Return what a player has seen as conditions on the deal.

    These are the constraints except the first `limit` conditions, her own hand, and the
    given cards of the shows that the player took part in. For None they are all given
    cards.
    """
    seen = given if player is None else given.seen_by((player,), constraints.shows)
    found = [condition for _, condition in constraints.timed_conditions[limit:]]
    found += [Condition(k, ConditionKind.EXACTLY, cards) for k, cards in seen.hands]
    found += [
        Condition(constraints.shows[e].by, ConditionKind.SOME, card)
        for e, card in seen.shown
    ]
    return frozenset(found)


class ViewGrid:
    """Which cards each holder may have in one view, from turn to turn.

    `conflicts` limits clingo's effort for one cell, in the rare case that clingo is
    used at all.
    """

    def __init__(self, game: Game, *, conflicts: int = CONFLICTS) -> None:
        self.game = game
        self._conflicts = conflicts
        self._places = places_of(game)
        self._near = 0
        self._deals: list[int] = []
        self._rows: list[tuple[int, int, dict[str, Cell]]] = []
        self._forget()

    def _forget(self) -> None:
        self._conditions: frozenset[Condition] = frozenset()
        self._residue = Residue(self._places, self._places.all, [])
        self._hands: tuple[int, ...] | None = None
        self._open = False

    def copy(self) -> ViewGrid:
        """Return an independent copy."""
        other = ViewGrid.__new__(ViewGrid)
        other.__dict__ |= self.__dict__  # lists in it are replaced, but for the deals
        other._deals, other._rows = list(self._deals), list(self._rows)
        return other

    @property
    def conditions(self) -> frozenset[Condition]:
        """Return the conditions of the last update; none if it was interrupted."""
        return self._conditions

    @property
    def residue(self) -> Residue:
        """Return the residue of the last update: each of its cells is in some deal."""
        self._decide()
        return self._residue

    def update(self, conditions: Iterable[Condition]) -> tuple[int, ...]:
        """Return for each holder the cards that he may have, as masks.

        It is fast if these conditions contain those of the last update; otherwise all
        are read again. Raises NoWorldFits if no deal satisfies them, and EngineFailed
        if a search takes too long.
        """
        self.bound(conditions)
        return self._decide()

    def bound(self, conditions: Iterable[Condition]) -> tuple[int, ...]:
        """Return an upper bound, by flows, of the cards each holder may have, as masks.

        It seldom has a card too many. No deal is searched for, so there may be no
        consistent one unless `is_proved` is true. Otherwise as `update`.
        """
        limit = frozenset(conditions)
        if not self._conditions <= limit:
            self._forget()
        hands = self._hands
        if hands is None or len(limit) > len(self._conditions):
            barred, clauses = self._places.read(limit - self._conditions)
            if hands is None or not self._residue.implies(barred, clauses):
                residue = self._residue.with_told(barred, clauses)
                self._forget()  # for the case that what follows is broken off
                is_open = self._settle(residue, clauses)
                hands = self._places.hands(residue.may)
                self._residue, self._hands, self._open = residue, hands, is_open
            self._conditions = limit
        return hands

    @property
    def is_proved(self) -> bool:
        """Return whether a deal is known that satisfies the last conditions."""
        return self._hands is not None and bool(self._deals)

    def prove(self, hands: Sequence[int]) -> None:
        """Add a deal, as masks by holder, that satisfies those conditions."""
        cells = map(self._places.cells, range(len(hands)), hands)
        self._near = reduce(or_, cells)
        self._deals.insert(0, self._near)

    def _decide(self) -> tuple[int, ...]:
        """Search for deals with the cells that the flows left open.

        Raises NoWorldFits if there is no deal at all.
        """
        if self._open:
            limit, residue = self._conditions, self._residue.copy()
            residue.simplify()
            self._forget()
            search = DealSearch(residue, self._conflicts)
            if not self._deals:
                deal = search.deal(self._near)
                if not deal:
                    raise no_deal()
                self._deals = [deal]
            self._search(residue, search)
            self._conditions, self._residue = limit, residue
            self._hands = self._places.hands(residue.may)
        return self._hands or self._places.hands(self._residue.may)

    def cells(self) -> Cells:
        """Return the grid: for each holder and card the cell."""
        hands = self._decide()
        sure = self._places.hands(self._residue.fixed)
        rows = self._rows or [(-1, -1, {}) for _ in hands]
        for holder, known in enumerate(zip(hands, sure, strict=True)):
            if rows[holder][:2] != known:
                rows[holder] = *known, self._row(*known)
        self._rows = rows
        return tuple(dict(row) for _, _, row in rows)

    def _row(self, may: int, fixed: int) -> dict[str, Cell]:
        yes, open_, no = Cell.YES, Cell.OPEN, Cell.NO
        return {
            x: yes if fixed >> k & 1 else open_ if may >> k & 1 else no
            for x, k in self.game.deck.items()
        }

    def deal(self, *conditions: Condition) -> tuple[int, ...] | None:
        """Return a deal, as masks by holder, that satisfies these conditions as well.

        Returns None if there is none. Raises EngineFailed if the search takes too long.
        """
        barred, clauses = self._places.read(conditions)
        for deal in self._deals:
            if not deal & barred and all(deal & clause for clause in clauses):
                return self._places.hands(deal)
        case = self._residue.with_told(barred, clauses)
        deal = DealSearch(case, self._conflicts).deal(self._near)
        return self._places.hands(deal) if deal else None

    def _settle(self, residue: Residue, clauses: list[int]) -> bool:
        """Exclude cells by flows, keep consistent deals; return False if exact.

        Raises NoWorldFits if there is no flow.
        """
        if not residue.simplify():
            raise no_deal()
        residue.reduce()
        self._deals = [
            deal
            for deal in self._deals
            if not deal & ~residue.may and all(deal & clause for clause in clauses)
        ]
        self._near = self._deals[0] if self._deals else self._near
        return self._bound(residue)

    def _bound(self, residue: Residue) -> bool:
        """Exclude cells by the upper bound of flows; return False if that is exact."""
        while True:
            flow = residue.flow()
            rest = flow.divide(residue.clauses)
            if not flow.seat(self._near, residue.free):
                raise no_deal()
            may = flow.bound()
            if may == residue.may:
                break
            residue.may = may
            if not residue.simplify():
                raise no_deal()
            residue.reduce()
        if not self._deals:
            self._near = flow.cells
            if all(map(self._near.__and__, rest)):
                self._deals = [self._near]
        return bool(rest)

    def _search(self, residue: Residue, search: DealSearch) -> None:
        """Decide the cells that the bound leaves open, one after the other."""
        left = residue.may & ~reduce(or_, self._deals)
        for deal in self._deals[:_TRIED]:
            if left:
                left &= ~steady(residue, deal, residue.clauses).bound()
        while left:
            cell = left & -left
            if deal := search.deal(self._deals[0], cell):
                self._deals.insert(0, deal)
                left &= ~steady(residue, deal, residue.clauses).bound()
            else:
                residue.may ^= cell
                left ^= cell
        del self._deals[_KEPT:]
        residue.simplify()
        residue.reduce()


@cached_by_theory(8)
def public_cells(constraints: PublicConstraints) -> int:
    """Return the cells of some deal of the constraints; none if there is no deal."""
    try:
        hands = ViewGrid(constraints.game).update(constraints.conditions)
    except NoWorldFits:
        return 0
    places = places_of(constraints.game)
    return reduce(or_, starmap(places.cells, enumerate(hands)))
