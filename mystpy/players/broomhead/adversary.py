"""The number of questions that suffice in the worst case, against several opponents.

In the field: a minimax search over sets of possible deals. The asker names one opponent
and any cards; that opponent shows one of them, or has none. An adversary chooses the
answer, as in the argument of Ayzenshtat, Feng and Lee 2003 for n(p-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import comb, prod

from mystpy.errors import QueryError

MAX_DEALS = 40
"""With more deals the search takes minutes."""

Deal = tuple[frozenset[int], ...]
"""The cards of each opponent."""


def questions_at_worst(hand: int, pile: int, opponents: int) -> int:
    """Return the least number of questions that suffices for all answers, by search.

    Each opponent has `hand` unknown cards. Raises QueryError for too many deals.
    """
    number = prod(comb(pile + hand * k, hand) for k in range(1, opponents + 1))
    if number > MAX_DEALS:
        raise QueryError(
            f"there are {number:,} deals, and the search is for at most {MAX_DEALS}",
            hint="give fewer cards or opponents",
        )
    return _Search(hand, pile, opponents).needed()


class _Search:
    def __init__(self, hand: int, pile: int, opponents: int) -> None:
        cards = frozenset(range(pile + hand * opponents))
        self._deals = list(_deals(cards, hand, opponents))
        self._piles = [cards.difference(*deal) for deal in self._deals]
        self._answers = [
            list(self._answered(k, frozenset(asked)))
            for k in range(opponents)
            for size in range(1, len(cards) + 1)
            for asked in combinations(sorted(cards), size)
        ]
        self._is_enough = cache(self._decide)

    def _answered(self, k: int, asked: frozenset[int]) -> Iterator[int]:
        """Yield for each answer the deals in which it can be given, as bits."""
        yield self._bits(lambda deal: not deal[k] & asked)
        for card in sorted(asked):
            yield self._bits(lambda deal: card in deal[k])  # noqa: B023 - called at once

    def _bits(self, holds: Callable[[Deal], bool]) -> int:
        return sum(1 << i for i, deal in enumerate(self._deals) if holds(deal))

    def needed(self) -> int:
        """Return the number of questions."""
        number = 0
        while not self._is_enough((1 << len(self._deals)) - 1, number):
            number += 1
        return number

    def _decide(self, deals: int, number: int) -> bool:
        """Return whether this many questions reveal the pile in each of these deals."""
        piles = {p for i, p in enumerate(self._piles) if deals >> i & 1}
        if len(piles) < 2:
            return True
        return number > 0 and any(
            all(self._is_enough(left, number - 1) for left in after)
            for answers in self._answers
            if (after := {deals & each for each in answers} - {0})
            and deals not in after
        )


def _deals(cards: frozenset[int], hand: int, opponents: int) -> Iterator[Deal]:
    if not opponents:
        yield ()
        return
    for chosen in combinations(sorted(cards), hand):
        held = frozenset(chosen)
        for rest in _deals(cards - held, hand, opponents - 1):
            yield (held, *rest)
