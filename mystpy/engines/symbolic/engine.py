"""Answers if the worlds are too many to be listed: a method for each kind of query.

All methods start from the public constraints of a history (public_constraints.py).
Structures built for one query serve the next, especially in a game that continues. A
method that only some queries need is loaded on demand.

- The grid of one view is exact by flows and searches, its deals are counted by a
  dynamic programme (grid/, count/).
- K, E and D, nested and negated as you like, are decided on linked copies of the world
  in one solver (sat/): the method "sat".
- C of two players or more is decided by bounds that close, "sat-bounds", or where they
  do not by decision diagrams, "bdd" (common_knowledge/, bdd/); so is what the copies
  give up, and announcements over C.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from mystpy.engines.base import (
    Answer,
    Cell,
    Cells,
    Grid,
    Shares,
    Value,
    no_deal,
)
from mystpy.engines.interrupt import forgetting
from mystpy.engines.symbolic import ALL, COPIES
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.nodes import Announcing, Common, Formula
from mystpy.language.subformulas import walk
from mystpy.sight import results_of
from mystpy.views import GivenCards

if TYPE_CHECKING:
    from mystpy.engines.symbolic.count.count import DealCounts

_GAMES = 16


class SymbolicEngine:
    """Exact answers about histories of games with any number of deals.

    `methods` are those that may be used, by their names in answers.
    """

    def __init__(self, methods: Collection[str] = ALL) -> None:
        self.methods = methods
        self._start()

    def _forget(self) -> None:
        from mystpy.engines.symbolic.value import forget

        forget()
        self._start()

    def _start(self) -> None:
        self._sessions: list[SatSession] = []
        self._grids = LruCache[tuple[Game, tuple[int, ...], int | None, str], ViewGrid](
            lambda key: ViewGrid(key[0]), _GAMES
        )

    def value(self, history: History, phi: Formula) -> Answer:
        """Return the value of a formula without quantifiers.

        Raises NoWorldFits if no world is consistent, and EngineFailed if all methods
        give up.
        """
        require_public_results(history)
        with forgetting(self._forget):
            if COPIES in self.methods and not any(map(_is_beyond_copies, walk(phi))):
                with suppress(SearchLimitReached):
                    return Answer(self._nested_value(history, phi), COPIES)
            from mystpy.engines.symbolic.value import value

            return value(history, phi, self.methods)

    def _nested_value(self, history: History, phi: Formula) -> Value:
        position, found = BeliefProgression.of(history), set()
        for constraints in position.constraint_sets:
            with suppress(NoWorldFits):
                found.add(self._session(constraints).value(phi, position.given))
        if not found:
            raise no_deal()
        return found.pop() if len(found) == 1 else Value.UNDETERMINED

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """Return what the first player knows that the next knows and so on."""
        from mystpy.engines.symbolic.dependence import nested_cells

        return self._known_cells(history, players, nested_cells)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """Return the cells that are common knowledge of a group."""
        from mystpy.engines.symbolic.dependence import common_cells

        return self._known_cells(history, group, common_cells)

    def _known_cells(
        self,
        history: History,
        players: tuple[int, ...],
        cells: Callable[[SatSession, tuple[int, ...], GivenCards], Cells],
    ) -> Cells:
        """Return the common grid of all outcomes; a cell that differs depends."""
        require_public_results(history)
        position = BeliefProgression.of(history)
        with forgetting(self._forget):
            parts = [
                cells(self._session(constraints), players, position.given)
                for constraints in self._fitting(position)
            ]
        return join_grids(parts, Cell.DEPENDS)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """Return what the deals have in common that a player considers possible."""
        with forgetting(self._forget):
            position = BeliefProgression.of(history)
            if COPIES in self.methods:
                views = self._views(position, player)
                return join_grids([grid.cells() for _, grid in views])
            from mystpy.engines.symbolic.value import cells_by_diagrams

            require_public_results(history)
            return join_grids(cells_by_diagrams(position, player))

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """Return the number of deals possible for a player. Raises CountTooLarge."""
        found = self._tally(history, player, limit)
        cards = history.game.cards
        counts = tuple(dict(zip(cards, row, strict=True)) for row in found.cells)
        return Grid(player, found.total, self.cells(history, player), counts)

    def weighted_odds(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """Return the odds of each cell if responders show a random card."""
        found = self._tally(history, player, limit, weighted_odds=True)
        cards = history.game.cards
        return tuple(dict(zip(cards, row, strict=True)) for row in found.odds())

    def _tally(
        self,
        history: History,
        player: int | None,
        limit: int | None,
        *,
        weighted_odds: bool = False,
    ) -> DealCounts:
        from mystpy.engines.symbolic.count.count import LIMIT, shows_seen, tally

        if COPIES not in self.methods:
            raise QueryError(
                "the engine bdd does not count deals",
                hint="leave the count out with --no-count, or use --engine auto",
            )
        position = BeliefProgression.of(history)
        with forgetting(self._forget):
            first, *others = [
                tally(
                    grid,
                    shows_seen(constraints, position.given, player)
                    if weighted_odds
                    else (),
                    limit=limit or LIMIT,
                )
                for constraints, grid in self._views(position, player)
            ]
        return sum(others, start=first)

    def _views(
        self, position: BeliefProgression, player: int | None
    ) -> Iterator[tuple[PublicConstraints, ViewGrid]]:
        """Yield the consistent constraints, each with the grid of the player's view."""
        for constraints in self._fitting(position):
            yield constraints, self._updated(position, constraints, player)

    def _updated(
        self,
        position: BeliefProgression,
        constraints: PublicConstraints,
        player: int | None,
    ) -> ViewGrid:
        """Return the grid of a player's view, or of all given cards.

        If the two are the same, so is the grid. Views of different hands have separate
        grids, which are updated as their game continues.
        """
        seen = position.view(constraints, player)
        whose = None if seen is position.view(constraints, None) else player
        holders = tuple(holder for holder, _ in position.given.hands)
        grid = self._grids[constraints.game, holders, whose, constraints.outcome]
        grid.update(seen)
        return grid

    def _fitting(self, position: BeliefProgression) -> list[PublicConstraints]:
        """Return the constraints of a position with a consistent world.

        Raises NoWorldFits if there are none.
        """
        found = []
        for constraints in position.constraint_sets:
            with suppress(NoWorldFits):
                self._updated(position, constraints, None)
                found.append(constraints)
        if not found:
            raise no_deal()
        return found

    def _session(self, constraints: PublicConstraints) -> SatSession:
        """Return a session for these constraints: equal, extended or new."""
        with_same = [s for s in self._sessions if s.constraints == constraints]
        growing = [s for s in self._sessions if constraints.extends(s.constraints)]
        session = next(iter([*with_same, *growing]), None) or SatSession(constraints)
        if session.constraints != constraints:
            session.update_constraints(constraints)
        others = [s for s in self._sessions if s is not session]
        self._sessions = [session, *others][:_GAMES]
        return session


def require_public_results(history: History) -> None:
    """Raise QueryError if a player learnt the result of a guess privately.

    Copies and diagrams of worlds support only views of hands and shown cards.
    """
    if history.game.generalized and results_of(history):
        raise QueryError(
            "the player who guessed has seen more than cards, which only a list of "
            "worlds can represent",
            hint="the engine worlds lists them: --engine worlds",
        )


def _is_beyond_copies(phi: Formula) -> bool:
    """Return whether it is an announcement, or common knowledge of several players."""
    if isinstance(phi, Common):
        return len(phi.members) > 1
    return isinstance(phi, Announcing)


def join_grids(parts: list[Cells], differing: Cell = Cell.OPEN) -> Cells:
    """Return the common part of several grids; differing cells are marked."""
    first, *others = parts
    for other in others:
        first = tuple(
            {x: cell if row[x] == cell else differing for x, cell in mine.items()}
            for mine, row in zip(first, other, strict=True)
        )
    return first
