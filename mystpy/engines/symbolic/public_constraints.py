"""The public constraints of a history: conditions on the deal, and shows.

They are the interface of all methods that do not list worlds. They are read from the
progression of the public history through the transition system of the axioms. A world
is a deal that satisfies the conditions, together with a card for every show. A player's
view of it is her own hand and the cards of the shows that the player sees by
`views.sight_of`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from mystpy.axiom_folder.signature import RIGHT, WRONG
from mystpy.compilation import dataclass, field
from mystpy.engines.base import PublicFluents, no_deal
from mystpy.engines.hands import Condition
from mystpy.engines.transition_system.progressor import ProgressionState, Progressor
from mystpy.engines.worlds.model import fluent_holds
from mystpy.game.game import Game
from mystpy.history.actions import Action, EndTurn, Guess, No, NoGuess, Yes
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.views import SHIPPED, Show, ShownCards, Sight, action_seen_by, sight_of

_NOTHING_SHOWN = frozenset({Yes, No, NoGuess, EndTurn, Guess})
"""Actions that show no card, ask for none, and that everybody sees alike."""


@dataclass(frozen=True)
class PublicConstraints:
    """The public information about the deal after a history.

    `timed_conditions` has the conditions on the deal with their steps, `shows` the
    shows in order, `state` the public fluents. `outcome` is the outcome of a guess that
    is the last action ("right", "wrong", or "none" if there is no such guess).
    """

    game: Game
    timed_conditions: tuple[tuple[int, Condition], ...]
    shows: tuple[Show, ...]
    outcome: str
    fluents: PublicFluents

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions on the deal, each once, in the order of their steps."""
        return tuple(dict.fromkeys(condition for _, condition in self.timed_conditions))

    def extends(self, other: PublicConstraints) -> bool:
        """Return whether these are constraints of the same game, perhaps later."""
        return (
            self.game == other.game
            and self.timed_conditions[: len(other.timed_conditions)]
            == other.timed_conditions
            and self.shows[: len(other.shows)] == other.shows
        )

    def holds(self, fluent: Formula) -> bool:
        """Return whether a fluent other than h holds after the history."""
        return fluent_holds(self.fluents, fluent)


@dataclass(frozen=True, slots=True)
class PublicProgression:
    """The information of some actions in any deal, to be continued by more actions.

    `states` are those of the public history, `timed_conditions` the conditions of each
    with their steps, `shown` the shows with the cards that were seen. There are no
    states if some action is impossible in every deal.
    """

    progressor: Progressor
    states: tuple[ProgressionState, ...]
    timed_conditions: tuple[tuple[tuple[int, Condition], ...], ...] = ((),)
    shown: ShownCards = field(default_factory=ShownCards)
    last: Action | None = None
    steps: int = 0
    sight: Sight = SHIPPED

    @classmethod
    def start(cls, game: Game) -> PublicProgression:
        """Return the progression before any action.

        Raises AxiomError if the axioms in force define the views of players in a way
        that `sight_of` cannot read.
        """
        sight, progressor = sight_of(game), Progressor(game)
        start = progressor.start
        return cls(progressor, (start,), (start.timed_conditions,), sight=sight)

    def then(self, actions: Iterable[Action]) -> PublicProgression:
        """Return the progression after some more actions, taken one by one."""
        progressor, shown, step, last = (
            self.progressor,
            self.shown,
            self.steps,
            self.last,
        )
        ahead = list(zip(self.states, self.timed_conditions, self.states, strict=True))
        for last in actions:
            public = last
            if type(last) not in _NOTHING_SHOWN:
                before, shown = (
                    shown,
                    shown.then(step, last, progressor.game, self.sight),
                )
                if _is_denied(before, shown):
                    ahead = []
                public = action_seen_by(last, None)
            ahead = [
                (after, timed_conditions, start)
                for state, timed_conditions, start in ahead
                for after in progressor.after(state, step, public)
            ]
            step += 1
        states = tuple(state for state, _, _ in ahead)
        timed_conditions = tuple(
            timed_conditions + state.conditions_since(start)
            for state, timed_conditions, start in ahead
        )
        return PublicProgression(
            progressor, states, timed_conditions, shown, last, step, self.sight
        )

    def constraint_sets(self) -> tuple[PublicConstraints, ...]:
        """Return the sets of public constraints; see `constraint_sets`."""
        if not self.states:
            raise no_deal()
        outcomes = ["none"]
        if isinstance(self.last, Guess) and not self.progressor.game.generalized:
            outcomes = [WRONG, RIGHT]
        return tuple(
            PublicConstraints(
                self.progressor.game,
                timed_conditions,
                self.shown.shows,
                outcome,
                self.progressor.fluents(state),
            )
            for state, timed_conditions, outcome in zip(
                self.states, self.timed_conditions, outcomes, strict=True
            )
        )


def constraint_sets(history: History) -> tuple[PublicConstraints, ...]:
    """Return the public constraints of a history: a set for each outcome.

    An outcome is open only if the last action is a guess. It is not checked whether any
    deal satisfies a set. Raises NoWorldFits if some action is impossible in every deal.
    """
    return PublicProgression.start(history.game).then(history.actions).constraint_sets()


def _is_denied(before: ShownCards, after: ShownCards) -> bool:
    """Return whether the card last shown is none of those asked for."""
    if len(after.cards) == len(before.cards):
        return False
    e, card = after.cards[-1]
    return not after.shows[e].cards & card
