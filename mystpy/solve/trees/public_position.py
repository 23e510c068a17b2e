"""Where a game of two players stands for everybody, turn after turn.

In the field: the public tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey
from mystpy.engines.transition_system.system import Transition, transition_system_of
from mystpy.game.game import Game
from mystpy.history.actions import EndTurn
from mystpy.solve.extensive.action_space import (
    PICKING,
    AbstractAction,
    ActionSpace,
    PublicNode,
    node_after,
)
from mystpy.solve.extensive.classes import (
    SHOWN,
    CardClass,
    Counts,
    Split,
    require_seen_by_both,
    sizes_of,
    sorts_of,
)
from mystpy.solve.extensive.labels import Trace, describe_information_set, traces_after
from mystpy.solve.extensive.subgame import Decision


class PublicPosition(NamedTuple):
    """A public node with its turn, and what happened to each class before that turn."""

    node: PublicNode
    turn: int
    before: tuple[Trace, ...]

    @classmethod
    def start(cls, game: Game) -> PublicPosition:
        """The start of a game.

        Raises AxiomError if by the axioms in force not both see each card.
        """
        require_seen_by_both(game)
        classes = tuple(CardClass(k, s.size) for k, s in enumerate(sorts_of(game)))
        whence = tuple(range(len(classes)))
        state = transition_system_of(2, game.rule_set).start
        return cls(PublicNode(state, classes, whence), 1, ((),) * len(classes))

    @property
    def traces(self) -> list[Trace]:
        """What happened to each class."""
        marks = [cards.mark for cards in self.node.classes]
        return traces_after(self.turn, self.before, self.node.whence, marks)

    def describe(
        self, hand: Counts, options: Sequence[AbstractAction]
    ) -> tuple[str, tuple[str, ...]]:
        """What a player knows who has this hand, and what may be done, as texts."""
        choice = Decision(0, self.node, hand, tuple(options))
        return describe_information_set(self.turn, self.before, choice)

    def after(
        self, action_space: ActionSpace, key: EventKey, move: Transition, cards: Counts
    ) -> tuple[PublicPosition, Split]:
        """Where it stands after an action with so many cards of each class."""
        split = action_space.split(sizes_of(self.node.classes), cards)
        node = node_after(self.node, key, move, split if key[0] in PICKING else None)
        after = self._replace(node=node)
        if key[0] == EndTurn.name:
            answered = any(c.mark == SHOWN for c in node.classes)
            classes = (
                action_space.forget_unused(c.after(node.poser, answered))
                for c in node.classes
            )
            whence = tuple(range(len(node.classes)))
            fresh = PublicNode(node.state, tuple(classes), whence)
            return PublicPosition(fresh, self.turn + 1, tuple(after.traces)), split
        return after, split
