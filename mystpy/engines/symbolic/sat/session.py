"""Queries about one game as it continues: what follows, and what players know.

A session has public constraints. Structures and clauses of one query serve the next,
and constraints that extend those before are added to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Cells, Value, cells_of_hands, no_deal
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.bounds import SatGrids
from mystpy.engines.symbolic.sat.layout import Cube, WorldLayout
from mystpy.engines.symbolic.sat.nnf import AllOf, AnyOf, Group, Node, NormalForms
from mystpy.engines.symbolic.sat.refinement import ROUNDS, CegarSearch
from mystpy.engines.symbolic.sat.templates import (
    Shape,
    Template,
    Templates,
    shape_of,
)
from mystpy.engines.symbolic.solver import BUDGET, SearchLimitReached
from mystpy.errors import NotCovered
from mystpy.language.nodes import Distributed, Formula
from mystpy.language.subformulas import walk
from mystpy.views import GivenCards

if TYPE_CHECKING:
    from mystpy.engines.symbolic.sat.layout import WitnessWorld


class _View(NamedTuple):
    """The given cards: what holds in all consistent worlds, and in groups' views.

    `seen` has None for a group whose view is not given completely. `possible` has
    results about what groups consider possible, and `values` has answers by the shape
    of the formula and the cards that it names.
    """

    known: Cube
    seen: dict[Group, Cube | None]
    possible: dict[tuple[Group, Node], bool]
    values: dict[tuple[Shape, tuple[int, ...]], Value]


class SatSession:
    """The worlds under public constraints, and queries about them.

    Each query has the given cards besides these. All of them raise NoWorldFits if no
    world is consistent with the given cards. They raise GaveUp if the search exceeds
    its budget: a number of conflicts in the solver, and of worlds checked.
    """

    def __init__(
        self,
        constraints: PublicConstraints,
        *,
        budget: int = BUDGET,
        rounds: int = ROUNDS,
    ) -> None:
        self.constraints = constraints
        self._limits = budget, rounds
        self._start()

    def _start(self) -> None:
        self._fitting = SatGrids(self.constraints)
        self._views: dict[GivenCards, _View] = {}
        self._templates = Templates()
        scene = WorldLayout(self.constraints, frozenset(), self._fitting.cells)
        self._cegar_search = CegarSearch(
            scene,
            NormalForms(self.constraints.game, self.constraints.holds),
            *self._limits,
        )

    @property
    def _scene(self) -> WorldLayout:
        return self._cegar_search.scene

    def update_constraints(self, constraints: PublicConstraints) -> None:
        """Use other constraints; structures are kept if they extend the last ones."""
        old, self.constraints = self.constraints, constraints
        if not constraints.extends(old):
            self._start()
            return
        self._fitting.update_constraints(constraints)
        self._views = {}
        scene = WorldLayout(constraints, self._scene.askers, self._fitting.cells)
        self._cegar_search.update_constraints(
            scene, NormalForms(constraints.game, constraints.holds)
        )

    def value(self, formula: Formula, given: GivenCards) -> Value:
        """Return whether a formula holds in all consistent worlds, in none, or in some.

        Raises NotCovered for common knowledge of two or more players.
        """
        value = self._by_shape(formula, given)
        if value is not None:
            return value
        from mystpy.engines.symbolic.sat.inspection import ViewModalities

        forms = self._cegar_search.forms
        node = ViewModalities(forms, partial(self._is_possible, given)).of(
            forms.of(formula)
        )
        self._track(self._cegar_search.shape.agents(node))
        known = self._view(given).known
        if isinstance(node, AllOf | AnyOf) and not node.parts:
            return Value.TRUE if isinstance(node, AllOf) else Value.FALSE
        if self._cegar_search.find(node, known) is None:
            return Value.FALSE
        if self._cegar_search.find(forms.opposite(node), known) is None:
            return Value.TRUE
        return Value.UNDETERMINED

    def cells(self, given: GivenCards) -> Cells:
        """Return for each holder and card the cell, in the consistent deals."""
        return self.nested_cells((), given)

    def nested_cells(self, chain: Sequence[int], given: GivenCards) -> Cells:
        """Return what the first player knows that the next knows, ... about each card.

        A cell is "yes" if K(i,K(j,...h(k,x))) follows for the players i, j, ... of the
        chain, "no" if K(i,K(j,...~h(k,x))) follows, else "?". For no players these are
        the cells of the consistent deals.
        """
        from mystpy.engines.symbolic.sat.inspection import CellSweep

        seen: Group | None = None
        self._track(chain[1:])
        self._fitting.hands(given)
        if chain and self._scene.is_given(chain[:1], given):
            seen, chain = (chain[0],), chain[1:]
        else:
            self._track(chain)
        if not chain:
            return self._cells(self._fitting.hands(given, seen))
        known = self._fitting.known(self._scene, given, seen)
        return self._cells(CellSweep(self._cegar_search, chain, known).run())

    def _cells(self, hands: Sequence[int]) -> Cells:
        return cells_of_hands(self.constraints.game.cards, hands)

    def is_given(
        self, player: int, given: GivenCards, knowers: Collection[int] = ()
    ) -> bool:
        """Return whether all that a player has seen is given.

        A card that the player showed counts only if one of the `knowers`, whose
        knowledge occurs, has seen it.
        """
        self._track(knowers)
        return self._scene.is_given((player,), given)

    def witness(
        self, formula: Formula, given: GivenCards
    ) -> tuple[WitnessWorld, ...] | None:
        """Return worlds that show how a formula can hold; None if it holds nowhere.

        The first world is consistent with the given cards. Each further one is
        considered possible, in the world that it names as its parent, by the player
        that it names. Raises NotCovered for knowledge of groups.
        """
        from mystpy.engines.symbolic.sat.inspection import WitnessChain

        if any(isinstance(part, Distributed) for part in walk(formula)):
            raise NotCovered(f"witnesses name one player each, not those of {formula}")
        node = self._cegar_search.forms.of(formula)
        self._track(self._cegar_search.shape.agents(node))
        known = self._view(given).known
        worlds = self._cegar_search.find(node, known)
        if worlds is None:
            return None
        return WitnessChain(self._cegar_search, given).of(node, worlds)

    def _by_shape(self, formula: Formula, given: GivenCards) -> Value | None:
        """Return the value of a formula whose shape is prepared; None for others."""
        named: dict[str, int] = {}
        shape = shape_of(formula, named)
        if shape is None:
            return None
        cards = tuple(map(self.constraints.game.deck.__getitem__, named))
        question = self._templates.of(shape, formula, cards, self._cegar_search.forms)
        if question is None:
            return None
        for part in question.parts:
            self._track(part.agents)
        view, key = self._view(given), (shape, cards)
        if key not in view.values:
            seen = [self._seen_by(part.group, given) for part in question.parts]
            known = [cube for cube in seen if cube is not None]
            if len(known) < len(seen):
                return None
            held = map(self._holds, question.parts, repeat(cards), known)
            true = all(held) if question.every else any(held)
            view.values[key] = Value.TRUE if true else Value.FALSE
        return view.values[key]

    def _holds(self, part: Template, cards: Sequence[int], known: Cube) -> bool:
        """Return whether a modality holds for a group that knows this."""
        copies = self._cegar_search.copies(part.size)
        assumed = [*copies.assume(0, known), *part.sought(copies, cards)]
        return (copies.solver.solve(assumed, bool) is None) is part.is_known

    def _is_possible(self, given: GivenCards, group: Group, body: Node) -> bool | None:
        """Return whether a group considers it possible; None if its view is not given.

        The group's own shows are added only if the body is about the knowledge of
        others.
        """
        self._track(self._cegar_search.shape.agents(body))
        known = self._seen_by(group, given)
        if known is None:
            return None
        possible, key = self._view(given).possible, (group, body)
        if key not in possible:
            possible[key] = self._cegar_search.possible(body, known)
        return possible[key]

    def _seen_by(self, group: Group, given: GivenCards) -> Cube | None:
        """Return what a group has seen; None if not all of it is given."""
        seen = self._view(given).seen
        if group not in seen:
            is_given = self._scene.is_given(group, given)
            known = is_given and self._fitting.known(self._scene, given, group)
            seen[group] = known or None
        return seen[group]

    def _view(self, given: GivenCards) -> _View:
        """Return the given cards and their consequences, or raise NoWorldFits.

        If no consistent deal is known, the solver first searches for one.
        """
        view = self._views.get(given)
        if view is None:
            known = self._fitting.known(self._scene, given)
            grid = self._fitting.grid(given)
            if not grid.is_proved:
                self._prove(grid, known)
            view = self._views[given] = _View(known, {}, {}, {})
        return view

    def _prove(self, grid: ViewGrid, known: Cube) -> None:
        """Find a consistent deal. Raises NoWorldFits if there is none."""
        try:
            world = self._cegar_search.world(known)
        except SearchLimitReached:
            grid.update(grid.conditions)
            return
        if world is None:
            raise no_deal()
        grid.prove([self._scene.hand(world, k) for k in self._scene.holders])

    def _track(self, players: Iterable[int]) -> None:
        """Add the cards that were shown to these players to the worlds."""
        if not self._scene.askers.issuperset(players):
            askers = self._scene.askers.union(players)
            self._cegar_search.track(
                WorldLayout(self.constraints, askers, self._scene.cells)
            )
            self._views = {}
