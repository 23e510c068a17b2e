"""An engine's answers: by its own semantics, or by symbolic methods in large games.

What can be done, the engine's semantics says. What is known, it says too where it can
do so quickly; else the symbolic methods find it. `auto` also takes into account what
earlier questions have left, and `sat` and `bdd` ask one symbolic method about
everything that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from mystpy.axiom_folder import theory_key
from mystpy.engines.base import Answer, Cells, Engine, Grid, Shares, Valued, World
from mystpy.engines.diagram.lru_cache import LruCache
from mystpy.engines.exclusive import exclusive_methods
from mystpy.engines.semantics import Semantics
from mystpy.engines.world_count import (
    LISTED_WITH_SOLVER,
    LISTED_WITHOUT_SOLVER,
    is_small,
    world_bound,
)
from mystpy.history.history import History
from mystpy.language.decidable import grounded
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import is_past
from mystpy.views import has_sight, results_of

if TYPE_CHECKING:
    from mystpy.engines.symbolic.engine import Scaled

P = ParamSpec("P")
T = TypeVar("T")

THEORIES = 4
"""For so many theories, in turn, is kept what was built for earlier questions."""


def symbolic() -> Scaled:
    """All symbolic methods, each for what it is quickest at."""
    # Not at the top: a question about few worlds is answered before it is loaded.
    from mystpy.engines.symbolic.engine import Scaled

    return Scaled()


def by_sat() -> Scaled:
    """The symbolic methods that are a SAT solver's."""
    from mystpy.engines.symbolic.engine import Scaled
    from mystpy.engines.symbolic.methods import BOUNDS, COPIES

    return Scaled((COPIES, BOUNDS))


def by_bdd() -> Scaled:
    """The decision diagrams alone."""
    from mystpy.engines.symbolic.bdd.answers import DiagramAnswers

    return DiagramAnswers()


def _of_semantics(
    question: Callable[Concatenate[Engine, P], T],
) -> Callable[Concatenate[Answers, P], T]:
    """Return the method that asks the semantics."""
    name = question.__name__

    def ask(answers: Answers, /, *args: P.args, **named: P.kwargs) -> T:
        found: T = getattr(answers.semantics, name)(*args, **named)
        return found

    return ask


@exclusive_methods
class Answers(Semantics):
    """The answers of a semantics in small games, and of symbolic methods in `large`."""

    lists_worlds = False
    beyond_axioms = True

    def __init__(
        self, name: str, semantics: Semantics, large: Callable[[], Scaled] = symbolic
    ) -> None:
        self.name = name
        self.semantics = semantics
        self._scaled: LruCache[Hashable, Scaled] = LruCache(lambda _: large(), THEORIES)

    judge = _of_semantics(Engine.judge)
    state = _of_semantics(Engine.state)
    possible = _of_semantics(Engine.possible)
    clash = _of_semantics(Engine.clash)

    @property
    def large(self) -> Scaled:
        """What answers for games with more deals than can be listed."""
        return self._scaled[theory_key()]

    def worlds(self, history: History, *, public: bool = False) -> Iterator[World]:
        """Each world that fits, or each world of the public history."""
        return self.semantics.worlds(history, public=public)

    def value(self, history: History, formula: Formula) -> Answer:
        """The value of a formula, with the method that found it."""
        phi = grounded(formula, history.game, past=self.semantics.past)
        if self._lists(history, phi):
            return self.semantics.value(history, formula)
        return self.large.value(history, phi)

    def _lists(self, history: History, phi: Formula) -> bool:
        """Return whether the semantics is asked for the value of a formula."""
        return self.semantics.answers(history, phi)

    def announced(self, history: History, formulas: Sequence[Formula]) -> Valued:
        """What follows after announcements, in listed worlds if these are few."""
        if self._is_small(history):
            from mystpy.engines.symbolic.enumeration import FewWorlds
            from mystpy.engines.symbolic.position import Position

            laws = () if results_of(history) else Position.of(history).laws
            if all(map(FewWorlds.of, laws)):
                return self.semantics.announced(history, formulas)
        return self.large.announced(history, formulas)

    def cells(self, history: History, player: int | None = None) -> Cells:
        """What the deals have in common that a player holds possible."""
        if self._is_small(history):
            return self.semantics.cells(history, player)
        return self.large.cells(history, player)

    def grid(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Grid:
        """The number of deals that a player holds possible, cell by cell."""
        if self._is_small(history):
            return self.semantics.grid(history, player, limit)
        return self.large.grid(history, player, limit)

    def weighed(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """The odds of each cell if responders show a random card."""
        if results_of(history):
            return self.semantics.weighed(history, player, limit)
        return self.large.weighed(history, player, limit)

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """What the first player knows that the next knows, and so on."""
        if results_of(history) or not has_sight(history.game):
            return self.semantics.nested_cells(history, players)
        return self.large.nested_cells(history, players)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """What is common knowledge of a group."""
        if results_of(history) or not has_sight(history.game):
            return self.semantics.common_cells(history, group)
        return self.large.common_cells(history, group)

    def _is_small(self, history: History) -> bool:
        """Return whether the semantics lists deals and worlds.

        What one player was told alone is known from a list only.
        """
        return is_small(history.game) or bool(results_of(history))


class QuickestAnswers(Answers):
    """The default: lists the worlds or uses the symbolic methods, whichever is quicker.

    The choice depends on the number of worlds, on the lists kept from earlier questions
    and on whether the solver is already loaded. The value does not depend on it, and
    the answer names its method. The benchmark bench_default compares the times.
    Tests compare the answers with clingo and SWI-Prolog for the shipped axioms. For
    other axioms `get_engine` chooses asp, which reads the axioms themselves.
    """

    _listed = 0
    """How many worlds were listed although the solver could have answered."""

    def _lists(self, history: History, phi: Formula) -> bool:
        """Return whether listing the worlds is the quickest way to the value.

        The solver is loaded once the lists together have cost more than loading it.
        """
        from mystpy.engines.worlds.engine import kept_worlds

        if is_past(phi) or results_of(history):
            return True
        kept = kept_worlds(history, phi)
        worlds = world_bound(history) if kept is None else kept
        if worlds <= LISTED_WITH_SOLVER:
            return True
        loaded = len(self._scaled) or self._listed > LISTED_WITHOUT_SOLVER
        if loaded or worlds > LISTED_WITHOUT_SOLVER:
            return False
        self._listed += worlds
        return True


@exclusive_methods
class OneMethodAnswers(Answers):
    """What one symbolic method says of knowledge; what it cannot do is refused."""

    def value(self, history: History, formula: Formula) -> Answer:
        """The value of a formula by this method, however few worlds there are."""
        return self.large.value(history, grounded(formula, history.game))

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """What the first player knows that the next knows, cell by cell."""
        return Semantics.nested_cells(self, history, players)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """What is common knowledge of a group, cell by cell."""
        return Semantics.common_cells(self, history, group)

    def weighed(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """The odds of each cell if responders show a random card."""
        return self.large.weighed(history, player, limit)

    def _is_small(self, history: History) -> bool:
        return False
