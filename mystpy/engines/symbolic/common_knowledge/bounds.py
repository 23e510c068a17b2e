"""Common knowledge by bounds that meet: C(G, F) for an F about the deal only.

In the field: bounded model checking (Biere and others 1999), and k-induction (Sheeran,
Singh and Stålmarck 2000).

The upper bound: the worlds that a group's links reach satisfy what is common to the
group, that is, the constraints, and a card that one of two showed to the other. The
lower bound: they are reached by a chain of linked copies, a few steps long. If the
bounds differ, the reached cells are proved closed, by induction over the chain.

If each of many consistent worlds has a chain to a world without F, then C is false in
all of them. One such world represents all those that a member cannot distinguish from
it. Cases that remain open are left to the decision diagrams, and the answer names its
method. Small diagrams are used as soon as chains become hard for the solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from mystpy.compilation import dataclass
from mystpy.engines.base import Answer, Value, no_deal
from mystpy.engines.symbolic import BOUNDS, DIAGRAMS
from mystpy.engines.symbolic.bdd.value import DiagramSession, is_quick
from mystpy.engines.symbolic.common_knowledge.linked_worlds import LinkedWorlds, Ties
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.language.decidable import ground
from mystpy.language.nodes import Common, Formula, Not
from mystpy.language.subformulas import is_objective
from mystpy.thresholds import MAX_CONFLICTS_BEFORE_DIAGRAMS
from mystpy.views import GivenCards

FEWEST, MOST = 3, 12
"""The initial and the largest number of steps of a chain."""

PATIENCE = 3
"""The number of further steps without new cells after which bounds stay open."""


@dataclass(frozen=True, slots=True)
class ReachedCards:
    """For each holder the cards (a mask) held in a reached world, and the method."""

    cells: tuple[int, ...]
    method: str


class CommonKnowledge:
    """The common knowledge in a group of players under public constraints.

    Formulas that the bounds leave open go to `diagrams`, which is made on demand.
    """

    def __init__(
        self,
        constraints: PublicConstraints,
        group: Collection[int],
        diagrams: DiagramSession | None = None,
    ) -> None:
        self.constraints = constraints
        self.group = tuple(sorted(set(group)))
        self._given_diagrams = diagrams
        self._copies = LinkedWorlds(constraints, self.group)
        self._chain = [self._copies.add()]
        self._ties: Ties = ()
        self._latest = GivenCards((), ()), 0, 0
        # Worlds that one player cannot tell apart are reached in one step.
        self._depths = range(FEWEST, MOST + 1) if len(self.group) > 1 else range(1, 2)

    @property
    def diagrams(self) -> DiagramSession:
        """Return the method for formulas that the bounds leave open."""
        if self._given_diagrams is None:
            self._given_diagrams = DiagramSession(self.constraints)
        return self._given_diagrams

    def cells(self, given: GivenCards) -> ReachedCards:
        """Return the cells of some world that the group's links reach.

        The links start from the consistent worlds: ~h(k,x) is common knowledge in all
        of them if and only if x is not among the cells of k. Raises NoWorldFits if no
        world is consistent, and the errors of `DiagramSession` if the bounds do not
        meet.
        """
        try:
            found = self._by_bounds(given)
        except SearchLimitReached:
            found = None
        if found is not None:
            scene = self._copies.scene
            hands = tuple(scene.hand(found, k) for k in scene.holders)
            return ReachedCards(hands, BOUNDS)
        return ReachedCards(self.diagrams.common_cells(self.group, given), DIAGRAMS)

    def value(self, formula: Formula, given: GivenCards) -> Answer:
        """Return whether C(group, formula) holds in consistent worlds, and the method.

        Raises as `cells` does.
        """
        phi = ground(formula, self.constraints.game)
        try:
            value = self.bounded(phi, given) if is_objective(phi) else None
        except SearchLimitReached:
            value = None
        if value is not None:
            return Answer(value, BOUNDS)
        known = Common(self.group, phi)
        return Answer(self.diagrams.value(known, given), DIAGRAMS)

    def _by_bounds(self, given: GivenCards) -> int | None:
        """Return the reached cells; None if the bounds do not meet."""
        end = self._chain[0]
        common = self._common(end, given)
        above = self._copies.reached(end, common, ties=self._copies.untied(common))
        for depth in self._steps(given):
            reached = self._reached(depth, given)
            if reached == above or self._closed(depth, reached, given):
                return reached
        return None

    def bounded(self, phi: Formula, given: GivenCards) -> Value | None:
        """Return the value of C for an objective formula; None if it is open.

        The formula has no quantifiers. Raises NoWorldFits if no world is consistent,
        and GaveUp if the solver does not finish.
        """
        copies, end = self._copies, self._chain[0]
        if not copies.satisfiable(copies.given(end, given)):
            raise no_deal()
        fails = (copies.truth(Not(phi), end), *self._common(end, given))
        if not copies.satisfiable(fails):
            return Value.TRUE
        for depth in self._steps(given):
            start = copies.given(self._world(depth), given)
            if copies.satisfiable((*start, *fails)):
                linked = self._linked(given) or copies.all_lead(
                    self._world(depth), start, fails, self.group
                )
                return Value.FALSE if linked else None
            if len(self.group) == 1:
                return Value.TRUE
            reached = self._reached(depth, given)
            if self._closed(depth, reached, given) and not copies.satisfiable(
                (*fails, *self._within(end, reached))
            ):
                return Value.TRUE
        return None

    def _world(self, depth: int) -> int:
        """Return the copy `depth` steps from the end of the chain."""
        while len(self._chain) <= depth:
            world = self._copies.add()
            ties = self._copies.tie(world, self._chain[-1], self.group)
            self._ties = self._ties or ties
            self._chain.append(world)
        return self._chain[depth]

    def _steps(self, given: GivenCards) -> Iterator[int]:
        """Yield numbers of steps to try, while more of them reach new cells."""
        before, quiet, start = 0, 0, self._copies.solver.conflicts()
        for depth in self._depths:
            conflicts = self._copies.solver.conflicts() - start
            if conflicts > MAX_CONFLICTS_BEFORE_DIAGRAMS and is_quick(
                self.constraints.game
            ):
                return
            yield depth
            reached = self._reached(depth, given)
            quiet = quiet + 1 if reached == before else 0
            if quiet == PATIENCE:
                return
            before = reached

    def _reached(self, depth: int, given: GivenCards) -> int:
        """Return the cells reached from consistent worlds in at most `depth` steps.

        If more steps were taken before, there may be more cells.
        """
        known, taken, cells = self._latest
        if known != given:
            taken = cells = 0
        if taken < depth:
            start = self._copies.given(self._world(depth), given)
            end = self._chain[0]
            cells = self._copies.reached(end, start, cells, self._ties)
            if not cells:
                raise no_deal()
            self._latest = given, depth, cells
        return cells

    def _closed(self, depth: int, reached: int, given: GivenCards) -> bool:
        """Return whether no chain leads out of the reached cells, by induction.

        No chain of `depth` steps does. So it is enough that, for some number of steps,
        no chain does that stays within the cells until the last step.
        """
        if depth == 1:
            return True
        end = self._chain[0]
        out = self._copies.implied(1, self._outside(end, reached))
        assumed = [out, *self._common(end, given)]
        for world in self._chain[1 : depth + 1]:
            assumed += self._within(world, reached)
            assumed += self._common(world, given)
            if not self._copies.satisfiable(assumed):
                return True
        return False

    def _outside(self, world: int, reached: int) -> list[int]:
        return self._copies.literals(world, self._copies.scene.cells & ~reached)

    def _within(self, world: int, reached: int) -> list[int]:
        return [-atom for atom in self._outside(world, reached)]

    def _common(self, world: int, given: GivenCards) -> list[int]:
        """Return literals that are the same in all worlds that the links reach."""
        if len(self.group) == 1:
            return self._copies.given(
                world, given.seen_by(self.group, self.constraints.shows)
            )
        return [
            literal
            for index, card in given.shown
            if all(map(self.constraints.shows[index].sees, self.group))
            for literal in self._copies.given(world, GivenCards((), ((index, card),)))
        ]

    def _linked(self, given: GivenCards) -> bool:
        """Return whether the consistent worlds are linked: somebody's view is given."""
        return any(self._copies.scene.is_given((i,), given) for i in self.group)
