"""Plans that do better than to ask once and guess, in games with n = 1.

A pile then leaves out the own card and one of the opponent's, so to guess is to name
the opponent's card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from mystpy.history.actions import Asks
from mystpy.solve.information import Information
from mystpy.solve.strategies import (
    Cards,
    Item,
    Plan,
    anything,
    certain,
    open_cards,
    piles,
    uniform,
)


def mixed(
    one: Mapping[Item, Fraction], other: Mapping[Item, Fraction], share: Fraction
) -> dict[Item, Fraction]:
    """The chances of who follows the one plan with a share, else the other."""
    items = [*one, *(item for item in other if item not in one)]
    nothing = Fraction()
    return {
        item: share * one.get(item, nothing) + (1 - share) * other.get(item, nothing)
        for item in items
    }


def last_asked(information: Information, player: int) -> Cards:
    """A player's last question, empty if there is none."""
    asked = (a for a in reversed(information.actions) if isinstance(a, Asks))
    return next((a.cards for a in asked if a.player == player), frozenset())


def naming(information: Information, cards: Cards) -> dict[Cards | None, Fraction]:
    """Guess a pile by naming one of some cards as the opponent's; else any possible."""
    possible = list(piles(information))
    others = frozenset(information.game.cards) - information.hand
    return uniform([pile for pile in possible if others - pile <= cards] or possible)


def questions(information: Information, cards: Cards) -> dict[Cards, Fraction]:
    """Ask for some of these cards, or if they are too few for any."""
    q = information.game.q
    if len(cards) < q:
        return dict(anything(information))
    return uniform(map(frozenset, combinations(sorted(cards), q)))


def after_all(share: Fraction) -> Plan:
    """Player 2 once asks for other cards than player 1, and guesses.

    The guess names a card that player 1 has asked for with a share of the chance.
    """

    def asks(information: Information) -> Mapping[Cards, Fraction]:
        return questions(
            information,
            open_cards(information) - last_asked(information, 3 - information.player),
        )

    def guesses(information: Information) -> Mapping[Cards | None, Fraction]:
        asked, free = (
            last_asked(information, 3 - information.player),
            open_cards(information),
        )
        return mixed(
            naming(information, asked), naming(information, free - asked), share
        )

    return Plan((asks,), (guesses,))


def twice(share: Fraction) -> Plan:
    """Player 1 asks for any card, own or not, and waits; then asks again and guesses.

    The card that player 2 has asked for is asked for or named with a share of the
    chance, if it may be player 2's.
    """

    def again(information: Information) -> Mapping[Cards, Fraction]:
        free, theirs = (
            open_cards(information),
            last_asked(information, 3 - information.player),
        )
        if not theirs & free:
            return questions(information, free)
        rest = questions(information, free - theirs)
        return mixed(questions(information, theirs & free), rest, share)

    def guesses(information: Information) -> Mapping[Cards | None, Fraction]:
        return naming(
            information,
            open_cards(information) - last_asked(information, 3 - information.player),
        )

    return Plan((anything, again), (certain, guesses))
