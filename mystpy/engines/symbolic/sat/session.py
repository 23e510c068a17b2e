"""Questions about one game as it goes on: what follows, and what is known of it.

A session has a law; what was built and learned for one question serves the next, and
a law that extends the one before is told, not built anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Cells, Value, cells_of_hands, no_deal
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.sat.bounds import Fitting
from mystpy.engines.symbolic.sat.layout import Cube, Scene
from mystpy.engines.symbolic.sat.nnf import AllOf, AnyOf, Group, Node, NormalForms
from mystpy.engines.symbolic.sat.refinement import ROUNDS, Inquiry
from mystpy.engines.symbolic.sat.templates import (
    Shape,
    Template,
    Templates,
    shape_of,
)
from mystpy.engines.symbolic.solver import BUDGET, GaveUp
from mystpy.errors import NotCovered
from mystpy.language.nodes import Distributed, Formula
from mystpy.language.subformulas import walk
from mystpy.views import Given

if TYPE_CHECKING:
    from mystpy.engines.symbolic.witness import WitnessWorld


class _View(NamedTuple):
    """What is given: what is true in all worlds that fit, and what groups saw of it.

    `seen` has None for a group whose view is not given completely. `possible` has
    results about what groups consider possible, and `values` has answers by the shape
    of the formula and the cards that it names.
    """

    known: Cube
    seen: dict[Group, Cube | None]
    possible: dict[tuple[Group, Node], bool]
    values: dict[tuple[Shape, tuple[int, ...]], Value]


class Session:
    """The worlds of a law, and questions about them.

    Each question says what is given besides the law. All of them raise NoWorldFits if
    no world of the law fits what is given, and GaveUp if the search for an answer takes
    more than its budget: a number of conflicts in the solver, and of worlds looked at.
    """

    def __init__(self, law: Law, *, budget: int = BUDGET, rounds: int = ROUNDS) -> None:
        self.law = law
        self._limits = budget, rounds
        self._start()

    def _start(self) -> None:
        self._fitting = Fitting(self.law)
        self._views: dict[Given, _View] = {}
        self._templates = Templates()
        scene = Scene(self.law, frozenset(), self._fitting.cells)
        self._inquiry = Inquiry(
            scene, NormalForms(self.law.game, self.law.holds), *self._limits
        )

    @property
    def _scene(self) -> Scene:
        return self._inquiry.scene

    def tell(self, law: Law) -> None:
        """Go on with another law; what was built serves one that extends the last."""
        old, self.law = self.law, law
        if not law.extends(old):
            self._start()
            return
        self._fitting.tell(law)
        self._views = {}
        scene = Scene(law, self._scene.askers, self._fitting.cells)
        self._inquiry.tell(scene, NormalForms(law.game, law.holds))

    def value(self, formula: Formula, given: Given) -> Value:
        """Whether a formula holds in all worlds that fit, in none, or in some.

        Raises NotCovered for common knowledge of two or more players.
        """
        value = self._by_shape(formula, given)
        if value is not None:
            return value
        from mystpy.engines.symbolic.sat.inspection import Settling

        forms = self._inquiry.forms
        node = Settling(forms, partial(self._is_possible, given)).of(forms.of(formula))
        self._track(self._inquiry.shape.agents(node))
        known = self._view(given).known
        if isinstance(node, AllOf | AnyOf) and not node.parts:
            return Value.TRUE if isinstance(node, AllOf) else Value.FALSE
        if self._inquiry.find(node, known) is None:
            return Value.FALSE
        if self._inquiry.find(forms.opposite(node), known) is None:
            return Value.TRUE
        return Value.UNDETERMINED

    def cells(self, given: Given) -> Cells:
        """For each holder and card the cell, in the deals that fit."""
        return self.nested_cells((), given)

    def nested_cells(self, chain: Sequence[int], given: Given) -> Cells:
        """What the first player knows that the next knows that ... of each card.

        A cell is "yes" if K(i,K(j,...h(k,x))) follows for the players i, j, ... of the
        chain, "no" if K(i,K(j,...~h(k,x))) follows, else "?". For no players these are
        the cells of the deals that fit.
        """
        from mystpy.engines.symbolic.sat.inspection import Sweep

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
        return self._cells(Sweep(self._inquiry, chain, known).run())

    def _cells(self, hands: Sequence[int]) -> Cells:
        return cells_of_hands(self.law.game.cards, hands)

    def is_given(
        self, player: int, given: Given, knowers: Collection[int] = ()
    ) -> bool:
        """Whether all that a player has seen is given.

        Of the cards that the player showed only those count that one of the `knowers`,
        whose knowledge is asked about, has seen.
        """
        self._track(knowers)
        return self._scene.is_given((player,), given)

    def witness(
        self, formula: Formula, given: Given
    ) -> tuple[WitnessWorld, ...] | None:
        """Worlds that show how a formula can hold; None if it holds nowhere.

        The first world fits what is given; each further one is held possible, in the
        world that it names as its parent, by the player that it names. Raises
        NotCovered for what players know together.
        """
        from mystpy.engines.symbolic.sat.inspection import Chain

        if any(isinstance(part, Distributed) for part in walk(formula)):
            raise NotCovered(f"witnesses name one player each, not those of {formula}")
        node = self._inquiry.forms.of(formula)
        self._track(self._inquiry.shape.agents(node))
        known = self._view(given).known
        worlds = self._inquiry.find(node, known)
        if worlds is None:
            return None
        return Chain(self._inquiry, given).of(node, worlds)

    def _by_shape(self, formula: Formula, given: Given) -> Value | None:
        """Return the value of a formula whose shape is prepared; None for others."""
        named: dict[str, int] = {}
        shape = shape_of(formula, named)
        if shape is None:
            return None
        cards = tuple(map(self.law.game.deck.__getitem__, named))
        question = self._templates.of(shape, formula, cards, self._inquiry.forms)
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
        copies = self._inquiry.copies(part.size)
        assumed = [*copies.assume(0, known), *part.sought(copies, cards)]
        return (copies.solver.solve(assumed, bool) is None) is part.is_known

    def _is_possible(self, given: Given, group: Group, body: Node) -> bool | None:
        """Return whether a group considers it possible; None if its view is not given.

        The group's own shows are added only if the body is about what others know.
        """
        self._track(self._inquiry.shape.agents(body))
        known = self._seen_by(group, given)
        if known is None:
            return None
        possible, key = self._view(given).possible, (group, body)
        if key not in possible:
            possible[key] = self._inquiry.possible(body, known)
        return possible[key]

    def _seen_by(self, group: Group, given: Given) -> Cube | None:
        """Return what a group has seen, None if not all of it is given."""
        seen = self._view(given).seen
        if group not in seen:
            is_given = self._scene.is_given(group, given)
            known = is_given and self._fitting.known(self._scene, given, group)
            seen[group] = known or None
        return seen[group]

    def _view(self, given: Given) -> _View:
        """Return what is given and what follows. Raises NoWorldFits if no world fits.

        If no deal that fits is known, the solver first searches for one.
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
        """Find a deal that fits. Raises NoWorldFits if there is none."""
        try:
            world = self._inquiry.world(known)
        except GaveUp:
            grid.update(grid.told)
            return
        if world is None:
            raise no_deal()
        grid.prove([self._scene.hand(world, k) for k in self._scene.holders])

    def _track(self, players: Iterable[int]) -> None:
        """Let the cards that were shown to these players be part of the worlds."""
        if not self._scene.askers.issuperset(players):
            askers = self._scene.askers.union(players)
            self._inquiry.track(Scene(self.law, askers, self._scene.cells))
            self._views = {}
