"""Consistent cells: the grids of the constraints, of given cards, and of group views.

Clause learning takes very long for counting arguments, so the solver gets what flows
exclude, and decides the rest. A grid decides the cells that flows leave open only if
all cells are needed; for a single query the solver is quicker.
"""

from __future__ import annotations

from mystpy.engines.base import no_deal
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout
from mystpy.engines.symbolic.sat.nnf import Group
from mystpy.errors import NoWorldFits
from mystpy.views import GivenCards

Masks = tuple[int, ...]
"""For each holder the cards that the holder has in some deal."""

_View = tuple[ViewGrid, frozenset[Condition]]
"""A grid, and the conditions of its view."""

_GRIDS = 16


class SatGrids:
    """Grids under public constraints, which may be replaced by others."""

    def __init__(self, constraints: PublicConstraints) -> None:
        self._grids: dict[object, ViewGrid] = {}
        self._public = ViewGrid(constraints.game)
        self.update_constraints(constraints)

    def update_constraints(self, constraints: PublicConstraints) -> None:
        """Continue with other constraints of the same game."""
        self.constraints = constraints
        self._known: dict[
            tuple[WorldLayout, GivenCards, Group | None], Cube | None
        ] = {}
        self._views: dict[tuple[GivenCards, Group | None], _View] = {}
        self._conditions = frozenset(constraints.conditions)
        try:
            public = self._public.bound(self._conditions)
        except NoWorldFits:
            public = (0,) * len(constraints.game.holders)
        self.cells = _cells(constraints, public)
        """The possible cells without given cards, as bits of a world."""

    def hands(self, given: GivenCards, group: Group | None = None) -> Masks:
        """Return who may hold what, by all given cards or what a group saw of them.

        Raises NoWorldFits if no world is consistent.
        """
        grid, derived = self._grid(given, group)
        return grid.update(derived)

    def grid(self, given: GivenCards) -> ViewGrid:
        """Return the grid of all given cards, with the bounds of flows.

        Raises NoWorldFits if by these bounds no world is consistent.
        """
        grid, derived = self._grid(given, None)
        grid.bound(derived)
        return grid

    def _grid(self, given: GivenCards, group: Group | None) -> _View:
        """Return the grid of given cards, or of a group's view, with its conditions.

        Raises NoWorldFits if no world is consistent.
        """
        key = given, group
        if key not in self._views:
            seen = (
                given if group is None else given.seen_by(group, self.constraints.shows)
            )
            if group is not None and seen == given:
                self._views[key] = self._grid(given, None)
            else:
                self._views[key] = self._view(seen, group)
        return self._views[key]

    def _view(self, seen: GivenCards, group: Group | None) -> _View:
        constraints = self.constraints
        if any(not card & constraints.shows[e].cards for e, card in seen.shown):
            raise no_deal()
        # The given facts grow with the constraints; other given hands need another
        # key.
        key = tuple(holder for holder, _ in seen.hands), group
        grid = self._grids.pop(key, None) or self._public.copy()
        self._grids[key] = grid
        if len(self._grids) > _GRIDS:
            del self._grids[next(iter(self._grids))]
        return grid, self._conditions | view(
            constraints, seen, None, len(constraints.timed_conditions)
        )

    def known(
        self, scene: WorldLayout, given: GivenCards, group: Group | None = None
    ) -> Cube:
        """Return what holds in all worlds, by given cards or what a group saw of them.

        The cards that a holder cannot have are found by flows, so that further ones may
        be impossible. Raises NoWorldFits if no world is consistent.
        """
        key = scene, given, group
        if key not in self._known:
            self._known[key] = self._cube(*key)
        known = self._known[key]
        if known is None:
            raise no_deal()
        return known

    def _cube(
        self, scene: WorldLayout, given: GivenCards, group: Group | None
    ) -> Cube | None:
        try:
            grid, derived = self._grid(given, group)
            cells = _cells(self.constraints, grid.bound(derived))
        except NoWorldFits:
            return None
        has = scene.given(given)
        if group is not None:
            has &= scene.view(group)
        return Cube(has, self.cells & ~cells)


def _cells(constraints: PublicConstraints, hands: Masks) -> int:
    return sum(
        cards << holder * constraints.game.c for holder, cards in enumerate(hands)
    )
