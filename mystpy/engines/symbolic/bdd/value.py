"""Knowledge by decision diagrams: every formula, also after public announcements.

The most expensive method: it needs no given view, covers K, E and C under negations,
and follows chains of announcements. Formulas are evaluated over all worlds of the
constraints at once. So its cost depends on the worlds and hardly on the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from math import prod
from typing import TypeVar

from mystpy.decision_diagrams import LARGEST, StoreFull, are_available, larger
from mystpy.engines.base import Value
from mystpy.engines.symbolic.bdd.constraints_diagram import ConstraintsDiagram
from mystpy.engines.symbolic.bdd.knowledge import KnowledgeDiagrams
from mystpy.engines.symbolic.bdd.variables import ConstraintVariables
from mystpy.engines.symbolic.cases import Cases, value_of
from mystpy.engines.symbolic.grid.grid import public_cells
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import agents_in
from mystpy.thresholds import (
    MAX_CARDS_OF_QUICK_DIAGRAM,
    MAX_CARDS_OF_SMALL_STORE,
    MAX_STATES_OF_QUICK_DIAGRAM,
)
from mystpy.views import GivenCards

T = TypeVar("T")
NOTHING = GivenCards((), ())
Announcements = tuple[Formula, ...]

SMALLEST = 1 << 22
"""The first size of a store, in nodes: large, so that garbage is seldom collected."""

SMALL = 1 << 18
"""The initial room for nodes: to make and to free a large store takes 15 ms."""

STAGES = 3
"""The number of latest sequences of announcements whose results are kept."""


class DiagramCache:
    """The diagram of a history, rebuilt if it needs more variables or more room."""

    def __init__(
        self, constraints: PublicConstraints, limit: int, agents: Collection[int]
    ) -> None:
        self.constraints = constraints
        self._limit = limit
        first = SMALL if constraints.game.c <= MAX_CARDS_OF_SMALL_STORE else SMALLEST
        self._nodes = min(first, SMALLEST, limit)
        self._may = public_cells(constraints)
        self._agents = frozenset(agents)
        self._diagram: ConstraintsDiagram | None = None
        self._known: dict[Announcements, KnowledgeDiagrams] = {}

    def knowledge(
        self, agents: Collection[int], announced: Announcements
    ) -> KnowledgeDiagrams:
        """Return the knowledge of agents after announcements."""
        if self._diagram is None or not self._agents.issuperset(agents):
            self._forget()
            self._agents = self._agents.union(agents)
            variables = ConstraintVariables(self.constraints, self._agents, self._may)
            last = self._nodes == self._limit
            self._diagram = ConstraintsDiagram(variables, self._nodes, last=last)
        count = len(announced)
        while count and announced[:count] not in self._known:
            count -= 1
        now = self._known.pop(announced[:count], None)
        now = now or KnowledgeDiagrams(self._diagram, self._diagram.worlds)
        self._keep(announced[:count], now)
        for k in range(count, len(announced)):
            now = now.after(announced[k])
            self._keep(announced[: k + 1], now)
        return now

    def _keep(self, announced: Announcements, now: KnowledgeDiagrams) -> None:
        self._known[announced] = now
        while len(self._known) > STAGES:
            del self._known[next(iter(self._known))]

    def grow(self) -> None:
        """Discard the diagram; the next one gets more room."""
        self._forget()
        self._nodes = larger(self._nodes, self._limit)

    def _forget(self) -> None:
        self._diagram = None
        self._known.clear()


class DiagramSession:
    """The consequences of public constraints, and of announcements, if any.

    `limit` is the largest number of nodes; a node takes about 32 bytes. `agents` are
    players whose knowledge will be asked about. The diagram of one query serves the
    next, unless that is about further players. All methods raise EngineMissing if oxidd
    is not installed, and EngineFailed beyond the limit.
    """

    def __init__(
        self,
        constraints: PublicConstraints,
        limit: int = LARGEST,
        agents: Collection[int] = (),
    ) -> None:
        self._cache = DiagramCache(constraints, limit, agents)
        self.announced: Announcements = ()

    def value(self, formula: Formula, given: GivenCards = NOTHING) -> Value:
        """Return whether a formula holds in all consistent worlds, in none, or in some.

        Raises NoWorldFits if no world is consistent.
        """
        return value_of(self.cases(formula, given))

    def cases(self, formula: Formula, given: GivenCards = NOTHING) -> Cases:
        """Return whether a formula is true, and false, in some consistent world.

        Both are False if no world is consistent: so constraints for several outcomes
        can be combined.
        """
        phi = ground(formula, self._cache.constraints.game)
        return self._ask(agents_in(phi), lambda now: now.cases(phi, given))

    def announce(self, formula: Formula) -> DiagramSession:
        """Return the consequences after a truthful public announcement of a formula.

        The worlds in which it is false are removed. Raises NoWorldFits if it is false
        in all worlds.
        """
        after = copy(self)
        after.announced = (
            *self.announced,
            ground(formula, self._cache.constraints.game),
        )
        if not after._ask((), lambda now: now.worlds.satisfiable()):
            raise NoWorldFits(f"{formula} is announced, but false in every world")
        return after

    def count(self, given: GivenCards = NOTHING) -> int:
        """Return the exact number of consistent deals."""
        return self._ask((), lambda now: now.constraints.number(now.deals(given)))

    def cells(self, given: GivenCards = NOTHING) -> tuple[int, ...]:
        """Return for each holder the cards (a mask) held in some consistent deal."""
        return self._ask((), lambda now: now.constraints.cells(now.fits(given)))

    def common_cells(
        self, group: Collection[int], given: GivenCards = NOTHING
    ) -> tuple[int, ...]:
        """Return the same for all worlds that the group's links reach from those.

        So ~h(k,x) is common knowledge in all consistent worlds if and only if x is not
        there.
        """
        return self._ask(
            group,
            lambda now: now.constraints.cells(now.reachable(group, now.fits(given))),
        )

    def _ask(
        self, agents: Collection[int], question: Callable[[KnowledgeDiagrams], T]
    ) -> T:
        """Answer a query with a diagram that has the needed variables and room."""
        needed = agents_in_all(self.announced).union(agents)
        while True:
            try:
                return question(self._cache.knowledge(needed, self.announced))
            except StoreFull:
                pass
            # Not in the handler: its traceback holds on to the nodes.
            self._cache.grow()


def agents_in_all(formulas: Collection[Formula]) -> frozenset[int]:
    """Return the players whose knowledge occurs in some of the formulas."""
    return frozenset().union(*map(agents_in, formulas))


def is_quick(game: Game) -> bool:
    """Return whether diagrams for this game are built quickly, and oxidd is installed.

    While cards are dealt, a state is mainly how many cards each place has; with few
    players there are few states.
    """
    states = prod(size + 1 for size in places_of(game).sizes)
    few = game.c <= MAX_CARDS_OF_QUICK_DIAGRAM and states <= MAX_STATES_OF_QUICK_DIAGRAM
    return few and are_available()
