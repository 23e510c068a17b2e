"""What fits: the exact grids of the law, of what is given, and of a group's view.

Clause learning takes very long over counting arguments, so the solver is told what
the grids rule out, and asked for the rest.
"""

from __future__ import annotations

from mystpy.engines.base import no_deal
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.sat.layout import Cube, Scene
from mystpy.engines.symbolic.sat.nnf import Group
from mystpy.errors import NoWorldFits
from mystpy.views import Given

Masks = tuple[int, ...]
"""For each holder the cards that are there in some deal."""

_GRIDS = 16


class Fitting:
    """Grids under one law, which may be followed by another."""

    def __init__(self, law: Law) -> None:
        self._grids: dict[object, ViewGrid] = {}
        self._public = ViewGrid(law.game)
        self.tell(law)

    def tell(self, law: Law) -> None:
        """Go on with another law of the same game."""
        self.law = law
        self._found: dict[tuple[Given, Group | None], Masks | None] = {}
        self._known: dict[tuple[Scene, Given, Group | None], Cube] = {}
        try:
            public = self._public.update(law.conditions)
        except NoWorldFits:
            public = (0,) * len(law.game.holders)
        self.cells = _cells(law, public)
        """Which holder may have which card whatever is given, as bits of a world."""

    def hands(self, given: Given, group: Group | None = None) -> Masks:
        """Who may hold what, by all that is given or what a group saw of it.

        Raises NoWorldFits if no world fits.
        """
        seen = given if group is None else given.seen_by(group, self.law.shows)
        key = given, None if seen == given else group
        if key not in self._found:
            self._found[key] = self._update(seen, key[1])
        found = self._found[key]
        if found is None:
            raise no_deal()
        return found

    def _update(self, given: Given, group: Group | None) -> Masks | None:
        shows = self.law.shows
        if any(not card & shows[e].cards for e, card in given.shown):
            return None
        # What is given grows along with the law; other hands are another matter.
        key = tuple(holder for holder, _ in given.hands), group
        grid = self._grids.pop(key, None) or ViewGrid(self.law.game)
        self._grids[key] = grid
        if len(self._grids) > _GRIDS:
            del self._grids[next(iter(self._grids))]
        try:
            return grid.update(view(self.law, given, None))
        except NoWorldFits:
            return None

    def known(self, scene: Scene, given: Given, group: Group | None = None) -> Cube:
        """What is so in all worlds that fit, by what is given or a group saw.

        Raises NoWorldFits if no world fits.
        """
        key = scene, given, group
        if key not in self._known:
            cells = _cells(self.law, self.hands(given, group))
            has = scene.given(given)
            if group is not None:
                has &= scene.view(group)
            self._known[key] = Cube(has, self.cells & ~cells)
        return self._known[key]


def _cells(law: Law, hands: Masks) -> int:
    return sum(cards << holder * law.game.c for holder, cards in enumerate(hands))
