"""The engines "walk" and "auto": plain Python and one solver, without clingo.

What can be done is found by walking through the public diagram. What is known is read
off a list of worlds where these are few, and found by the methods for many worlds where
they are not. `auto` also takes into account what earlier questions have left.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING

from mystpy.axiom_folder import theory_key
from mystpy.engines.base import Answer, Cells, Grid, Shares
from mystpy.engines.diagram.lru_cache import LruCache
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.world_count import (
    LISTED_WITH_SOLVER,
    LISTED_WITHOUT_SOLVER,
    are_few,
    is_small,
    world_bound,
)
from mystpy.engines.worlds.engine import WorldsEngine, kept_worlds
from mystpy.history.history import History
from mystpy.language.decidable import grounded
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import is_past
from mystpy.views import has_sight, results_of

if TYPE_CHECKING:
    from mystpy.engines.symbolic.engine import Scaled

THEORIES = 4
"""For so many theories, in turn, is kept what was built for earlier questions."""


@exclusive_methods
class WalkEngine(WorldsEngine):
    """Answers as the engine worlds does, without listing worlds that are many."""

    name = "walk"
    method = "walk"

    @property
    def scaled(self) -> Scaled:
        """What answers for games with more deals than can be listed."""
        return self._scaled[theory_key()]

    @cached_property
    def _scaled(self) -> LruCache[Hashable, Scaled]:
        # Not at the top: a question about few worlds is answered before it is loaded.
        from mystpy.engines.symbolic.engine import Scaled

        return LruCache(lambda _: Scaled(), THEORIES)

    def value(self, history: History, formula: Formula) -> Answer:
        """The value of a formula, by a list of worlds if these are few.

        The past, and what one player was told alone, are known from a list only.
        """
        phi = grounded(formula, history.game, past=True)
        if self._lists(history, phi) or is_past(phi) or results_of(history):
            return super().value(history, formula)
        return self.scaled.value(history, phi)

    def _lists(self, history: History, phi: Formula) -> bool:
        """Return whether to list the worlds although other methods could answer too."""
        return are_few(history)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """What the deals have in common that a player holds possible."""
        if is_small(history.game) or results_of(history):
            return super().cells(history, player)
        return self.scaled.cells(history, player)

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """The number of deals that a player holds possible, cell by cell."""
        if is_small(history.game) or results_of(history):
            return super().grid(history, player, limit)
        return self.scaled.grid(history, player, limit)

    def weighed(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """The odds of each cell if responders show a random card."""
        if results_of(history):
            return super().weighed(history, player, limit)
        return self.scaled.weighed(history, player, limit)

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """What the first player knows that the next knows, and so on."""
        if results_of(history) or not has_sight(history.game):
            return super().nested_cells(history, players)
        return self.scaled.nested_cells(history, players)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """What is common knowledge of a group."""
        if results_of(history) or not has_sight(history.game):
            return super().common_cells(history, group)
        return self.scaled.common_cells(history, group)


class AutoEngine(WalkEngine):
    """The default: lists the worlds or uses the symbolic methods, whichever is quicker.

    The choice depends on the number of worlds, on the lists kept from earlier questions
    and on whether the solver is already loaded. The value does not depend on it, and
    the answer names its method. The benchmark bench_default compares the times.
    Tests compare the answers with clingo and SWI-Prolog for the shipped axioms. For
    other axioms `get_engine` chooses asp, which reads the axioms themselves.
    """

    name = "auto"
    method = "worlds"

    _listed = 0
    """How many worlds were listed although the solver could have answered."""

    def _lists(self, history: History, phi: Formula) -> bool:
        """Return whether listing the worlds is the quickest way to the value.

        The solver is loaded once the lists together have cost more than loading it.
        """
        kept = kept_worlds(history, phi)
        worlds = world_bound(history) if kept is None else kept
        if worlds <= LISTED_WITH_SOLVER:
            return True
        loaded = "_scaled" in vars(self) or self._listed > LISTED_WITHOUT_SOLVER
        if loaded or worlds > LISTED_WITHOUT_SOLVER:
            return False
        self._listed += worlds
        return True
