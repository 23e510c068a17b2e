"""The game of recurrence (4.1), played: q = 1, and nobody asks for own cards.

The recurrence gives both players a strategy. Each is evaluated against the best
response in the game of the axioms, over all deals. If the two results add up to 1,
neither player can improve, and the value of the game is the result of player 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event
from mystpy.solve.best_response import BestResponse
from mystpy.solve.recurrence import Recurrence, guessed_right
from mystpy.solve.strategies import Cards, GameStrategy, answers, hand_of, uniform


def located_cards(seen: InformationState) -> tuple[Cards, Cards]:
    """Return the cards that anybody has shown, and those that somebody denied.

    If nobody asks for own cards, a card that is denied is in the pile.
    """
    shown, denied = set[str](), set[str]()
    for _, cards, card in answers(seen):
        (shown if card is not None else denied).update(cards)
    return frozenset(shown), frozenset(denied)


def strategy(values: Recurrence) -> GameStrategy:
    """Return the strategy of (4.1): ask for a useful card; wait if it is better."""

    def guesses(seen: InformationState) -> Mapping[Cards | None, Fraction]:
        shown, denied = located_cards(seen)
        game, free = seen.game, useful(seen)
        missing = game.sizes[0] - len(denied)
        if values.waits(missing, len(hand_of(seen) - shown), len(free) - missing):
            return uniform([None])
        return uniform(denied | set(more) for more in combinations(free, missing))

    return GameStrategy([any_useful], [guesses], alike=True)


def any_useful(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Return each card that is neither own nor located, with equal chances."""
    return uniform(frozenset([card]) for card in useful(seen))


def useful(seen: InformationState) -> list[str]:
    """Return the cards that are not in the player's hand, and not located."""
    shown, denied = located_cards(seen)
    return sorted(set(seen.game.cards) - hand_of(seen) - shown - denied)


def without_bluffing(seen: InformationState, event: Event) -> bool:
    """Return whether an action is no question about a card that is own or located."""
    if event.key[0] != Asks.name:
        return True
    return any(event.cards >> seen.game.deck[card] & 1 for card in useful(seen))


def bounds(
    m: int, n: int, values: Recurrence, tick: Callable[[], None] = lambda: None
) -> tuple[Fraction, Fraction, int]:
    """Return the value of the strategy of (4.1) for player 1, and for player 2.

    Both are against the best response that does not bluff. The third number is how many
    nodes of the two game trees were visited; `tick` is called now and then.
    """
    game = Game.myst(m, n, 2, 1)
    first, second = (
        BestResponse(
            game, leader, strategy(values), without_bluffing, alike=True, tick=tick
        )
        for leader in (1, 2)
    )
    return first.value(), second.value(), first.nodes + second.nodes


class Passing:
    """The values if a located card that is not own may be asked for again.

    Such a question gives no information and passes the turn, so there are infinite
    plays. They count as a loss of `loser`. The game is MYST(m, n, 2, 1).
    """

    def __init__(self, m: int, n: int, loser: int) -> None:
        self.m, self.n, self.loser = m, n, loser
        self.value = cache(self._value)
        self._asking = cache(self._asked)

    def start(self) -> Fraction:
        """Return the value for player 1 of the whole game."""
        return self.value(1, self.m, self.n, self.n)

    def _value(self, player: int, m: int, n1: int, n2: int) -> Fraction:
        """Return the asker's value with n1 own cards and n2 of the opponent's."""
        useful, other = self._asking(player, m, n1, n2), 3 - player
        if not self._may_pass(m, n2):
            return useful
        against = self._asking(other, m, n2, n1)
        if not self._may_pass(m, n1):
            return max(useful, 1 - against)
        if useful + against >= 1 or player == self.loser:
            return useful
        return 1 - against

    def _may_pass(self, m: int, n2: int) -> bool:
        return m < self.m or n2 < self.n

    def _asked(self, player: int, m: int, n1: int, n2: int) -> Fraction:
        if m == 0 or n2 == 0:
            return Fraction(1)
        pile = self._after(player, m - 1, n1, n2)
        hand = self._after(player, m, n1, n2 - 1)
        return (m * pile + n2 * hand) / (m + n2)

    def _after(self, player: int, m: int, n1: int, n2: int) -> Fraction:
        guess = guessed_right(m, n2)
        if guess == 1:
            return guess
        return max(guess, 1 - self.value(3 - player, m, n2, n1))
