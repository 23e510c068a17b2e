"""The states that a player may be in who draws what the other has asked in its stead.

In the field: the behavioural strategy that a mixed one is equivalent to (Kuhn 1953).

An idle question is replaced by a useful one that is drawn, and nobody sees the draw.
The player does not keep it either: each state that it may be in has the probability of
its draws, times that of what the player has done since. So what is done depends on
nothing but what was seen, and has the same chances as if the draw were kept.
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
"""What a plan does in one state, with probabilities."""

_CHOSEN = (Asks.name, Shows.name, Guess.name, NoGuess.name)


class ImaginedStates(NamedTuple):
    """What was seen, and the states that go with it, each with its weight."""

    seen: InformationState
    policy: StatePolicy
    weights: dict[AbstractInformationState, Fraction]

    def then(self, event: Event, *, won: bool = False) -> ImaginedStates:
        """The states after an action."""
        found: dict[AbstractInformationState, Fraction] = {}
        for state, weight in self._chosen(event).items():
            for after, chance in state.branches(event):
                found[after] = found.get(after, Fraction()) + weight * chance
        seen = self.seen
        later = seen._replace(events=(*seen.events, event), won=won)
        return self._replace(seen=later, weights=found)

    def _chosen(self, event: Event) -> dict[AbstractInformationState, Fraction]:
        """The weights once the player is seen to have chosen this."""
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
        """What is done now, with the probabilities of all states together."""
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
