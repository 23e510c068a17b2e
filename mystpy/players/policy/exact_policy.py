"""The policy of a player at an information state, with exact probabilities.

In the field: a behavioural strategy.

A player may state its policy, by a method `policy` or by the result of `act`. For any
other player every outcome of its random draws is tried, each with its probability
(exhaustive enumeration of a probabilistic program).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import prod
from random import Random
from typing import Protocol, runtime_checkable

from mystpy.errors import QueryError
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Chances, Player
from mystpy.situations.event import Event

MAX_DRAWS = 200_000
"""The most outcomes of a choice's draws that are enumerated."""

_HINT = "only players that state their policy can be measured here"


@runtime_checkable
class StatesPolicy(Protocol):
    """A player who states the probabilities of its actions."""

    def policy(
        self, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Chances:
        """Return the actions with a positive probability."""


class _EnumeratedDraws(Random):
    """A random stream whose draws are given, and are 0 from then on."""

    def __init__(self, draws: Sequence[tuple[int, int]]) -> None:
        super().__init__(0)
        self.draws = list(draws)
        self._at = 0

    def _randbelow(self, n: int) -> int:
        if self._at == len(self.draws):
            self.draws.append((0, n))
        drawn, _ = self.draws[self._at]
        self._at += 1
        return drawn

    def random(self) -> float:
        """Refuse: the outcomes of a real number cannot be enumerated."""
        raise QueryError("this player draws real numbers", hint=_HINT)

    def getrandbits(self, k: int, /) -> int:
        """Draw a number of `k` bits."""
        return self._randbelow(1 << k)


def exact_policy(
    player: Player, seen: InformationState, legal_actions: Sequence[LegalAction]
) -> Chances:
    """Return the probabilities of a player's actions here; they add up to 1.

    Raises QueryError if there are too many outcomes of its draws, or real numbers.
    """
    if isinstance(player, StatesPolicy):
        return player.policy(seen, legal_actions)
    found: dict[Event, Fraction] = {}
    draws: list[tuple[int, int]] = []
    for _ in range(MAX_DRAWS):
        stream = _EnumeratedDraws(draws)
        choice = player.act(seen, legal_actions, stream)
        chance = Fraction(1, prod(n for _, n in stream.draws))
        acts: Mapping[Event, Fraction | int]
        acts = {choice: 1} if isinstance(choice, Event) else choice
        for event, share in acts.items():
            found[event] = found.get(event, Fraction()) + chance * share
        draws = _following(stream.draws)
        if not draws:
            return found
    raise QueryError(f"a choice has more than {MAX_DRAWS:,} outcomes", hint=_HINT)


def _following(draws: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the draws that are tried next; none if all were tried."""
    left = list(draws)
    while left and left[-1][0] + 1 == left[-1][1]:
        left.pop()
    if left:
        drawn, n = left.pop()
        left.append((drawn + 1, n))
    return left


Choose = Callable[[InformationState, Sequence[LegalAction], Random], Event]


class ChoicePlayer:
    """A player made of a function that chooses and draws, to compute its policy."""

    def __init__(self, act: Choose) -> None:
        self.act = act


class PolicyPlayer:
    """A player whose choices are the exact policy of another, with its probabilities.

    Cards are `alike` to it if they are alike to the other player.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._known: dict[tuple[object, ...], Chances] = {}

    @property
    def alike(self) -> bool:
        """Return whether renaming cards only renames the player's actions."""
        return bool(getattr(self.player, "alike", False))

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Chances:
        """Return the actions with a positive probability."""
        key = (seen.player, seen.hand, seen.events, *legal_actions)
        if key not in self._known:
            if len(legal_actions) == 1 and legal_actions[0].cards.bit_count() == 1:
                only = legal_actions[0]
                self._known[key] = {Event(only.key, only.cards): Fraction(1)}
            else:
                self._known[key] = exact_policy(self.player, seen, legal_actions)
        return self._known[key]
