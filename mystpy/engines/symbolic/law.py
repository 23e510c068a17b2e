"""What a history makes law: the public conditions on the deal, and what players saw.

The law is the seam of all methods that do not list worlds. It is read off the
walk of the public history through the diagram of the axioms. A world is a deal
that satisfies the conditions, together with a card for every show; a player's view of
it is the own hand and the cards of the shows that the player sees by `views.sight_of`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from mystpy.axiom_folder.signature import RIGHT, WRONG
from mystpy.compilation import dataclass, field
from mystpy.engines.base import no_deal
from mystpy.engines.diagram.states import State
from mystpy.engines.diagram.walk import Branch, Walker
from mystpy.engines.hands import Condition
from mystpy.engines.worlds.model import Outlook
from mystpy.game.game import Game
from mystpy.history.actions import Action, EndTurn, Guess, No, NoGuess, Yes
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.views import SHIPPED, Show, Shown, Sight, action_seen_by, sight_of

_NOTHING_SHOWN = frozenset({Yes, No, NoGuess, EndTurn, Guess})
"""Actions that show no card, ask for none, and are seen by everybody alike."""


@dataclass(frozen=True)
class Law:
    """What everybody can know of the deal after a history.

    `told` has the conditions on the deal with the steps that told them,
    `shows` the shows in order, `outcome` what became of a guess that is the
    last action ("right", "wrong", or "none" if there is no such guess), `state`
    the public fluents.
    """

    game: Game
    told: tuple[tuple[int, Condition], ...]
    shows: tuple[Show, ...]
    outcome: str
    state: State
    question: frozenset[str] | None

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions on the deal, each once, in the order they were told."""
        return tuple(dict.fromkeys(condition for _, condition in self.told))

    def extends(self, other: Law) -> bool:
        """Whether this is a law of the same game, perhaps further on."""
        return (
            self.game == other.game
            and self.told[: len(other.told)] == other.told
            and self.shows[: len(other.shows)] == other.shows
        )

    def holds(self, fluent: Formula) -> bool:
        """Whether a fluent other than h holds after the history."""
        return Outlook(self.state, self.question).holds(fluent)


@dataclass(frozen=True, slots=True)
class Progression:
    """What some actions tell, whatever the cards are, and how more actions continue it.

    `branches` says where the public history stands, `told` for each branch the
    conditions with their steps, `shown` the shows with the cards that were seen. There
    are no branches where some action cannot be done whatever the deal is.
    """

    walker: Walker
    branches: tuple[Branch, ...]
    told: tuple[tuple[tuple[int, Condition], ...], ...] = ((),)
    shown: Shown = field(default_factory=Shown)
    last: Action | None = None
    steps: int = 0
    sight: Sight = SHIPPED

    @classmethod
    def start(cls, game: Game) -> Progression:
        """What no actions tell.

        Raises AxiomError if the axioms in force say what players see in a way that
        `sight_of` cannot read.
        """
        sight, walker = sight_of(game), Walker(game)
        start = walker.start
        return cls(walker, (start,), (start.told,), sight=sight)

    def then(self, actions: Iterable[Action]) -> Progression:
        """Return the progression after some more actions, taken one by one."""
        walker, shown, step, last = self.walker, self.shown, self.steps, self.last
        ahead = list(zip(self.branches, self.told, self.branches, strict=True))
        for last in actions:
            public = last
            if type(last) not in _NOTHING_SHOWN:
                before, shown = shown, shown.then(step, last, walker.game, self.sight)
                if _is_denied(before, shown):
                    ahead = []
                public = action_seen_by(last, None)
            ahead = [
                (after, told, start)
                for branch, told, start in ahead
                for after in walker.after(branch, step, public)
            ]
            step += 1
        branches = tuple(branch for branch, _, _ in ahead)
        told = tuple(told + branch.told_since(start) for branch, told, start in ahead)
        return Progression(walker, branches, told, shown, last, step, self.sight)

    def laws(self) -> tuple[Law, ...]:
        """The laws that this may have made; as `laws`, which see."""
        if not self.branches:
            raise no_deal()
        outcomes = ["none"]
        if isinstance(self.last, Guess) and not self.walker.game.generalized:
            outcomes = [WRONG, RIGHT]
        return tuple(
            Law(
                self.walker.game,
                told,
                self.shown.shows,
                outcome,
                self.walker.state(branch),
                branch.question,
            )
            for branch, told, outcome in zip(
                self.branches, self.told, outcomes, strict=True
            )
        )


def laws(history: History) -> tuple[Law, ...]:
    """The laws that a history may have made: one, or one for each outcome.

    An outcome is open only where the last action is a guess. Whether any deal
    satisfies a law is for the methods to find out. Raises NoWorldFits if some
    action cannot be done whatever the deal is.
    """
    return Progression.start(history.game).then(history.actions).laws()


def _is_denied(before: Shown, after: Shown) -> bool:
    """Return whether the card last shown is none of those asked for."""
    if len(after.cards) == len(before.cards):
        return False
    e, card = after.cards[-1]
    return not after.shows[e].cards & card
