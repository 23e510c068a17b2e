"""Questions about one game as it goes on: what follows, what is known, by linked copies.

A session has a law; what was built and learned for one question serves the next, and
a law that extends the one before is told, not built anew.
"""  # noqa: E501

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from mystpy.engines.base import Value, no_deal
from mystpy.engines.explain import WitnessWorld
from mystpy.engines.law import Given, Law, given, laws
from mystpy.engines.nested.inspection import Chain, Settling, Sweep
from mystpy.engines.nested.lazy import Inquiry
from mystpy.engines.nested.nnf import AllOf, AnyOf, Node, NormalForms
from mystpy.engines.nested.scene import Scene
from mystpy.engines.nested.solver import BUDGET
from mystpy.errors import NoWorldFits
from mystpy.formulas import Formula, agents_in, expand
from mystpy.game import Game
from mystpy.history import History

Cells = tuple[dict[str, str], ...]


class Session:
    """The worlds of a law, and questions about them.

    Each question says what is given besides the law. All of them raise NoWorldFits if
    no world of the law fits what is given, and GaveUp if the solver, having met
    ``budget`` conflicts, still has no answer.
    """

    def __init__(self, law: Law, *, budget: int = BUDGET) -> None:
        self.law = law
        self._budget = budget
        self._fits: dict[Given, bool] = {}
        self._start()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.law.game

    def _start(self) -> None:
        scene = Scene(self.law, frozenset())
        self._inquiry = Inquiry(scene, NormalForms(self.law), self._budget)

    @property
    def _scene(self) -> Scene:
        return self._inquiry.scene

    def tell(self, law: Law) -> None:
        """Go on with another law; if it extends the one before, what was built is kept."""  # noqa: E501
        old, self.law = self.law, law
        self._fits.clear()
        extends = (
            law.game == old.game
            and law.told[: len(old.told)] == old.told
            and law.shows[: len(old.shows)] == old.shows
        )
        if extends:
            scene = Scene(law, self._scene.askers)
            self._inquiry.tell(scene, NormalForms(law))
        else:
            self._start()

    def value(self, formula: Formula, given: Given) -> Value:
        """Return whether a formula holds in all worlds that fit, in none, or in some.

        Raises NotHandled for common knowledge of two or more players.
        """
        node = self._node(formula)
        self._require_world(given)
        node = Settling(self._inquiry, given).of(node)
        if isinstance(node, AllOf | AnyOf) and not node.parts:
            return Value.TRUE if isinstance(node, AllOf) else Value.FALSE
        known = self._known(given)
        if self._inquiry.find(node, known) is None:
            return Value.FALSE
        opposite = self._inquiry.forms.opposite(node)
        if self._inquiry.find(opposite, known) is None:
            return Value.TRUE
        return Value.UNDETERMINED

    def cells(self, given: Given) -> Cells:
        """Return for each holder and card "yes", "no" or "?", in the deals that fit."""
        return self.nested_cells((), given)

    def nested_cells(self, chain: tuple[int, ...], given: Given) -> Cells:
        """Return what the first player knows that the next knows that ... of each card.

        A cell is "yes" if K(i,K(j,...h(k,x))) follows for the players i, j, ... of the
        chain, "no" if K(i,K(j,...~h(k,x))) follows, else "?". For no players these are
        the cells of the deals that fit.
        """
        self._track(frozenset(chain))
        self._require_world(given)
        known = self._known(given)
        if chain and self._scene.is_given(chain[0], given):
            known &= self._scene.view(chain[0])
            chain = chain[1:]
        reached = Sweep(self._inquiry, chain, known).run()
        if reached is None:
            raise no_deal()
        return self._words(reached)

    def _words(self, reached: list[int]) -> Cells:
        once = doubled = 0
        for cards in reached:
            doubled |= once & cards
            once |= cards
        return tuple(
            {
                name: "no" if not cards >> x & 1 else "?" if doubled >> x & 1 else "yes"
                for x, name in enumerate(self.game.cards)
            }
            for cards in reached
        )

    def witness(
        self, formula: Formula, given: Given
    ) -> tuple[WitnessWorld, ...] | None:
        """Return worlds that show how a formula can hold; None if it holds nowhere.

        The first world fits what is given; each further one is held possible, in the
        world that it names as its parent, by the player that it names.
        """
        node = self._node(formula)
        self._require_world(given)
        worlds = self._inquiry.find(node, self._known(given))
        if worlds is None:
            return None
        return Chain(self._inquiry, given).of(node, worlds)

    def _node(self, formula: Formula) -> Node:
        phi = expand(formula, self.game)
        self._track(agents_in(phi))
        return self._inquiry.forms.of(phi)

    def _track(self, players: frozenset[int]) -> None:
        """Let the cards that were shown to these players be part of the worlds."""
        if not players <= self._scene.askers:
            self._inquiry.track(Scene(self.law, self._scene.askers | players))

    def _known(self, given: Given) -> int:
        known = self._scene.given(given)
        assert known is not None, "some world fits"
        return known

    def _require_world(self, given: Given) -> None:
        if given not in self._fits:
            known = self._scene.given(given)
            found = known is not None and self._inquiry.find(
                self._inquiry.forms.true, known
            )
            self._fits[given] = bool(found)
        if not self._fits[given]:
            raise no_deal()


def value(history: History, formula: Formula) -> Value:
    """Return whether a formula follows from a history and what is given with it.

    A guess as the last action may have two outcomes; everybody sees which. Raises
    NoWorldFits, NotHandled and GaveUp as a session.
    """
    found = set()
    for law in laws(history):
        with suppress(NoWorldFits):
            found.add(_session(law).value(formula, given(history)))
    if not found:
        raise no_deal()
    return found.pop() if len(found) == 1 else Value.UNDETERMINED


@lru_cache(maxsize=8)
def _session(law: Law) -> Session:
    return Session(law)
