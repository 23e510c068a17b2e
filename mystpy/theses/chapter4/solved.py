"""Games solved by more than asking once and guessing, by exact best replies.

With n = 1 a pile leaves out the own card and one of the opponent's, so to guess is to
name the opponent's card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

from mystpy.history.actions import Asks
from mystpy.solve.best_reply import Sight
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
from mystpy.theses.chapter4.values import Bounds, Size, bounds, myst, worth

HALF = Fraction(1, 2)


def mixed(
    one: Mapping[Item, Fraction], other: Mapping[Item, Fraction], share: Fraction
) -> dict[Item, Fraction]:
    """Return the chances of who follows the one plan with a share, else the other."""
    items = [*one, *(item for item in other if item not in one)]
    nothing = Fraction()
    return {
        item: share * one.get(item, nothing) + (1 - share) * other.get(item, nothing)
        for item in items
    }


def last_asked(sight: Sight, player: int) -> Cards:
    """Return a player's last question, empty if there is none."""
    asked = (a for a in reversed(sight.actions) if isinstance(a, Asks))
    return next((a.cards for a in asked if a.player == player), frozenset())


def naming(sight: Sight, cards: Cards) -> dict[Cards | None, Fraction]:
    """Guess a pile by naming one of some cards as the opponent's; else any possible."""
    possible = list(piles(sight))
    others = frozenset(sight.game.cards) - sight.hand
    return uniform([pile for pile in possible if others - pile <= cards] or possible)


def questions(sight: Sight, cards: Cards) -> dict[Cards, Fraction]:
    """Ask for some of these cards, or if they are too few for any."""
    q = sight.game.q
    if len(cards) < q:
        return dict(anything(sight))
    return uniform(map(frozenset, combinations(sorted(cards), q)))


def after_all(share: Fraction) -> Plan:
    """Player 2 once asks for other cards than player 1, and guesses.

    The guess names a card that player 1 has asked for with a share of the chance.
    """

    def asks(sight: Sight) -> Mapping[Cards, Fraction]:
        return questions(sight, open_cards(sight) - last_asked(sight, 3 - sight.player))

    def guesses(sight: Sight) -> Mapping[Cards | None, Fraction]:
        asked, free = last_asked(sight, 3 - sight.player), open_cards(sight)
        return mixed(naming(sight, asked), naming(sight, free - asked), share)

    return Plan((asks,), (guesses,))


def twice(share: Fraction) -> Plan:
    """Player 1 asks for any card, own or not, and waits; then asks again and guesses.

    The card that player 2 has asked for is asked for or named with a share of the
    chance, if it may be player 2's.
    """

    def again(sight: Sight) -> Mapping[Cards, Fraction]:
        free, theirs = open_cards(sight), last_asked(sight, 3 - sight.player)
        if not theirs & free:
            return questions(sight, free)
        rest = questions(sight, free - theirs)
        return mixed(questions(sight, theirs & free), rest, share)

    def guesses(sight: Sight) -> Mapping[Cards | None, Fraction]:
        return naming(sight, open_cards(sight) - last_asked(sight, 3 - sight.player))

    return Plan((anything, again), (certain, guesses))


PLANS: Mapping[Size, Mapping[int, Plan]] = {
    (3, 1, 1): {1: twice(HALF), 2: after_all(Fraction(2, 5))},
    (4, 1, 2): {2: after_all(Fraction(1))},
}
"""Plans for the players by game, which do better than asking once and guessing."""


@cache
def known(size: Size) -> Bounds:
    """Return the best bounds of the value that the plans here give, exact replies."""
    found, plans = bounds(size), PLANS.get(size, {})
    low = max([found.low, *(worth(size, 1, p) for k, p in plans.items() if k == 1)])
    high = min(
        [found.high, *(1 - worth(size, 2, p) for k, p in plans.items() if k == 2)]
    )
    return Bounds(low, high, found.nodes)


def value_words(size: Size) -> str:
    """Return what is known of a value, in words."""
    found = known(size)
    if found.low == found.high:
        return f"{found.low} in {myst(size)}"
    return f"{found.low} to {found.high} in {myst(size)}"
