"""The cards that each kind of action may name in a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, combinations

from mystpy.bits import bits, mask_of
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Lays, Looks, Opens, Shows


class CardChoices:
    """For each kind of action the sets of cards that it may name, as masks."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def of(self, key: EventKey, question: int) -> Sequence[int]:
        """The sets for an action after a last question; (0,) if it names no cards."""
        kind = key[0]
        if kind == Asks.name:
            return self._questions
        if kind == Guess.name:
            return self._guesses
        if kind == Shows.name:
            return bits(question)
        if kind == Looks.name:
            return self._cards
        if kind == Opens.name:
            return self._sets(self._game.sizes[key[1]])
        if kind == Lays.name:
            return self._laid
        return (0,)

    @cached_property
    def _questions(self) -> list[int]:
        return [mask_of(cards, self._game) for cards in self._game.questions()]

    @cached_property
    def _guesses(self) -> list[int]:
        return [mask_of(cards, self._game) for cards in self._game.guesses()]

    @cached_property
    def _cards(self) -> list[int]:
        return [1 << place for place in range(self._game.c)]

    @cached_property
    def _laid(self) -> list[int]:
        """The sets that a holder may lay open: one card or more, up to a hand."""
        sizes = range(1, max(self._game.sizes) + 1)
        return list(chain.from_iterable(map(self._sets, sizes)))

    def _sets(self, size: int) -> list[int]:
        return [sum(chosen) for chosen in combinations(self._cards, size)]
