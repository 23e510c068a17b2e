"""What a player knows when it is to act, and how a player acts on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks

Mixture = Mapping[Action, Fraction]
"""Actions with their probabilities, which add up to 1."""


@dataclass(frozen=True, slots=True)
class Information:
    """What a player sees: the own hand, and with two players every action."""

    game: Game
    player: int
    hand: frozenset[str]
    actions: tuple[Action, ...]

    @property
    def asked(self) -> list[frozenset[str]]:
        """The questions that the player has asked."""
        mine = (a for a in self.actions if isinstance(a, Asks))
        return [action.cards for action in mine if action.player == self.player]


class Strategy(Protocol):
    """How a player plays."""

    def __call__(self, information: Information, offers: tuple[Action, ...]) -> Mixture:
        """What to do with which probability; patterns stand for sets."""
