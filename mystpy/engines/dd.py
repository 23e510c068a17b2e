"""Knowledge by decision diagrams: every formula, and what public announcements change.

The heavy method behind the others: it needs no view to be given, takes K, E and C under
negations, and follows chains of announcements. Formulas are settled over all worlds of
the law at once, so its cost lies in the worlds and hardly in the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeVar

from mystpy.engines.base import Value, no_deal
from mystpy.engines.dd_knowledge import Knowledge
from mystpy.engines.dd_law import LawDiagram
from mystpy.engines.dd_store import LARGEST, SMALLEST, Diagram, Full, larger
from mystpy.engines.law import Given, Law
from mystpy.engines.linked_worlds import public_cells
from mystpy.errors import NoWorldFits
from mystpy.formulas import Formula, agents_in, expand

T = TypeVar("T")
NOTHING = Given((), ())


@dataclass
class Shelf:
    """The diagram of a law, made anew when it has to tell more or needs more room."""

    law: Law
    limit: int
    nodes: int
    diagram: LawDiagram | None = None
    agents: frozenset[int] = frozenset()
    may: int = field(init=False)

    def __post_init__(self) -> None:
        self.may = public_cells(self.law)

    def get(self, agents: Collection[int]) -> LawDiagram:
        """Return the diagram with all that matters for what these players know."""
        if self.diagram is None or not self.agents.issuperset(agents):
            self.diagram = None
            self.agents = self.agents.union(agents)
            self.diagram = LawDiagram(self.law, self.agents, self.may, self.nodes)
        return self.diagram

    def grow(self) -> None:
        """Forget the diagram; the next one gets twice the room."""
        self.diagram = None
        self.nodes = larger(self.nodes, self.limit)


class Diagrams:
    """What follows from a law, after the announcements that were made, if any.

    ``limit`` is the greatest number of nodes to be used; a node takes about 32 bytes.
    All methods raise EngineMissing if oxidd is not installed, and EngineFailed beyond
    the limit.
    """

    def __init__(self, law: Law, limit: int = LARGEST) -> None:
        self._shelf = Shelf(law, limit, min(SMALLEST, limit))
        self.announced: tuple[Formula, ...] = ()
        self._now: Knowledge | None = None
        self._of: LawDiagram | None = None

    def value(self, formula: Formula, given: Given = NOTHING) -> Value:
        """Return whether a formula holds in all worlds that fit, in none, or in some.

        Raises NoWorldFits if no world fits.
        """
        return value_of(*self.cases(formula, given))

    def cases(self, formula: Formula, given: Given = NOTHING) -> tuple[bool, bool]:
        """Return whether a formula is true, and false, in some world that fits.

        Both are False if no world fits: so laws for several outcomes can be joined.
        """
        phi = expand(formula, self._shelf.law.game)
        return self._ask(
            agents_in(phi),
            lambda law, now: _cases(law, now, now.truth(phi), given),
        )

    def pooled(
        self, group: Collection[int], formula: Formula, given: Given = NOTHING
    ) -> Value:
        """Return whether a group would know a formula if it pooled what it sees: D(G,F).

        Raises NoWorldFits if no world fits.
        """
        phi = expand(formula, self._shelf.law.game)
        return value_of(
            *self._ask(
                agents_in(phi).union(group),
                lambda law, now: _cases(law, now, now.known(group, phi), given),
            )
        )

    def announce(self, formula: Formula) -> Diagrams:
        """Return what follows once a formula is announced publicly and truthfully.

        The worlds in which it is false are removed. Raises NoWorldFits if it is false
        in all worlds.
        """
        after = Diagrams.__new__(Diagrams)
        after._shelf = self._shelf
        after.announced = (*self.announced, expand(formula, self._shelf.law.game))
        after._now = after._of = None

        def restrict(law: LawDiagram, now: Knowledge) -> None:
            after._now, after._of = _told(law, now, after.announced[-1]), law

        self._ask(agents_in(after.announced[-1]), restrict)
        assert after._now is not None
        if not after._now.worlds.satisfiable():
            raise NoWorldFits(f"{formula} is announced, but false in every world")
        return after

    def count(self, given: Given = NOTHING) -> int:
        """Return the exact number of deals that fit."""
        return self._ask(
            (), lambda law, now: law.number(law.store.both(now.worlds, law.given(given)))
        )

    def cells(self, given: Given = NOTHING) -> tuple[int, ...]:
        """Return for each holder the cards (a mask) held in some deal that fits."""
        return self._ask(
            (), lambda law, now: law.cells(law.store.both(now.worlds, law.given(given)))
        )

    def common_cells(
        self, group: Collection[int], given: Given = NOTHING
    ) -> tuple[int, ...]:
        """Return the same for all worlds that the group's links reach from those that fit.

        So ~h(k,x) is common knowledge in some world that fits only if x is not there.
        """

        def reach(law: LawDiagram, now: Knowledge) -> tuple[int, ...]:
            fits = law.store.both(now.worlds, law.given(given))
            return law.cells(now.reachable(group, fits))

        return self._ask(group, reach)

    def _ask(
        self, agents: Collection[int], question: Callable[[LawDiagram, Knowledge], T]
    ) -> T:
        """Answer a question over a diagram that has what it needs, and room for it."""
        needed = agents_in_all(self.announced).union(agents)
        while True:
            try:
                law = self._shelf.get(needed)
                return question(law, self._knowledge(law))
            except Full:
                self._now = self._of = None
            # Not in the handler: its traceback holds on to the nodes.
            law = None  # type: ignore[assignment]
            self._shelf.grow()

    def _knowledge(self, law: LawDiagram) -> Knowledge:
        if self._now is None or self._of is not law:
            now = Knowledge(law, law.worlds)
            for formula in self.announced:
                now = _told(law, now, formula)
            self._now, self._of = now, law
        return self._now


def _told(law: LawDiagram, now: Knowledge, formula: Formula) -> Knowledge:
    return Knowledge(law, law.store.both(now.worlds, now.truth(formula)))


def _cases(
    law: LawDiagram, now: Knowledge, truth: Diagram, given: Given
) -> tuple[bool, bool]:
    fits = law.store.both(now.worlds, law.given(given))
    true = law.store.both(fits, truth)
    return true.satisfiable(), true != fits


def agents_in_all(formulas: Collection[Formula]) -> frozenset[int]:
    """Return the players of whose knowledge some of the formulas speak."""
    return frozenset().union(*map(agents_in, formulas))


def value_of(some_true: bool, some_false: bool) -> Value:
    """Return the value of a formula that is true, or false, in some world that fits.

    Raises NoWorldFits if it is neither.
    """
    if some_true and some_false:
        return Value.UNDETERMINED
    if not some_true and not some_false:
        raise no_deal()
    return Value.TRUE if some_true else Value.FALSE
