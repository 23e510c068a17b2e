"""A base of players who choose questions, cards to show, and guesses.

In the field: a policy divided by the kind of decision.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Generic, TypeVar

from mystpy.bits import bits
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction, sort_masks
from mystpy.play.information_state import (
    BeliefApproximation,
    EventFold,
    InformationState,
)
from mystpy.play.player import any_of
from mystpy.situations.event import Event

B = TypeVar("B", bound=BeliefApproximation)


class PlayerBase(ABC):
    """A player of this kind; other actions are forced.

    If a turn may pass without a question, such a player asks anyway.
    """

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the chosen guess, question or card; else the forced action."""
        by_kind = {legal.key[0]: legal.key for legal in legal_actions}
        if Guess.name in by_kind and (pile := self.pile(seen, rng)):
            return Event(by_kind[Guess.name], pile)
        if Asks.name in by_kind:
            keys = [legal.key for legal in legal_actions if legal.key[0] == Asks.name]
            return self.choose_question(seen, keys, rng)
        if NoGuess.name in by_kind:
            return Event(by_kind[NoGuess.name])
        if Shows.name in by_kind and legal_actions[0].cards.bit_count() > 1:
            return Event(legal_actions[0].key, self.card(seen, legal_actions[0], rng))
        return any_of(legal_actions[0], self.game, rng)

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """Return the question, and whom to ask if there are several: anybody."""
        key = keys[0] if len(keys) == 1 else rng.choice(keys)
        return Event(key, self.question(seen, rng))

    @abstractmethod
    def question(self, seen: InformationState, rng: Random) -> int:
        """Return the cards to ask for, as a mask."""

    @abstractmethod
    def pile(self, seen: InformationState, rng: Random) -> int:
        """Return the pile to guess, as a mask; 0 for no guess."""

    def card(self, seen: InformationState, legal: LegalAction, rng: Random) -> int:
        """Return which of several cards to show, as a mask: any."""
        return rng.choice(bits(legal.cards))

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        return "any card that may be shown" if event.cards else "there is no choice"


class BeliefPlayer(PlayerBase, Generic[B]):
    """A player who guesses the pile when it is certain by a belief.

    The belief is one that `begin` gives before the first action.
    """

    def __init__(
        self, game: Game, player: int, begin: Callable[[InformationState], B]
    ) -> None:
        super().__init__(game, player)
        self._beliefs = EventFold(begin)

    def belief(self, seen: InformationState) -> B:
        """Return the player's belief."""
        return self._beliefs.at(seen)

    def pile(self, seen: InformationState, rng: Random) -> int:
        """Return the pile, if it is known."""
        return self.belief(seen).pile or 0

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        if event.key[0] == Guess.name:
            known = self.belief(seen).pile
            return "the pile is known" if known else "later is too late"
        return super().why(seen, event)


def draw_question(game: Game, pools: Sequence[int], rng: Random) -> int:
    """Return a question, drawn evenly from the first pool as far as it has cards.

    Missing cards are drawn from the next pool, at last from all cards. If questions
    have any number of cards, it has some of the first pool that is not empty.
    """
    left = (1 << game.c) - 1
    if game.sorts:
        pools = (*pools, left)
        return sum([rng.choice(_first(sort, pools)) for sort in sort_masks(game)])
    if game.rules == "generalized":
        cards = bits(next(pool for pool in (*pools, left) if pool))
        return sum(rng.sample(cards, rng.randint(1, min(len(cards), game.q))))
    question = 0
    for pool in (*pools, left):
        cards = bits(pool & left)
        number = min(len(cards), game.q - question.bit_count())
        question |= sum(rng.sample(cards, number))
        left &= ~pool
    return question


@lru_cache(maxsize=4096)
def _first(sort: int, pools: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards of a sort in the first pool that has one."""
    return tuple(bits(next(pool & sort for pool in pools if pool & sort)))


def unknown(belief: BeliefApproximation) -> int:
    """Return the cards with uncertain holders, as a mask."""
    whole, known = 0, 0
    for may, sure in zip(belief.may, belief.sure, strict=True):
        whole |= may
        known |= sure
    return whole & ~known


class RandomPlayer:
    """A random player: each legal kind of action is equally likely."""

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return any legal action, with any cards that it may have."""
        return any_of(rng.choice(legal_actions), seen.game, rng)
