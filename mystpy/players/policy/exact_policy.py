"""The policy of a player at an information state, with exact probabilities.

In the field: a behavioural strategy. A player who states it, by a method `policy` or as
what `act` returns, is asked; of any other player every outcome of its random draws is
tried, each with its probability (exhaustive enumeration of a probabilistic program).
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
"""A choice with more outcomes of its draws is not enumerated."""

_HINT = "only players that state their policy can be measured here"


@runtime_checkable
class StatesPolicy(Protocol):
    """A player who can say with which probability it does what."""

    def policy(
        self, seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Chances:
        """Each action that has a probability, with it."""


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
    """What a player does here with which probability; they add up to 1.

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
    """The draws that are tried next; none if all were tried."""
    left = list(draws)
    while left and left[-1][0] + 1 == left[-1][1]:
        left.pop()
    if left:
        drawn, n = left.pop()
        left.append((drawn + 1, n))
    return left


Choose = Callable[[InformationState, Sequence[LegalAction], Random], Event]


class ChoicePlayer:
    """A function that chooses and draws, as a player of whom the policy is asked."""

    def __init__(self, act: Choose) -> None:
        self.act = act


class PolicyPlayer:
    """A player of whom each choice is the exact policy, with its probabilities.

    Cards are `alike` to it if the player says so.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._known: dict[tuple[object, ...], Chances] = {}

    @property
    def alike(self) -> bool:
        """Whether to rename cards renames what the player does, and no more."""
        return bool(getattr(self.player, "alike", False))

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Chances:
        """Each action that has a probability, with it."""
        key = (seen.player, seen.hand, seen.events, *legal_actions)
        if key not in self._known:
            if len(legal_actions) == 1 and legal_actions[0].cards.bit_count() == 1:
                only = legal_actions[0]
                self._known[key] = {Event(only.key, only.cards): Fraction(1)}
            else:
                self._known[key] = exact_policy(self.player, seen, legal_actions)
        return self._known[key]
