"""An engine's answers: by its own semantics, or by symbolic methods in large games.

The engine's semantics decides which actions are possible. It also answers about
knowledge if it can do so quickly; otherwise the symbolic methods answer. `auto` also
considers which results of earlier queries are cached, and `sat` and `bdd` use one
symbolic method for all queries about knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

from mystpy.axiom_folder import theory_key
from mystpy.engines.base import Answer, Engine
from mystpy.engines.exclusive import exclusive, exclusive_methods
from mystpy.engines.semantics import Dealt, Semantics
from mystpy.engines.transition_system.lru_cache import LruCache
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import is_static
from mystpy.sight import results_of
from mystpy.thresholds import (
    MAX_WORLDS_LISTED_WITH_SOLVER,
    MAX_WORLDS_LISTED_WITHOUT_SOLVER,
)
from mystpy.views import has_sight

if TYPE_CHECKING:
    from mystpy.engines.symbolic.engine import SymbolicEngine

P = ParamSpec("P")
T = TypeVar("T")

THEORIES = 4
"""The number of theories for which results of earlier queries are kept."""


def symbolic() -> SymbolicEngine:
    """Return all symbolic methods, each for the queries that it answers quickest."""
    # Not at the top: a question about few worlds is answered before it is loaded.
    from mystpy.engines.symbolic.engine import SymbolicEngine

    return SymbolicEngine()


def by_sat() -> SymbolicEngine:
    """Return the symbolic methods that use a SAT solver."""
    from mystpy.engines.symbolic import BOUNDS, COPIES
    from mystpy.engines.symbolic.engine import SymbolicEngine

    return SymbolicEngine((COPIES, BOUNDS))


def by_bdd() -> SymbolicEngine:
    """Return the method of decision diagrams alone."""
    from mystpy.engines.symbolic import DIAGRAMS
    from mystpy.engines.symbolic.engine import SymbolicEngine

    return SymbolicEngine((DIAGRAMS,))


def _asked(
    question: Callable[Concatenate[Engine, P], T],
    who: Callable[[CombinedEngine, History], Semantics | SymbolicEngine],
) -> Callable[Concatenate[CombinedEngine, P], T]:
    """Return the method that passes a query to the semantics or to `large`."""
    name = question.__name__

    def ask(engine: CombinedEngine, /, *args: P.args, **named: P.kwargs) -> T:
        history = cast(History, args[0] if args else named["history"])
        found: T = getattr(who(engine, history), name)(*args, **named)
        return found

    return ask


@exclusive_methods
class CombinedEngine(Semantics):
    """The answers of a semantics in small games, and of symbolic methods in `large`."""

    lists_worlds = False
    beyond_axioms = True

    def __init__(
        self,
        name: str,
        semantics: Semantics,
        large: Callable[[], SymbolicEngine] = symbolic,
    ) -> None:
        self.name = name
        self.semantics = semantics
        self._symbolic: LruCache[Hashable, SymbolicEngine] = LruCache(
            lambda _: large(), THEORIES
        )

    @property
    def large(self) -> SymbolicEngine:
        """Return the engine for games with more deals than can be listed."""
        return self._symbolic[theory_key()]

    def value(self, history: History, formula: Formula) -> Answer:
        """Return the value of a formula, with the method that found it."""
        from mystpy.language.decidable import ground  # not for legality

        others = self.semantics.other_situations
        phi = ground(formula, history.game, other_situations=others)
        if self._lists(history, phi):
            return self.semantics.value(history, formula)
        return self.large.value(history, phi)

    def _lists(self, history: History, phi: Formula) -> bool:
        """Return whether the semantics computes the value of a formula."""
        return self.semantics.answers(history, phi)

    def _of_actions(self, _: History) -> Semantics:
        return self.semantics

    def _of_cards(self, history: History) -> Semantics | SymbolicEngine:
        """Return the engine for one player: a private result needs a list of worlds."""
        from mystpy.engines.world_count import is_small  # not for legality

        small = results_of(history) or is_small(history.game)
        return self.semantics if small else self.large

    def _of_odds(self, history: History) -> Semantics | SymbolicEngine:
        listed = results_of(history) or self.semantics.alone
        return self._of_cards(history) if listed else self.large

    def _of_views(self, history: History) -> Semantics | SymbolicEngine:
        """Return the engine for queries about several players."""
        if not has_sight(history.game):
            return self.semantics
        return self._of_odds(history)

    def deals(self, history: History) -> Collection[Dealt]:
        """Return the hands of each deal that fits, as the semantics lists them."""
        return self.semantics.deals(history)

    def is_replaced(self, history: History) -> bool:
        """Return whether symbolic methods replace an engine that is `alone`."""
        return self.semantics.alone and self._of_cards(history) is not self.semantics

    @property
    def updates(self) -> Collection[str]:
        """Return the symbolic methods for announcements; see `announced_by`."""
        return self.large.methods

    def lists_updates(self, history: History) -> bool:
        """Return whether worlds are listed after announcements, as they are few."""
        if self._of_cards(history) is not self.semantics:
            return False
        from mystpy.engines.symbolic.belief_progression import BeliefProgression
        from mystpy.engines.symbolic.enumeration import EnumeratedWorlds

        constraint_sets = (
            () if results_of(history) else BeliefProgression.of(history).constraint_sets
        )
        return all(map(EnumeratedWorlds.of, constraint_sets))

    judge = _asked(Engine.judge, _of_actions)
    state = _asked(Engine.state, _of_actions)
    possible = _asked(Engine.possible, _of_actions)
    worlds = _asked(Engine.worlds, _of_actions)
    clash = _asked(Engine.clash, _of_actions)
    cells = _asked(Engine.cells, lambda engine, history: engine._of_cards(history))
    grid = _asked(Engine.grid, lambda engine, history: engine._of_cards(history))
    weighted_odds = _asked(
        Engine.weighted_odds, lambda engine, history: engine._of_odds(history)
    )
    nested_cells = _asked(Engine.nested_cells, _of_views)
    common_cells = _asked(Engine.common_cells, _of_views)


class QuickestEngine(CombinedEngine):
    """The default: lists the worlds or uses the symbolic methods, whichever is quicker.

    The choice depends on the number of worlds, on the lists kept from earlier questions
    and on whether the solver is already loaded. The value does not depend on it, and
    the answer names its method. The benchmark bench_default compares the times.
    Tests compare the answers with clingo and SWI-Prolog for the shipped axioms. For
    other axioms `get_engine` chooses asp, which reads the axioms themselves.
    """

    _listed = 0
    """The number of worlds listed although the solver could have answered."""

    def __init__(self, name: str, semantics: Semantics) -> None:
        super().__init__(name, semantics)
        # Not at the top: asp does not need them for legality.
        from mystpy.engines.world_count import world_bound
        from mystpy.engines.worlds.engine import kept_worlds

        self._world_bound, self._kept_worlds = world_bound, kept_worlds

    def _lists(self, history: History, phi: Formula) -> bool:
        """Return whether listing the worlds is the quickest way to the value.

        The solver is loaded when the lists together have taken longer than loading it.
        """
        kept = self._kept_worlds(history, phi)
        worlds = self._world_bound(history) if kept is None else kept
        if worlds <= MAX_WORLDS_LISTED_WITH_SOLVER:
            return True
        if not is_static(phi) or results_of(history):
            return True
        most = MAX_WORLDS_LISTED_WITHOUT_SOLVER
        if len(self._symbolic) or self._listed > most or worlds > most:
            return False
        self._listed += worlds
        return True


class OneMethodEngine(CombinedEngine):
    """Knowledge by one symbolic method; queries that it cannot answer are rejected."""

    @exclusive
    def value(self, history: History, formula: Formula) -> Answer:
        """Return the value of a formula by this method, also for few worlds."""
        from mystpy.language.decidable import ground  # not for legality

        return self.large.value(history, ground(formula, history.game))

    def _of_cards(self, history: History) -> Semantics | SymbolicEngine:
        return self.large

    _of_odds = _of_cards
    nested_cells = Semantics.nested_cells
    common_cells = Semantics.common_cells
