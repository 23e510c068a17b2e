"""Questions about one game as it goes on: what follows, and what is known of it.

A session has a law; what was built and learned for one question serves the next, and
a law that extends the one before is told, not built anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.engines.base import Cells, Value
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.sat.bounds import Fitting
from mystpy.engines.symbolic.sat.inspection import Chain, Settling, Sweep
from mystpy.engines.symbolic.sat.layout import Scene
from mystpy.engines.symbolic.sat.nnf import (
    AllOf,
    AnyOf,
    Group,
    Node,
    NormalForms,
    NotHandled,
)
from mystpy.engines.symbolic.sat.refinement import ROUNDS, Inquiry
from mystpy.engines.symbolic.solver import BUDGET
from mystpy.engines.symbolic.witness import WitnessWorld
from mystpy.language.nodes import Distributed, Formula
from mystpy.language.subformulas import walk
from mystpy.views import Given


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
        scene = Scene(self.law, frozenset(), self._fitting.cells)
        self._inquiry = Inquiry(scene, NormalForms(self.law), *self._limits)

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
        scene = Scene(law, self._scene.askers, self._fitting.cells)
        self._inquiry.tell(scene, NormalForms(law))

    def value(self, formula: Formula, given: Given) -> Value:
        """Whether a formula holds in all worlds that fit, in none, or in some.

        Raises NotHandled for common knowledge of two or more players.
        """
        node = self._node(formula)
        known = self._fitting.known(self._scene, given)
        node = Settling(self._inquiry, self._fitting, given).of(node)
        if isinstance(node, AllOf | AnyOf) and not node.parts:
            return Value.TRUE if isinstance(node, AllOf) else Value.FALSE
        if self._inquiry.find(node, known) is None:
            return Value.FALSE
        opposite = self._inquiry.forms.opposite(node)
        if self._inquiry.find(opposite, known) is None:
            return Value.TRUE
        return Value.UNDETERMINED

    def cells(self, given: Given) -> Cells:
        """For each holder and card "yes", "no" or "?", in the deals that fit."""
        return self.nested_cells((), given)

    def nested_cells(self, chain: Sequence[int], given: Given) -> Cells:
        """What the first player knows that the next knows that ... of each card.

        A cell is "yes" if K(i,K(j,...h(k,x))) follows for the players i, j, ... of the
        chain, "no" if K(i,K(j,...~h(k,x))) follows, else "?". For no players these are
        the cells of the deals that fit.
        """
        self._track(chain)
        seen: Group | None = None
        self._fitting.hands(given)
        if chain and self._scene.is_given(chain[:1], given):
            seen, chain = (chain[0],), chain[1:]
        if not chain:
            return self._words(self._fitting.hands(given, seen))
        known = self._fitting.known(self._scene, given, seen)
        return self._words(Sweep(self._inquiry, chain, known).run())

    def is_given(self, player: int, given: Given) -> bool:
        """Whether all that a player has seen is given."""
        self._track((player,))
        return self._scene.is_given((player,), given)

    def _words(self, reached: Sequence[int]) -> Cells:
        once = doubled = 0
        for cards in reached:
            doubled |= once & cards
            once |= cards
        return tuple(
            {
                name: "no" if not cards >> x & 1 else "?" if doubled >> x & 1 else "yes"
                for x, name in enumerate(self.law.game.cards)
            }
            for cards in reached
        )

    def witness(
        self, formula: Formula, given: Given
    ) -> tuple[WitnessWorld, ...] | None:
        """Worlds that show how a formula can hold; None if it holds nowhere.

        The first world fits what is given; each further one is held possible, in the
        world that it names as its parent, by the player that it names. Raises
        NotHandled for what players know together.
        """
        if any(isinstance(part, Distributed) for part in walk(formula)):
            raise NotHandled(f"witnesses name one player each, not those of {formula}")
        node = self._node(formula)
        known = self._fitting.known(self._scene, given)
        worlds = self._inquiry.find(node, known)
        if worlds is None:
            return None
        return Chain(self._inquiry, given).of(node, worlds)

    def _node(self, formula: Formula) -> Node:
        node = self._inquiry.forms.of(formula)
        self._track(self._inquiry.forms.agents)
        return node

    def _track(self, players: Iterable[int]) -> None:
        """Let the cards that were shown to these players be part of the worlds."""
        if not self._scene.askers.issuperset(players):
            askers = self._scene.askers.union(players)
            self._inquiry.track(Scene(self.law, askers, self._scene.cells))
