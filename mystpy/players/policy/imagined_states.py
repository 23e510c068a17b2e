"""The possible states of a player who draws a question in place of the opponent's.

In the field: the behavioural strategy that a mixed one is equivalent to (Kuhn 1953).

An idle question is replaced by a useful one that is drawn, and nobody sees the draw.
The player does not keep it either: each state has the probability of its draws, times
that of the player's actions since then. So the actions depend only on the observations,
and have the same chances as if the draw were kept.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from mystpy.compilation import NamedTuple
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Chances
from mystpy.situations.event import Event
from mystpy.solve.equilibria.abstract_information_state import AbstractInformationState

StatePolicy = Callable[
    [AbstractInformationState, InformationState, list[LegalAction]], Chances
]
"""The actions of a strategy in one state, with probabilities."""

_CHOSEN = (Asks.name, Shows.name, Guess.name, NoGuess.name)


class ImaginedStates(NamedTuple):
    """The observations, and the states that fit them, each with its weight."""

    seen: InformationState
    policy: StatePolicy
    weights: dict[AbstractInformationState, Fraction]

    def then(self, event: Event, *, won: bool = False) -> ImaginedStates:
        """Return the states after an action."""
        found: dict[AbstractInformationState, Fraction] = {}
        for state, weight in self._chosen(event).items():
            for after, chance in state.branches(event):
                found[after] = found.get(after, Fraction()) + weight * chance
        seen = self.seen
        later = seen._replace(events=(*seen.events, event), won=won)
        return self._replace(seen=later, weights=found)

    def _chosen(self, event: Event) -> dict[AbstractInformationState, Fraction]:
        """Return the weights after an observed choice of the player."""
        kind, who = event.key[0], event.key[1]
        if len(self.weights) == 1 or who != self.seen.player or kind not in _CHOSEN:
            return self.weights
        legal = self._legal(event)
        found = {
            state: weight * chance
            for state, weight in self.weights.items()
            if (chance := self.policy(state, self.seen, legal).get(event))
        }
        return found or self.weights  # it was done by somebody with another plan

    def _legal(self, event: Event) -> list[LegalAction]:
        kind, me = event.key[0], self.seen.player
        if kind in (Guess.name, NoGuess.name):
            return [LegalAction((each, me), 0) for each in (Guess.name, NoGuess.name)]
        if kind == Asks.name:
            return [LegalAction(event.key, 0)]
        asked = (e.cards for e in reversed(self.seen.events) if e.key[0] == Asks.name)
        return [LegalAction(event.key, next(asked) & self.seen.hand)]

    def mixed(self, legal: list[LegalAction]) -> Chances:
        """Return the actions now, with the probabilities of all states together."""
        if len(self.weights) == 1:
            (state,) = self.weights
            return self.policy(state, self.seen, legal)
        whole = sum(self.weights.values(), Fraction())
        found: dict[Event, Fraction] = {}
        for state, weight in self.weights.items():
            for event, chance in self.policy(state, self.seen, legal).items():
                share = weight / whole * chance
                found[event] = found.get(event, Fraction()) + share
        return found
