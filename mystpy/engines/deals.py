"""Deals that satisfy conditions, dealt holder by holder; sets of cards are bit masks.

All information of a history about a deal concerns one holder at a time. Player j has
none, or some, of the cards of a question; the pile is, or is not, the guessed set. So a
deal is built holder by holder, and the ways to continue are computed once for each set
of remaining cards. Deals are counted without being listed.
"""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import and_, itemgetter, or_

from mystpy.bits import bits
from mystpy.engines.hands import Alike, Condition, hands_of, lying, union
from mystpy.errors import LargeEnumerationWarning
from mystpy.game.game import Game

_MANY = 50_000
"""The number of sets of cards tried after which a search is reported as long."""


def _warn() -> None:
    warnings.warn(
        "a deal is hard to find here, and the search can take long (Ctrl-C stops it)",
        LargeEnumerationWarning,
        stacklevel=2,
    )


def _kinds(game: Game, masks: Iterable[int]) -> Alike:
    """Return for each card the equivalent ones: every set has all or none of them."""
    kinds = [(1 << game.c) - 1]
    for mask in set(masks):
        kinds = [part for kind in kinds for part in (kind & mask, kind & ~mask) if part]
    return {card: kind for kind in kinds for card in bits(kind)}


class Deals:
    """The deals of a game that satisfy conditions: iterated, counted, or just found."""

    def __init__(
        self, game: Game, conditions: Iterable[Condition], *, announced: bool = False
    ) -> None:
        """Store the conditions; if `announced`, a warning reports long work."""
        self._many = _MANY if announced else -1
        known = (*lying(game), *conditions)
        hands = hands_of(game, known)
        self._all = (1 << game.c) - 1
        # The holder with the fewest choices is dealt first; the last takes the rest.
        self._order = sorted(game.holders, key=lambda k: hands[k].ways(self._all))
        self._hands = [hands[k] for k in self._order]
        self._last = len(hands) - 1
        # For each level the cards that neither its holder nor a later one may hold.
        nobodys = accumulate((hand.never for hand in reversed(self._hands)), and_)
        self._nobodys = list(nobodys)[::-1]
        # Cards that no condition tells apart are alike: it matters how many are left.
        self._alike = _kinds(game, (*(x.cards for x in known), *hands[0].sorts))
        self._lowest = {
            kind: list(accumulate(bits(kind), or_, initial=0))
            for kind in set(self._alike.values())
        }
        self._possible: dict[tuple[int, int], bool] = {}
        self._options: dict[tuple[int, int], tuple[int, ...]] = {}
        self._counts: dict[tuple[int, int], int] = {}

    def __bool__(self) -> bool:
        """Return whether there is a deal; stop at the first."""
        return self._can_be_dealt(0, self._all)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield each deal: the hands as bit masks, indexed by holder."""
        by_holder = itemgetter(*map(self._order.index, range(self._last + 1)))
        if self:
            yield from map(by_holder, self._deals(0, self._all, ()))

    def first(self) -> tuple[int, ...] | None:
        """Return one deal, or None if there is none."""
        if not self:
            return None
        free, hands = self._all, [0] * len(self._order)
        for level, holder in enumerate(self._order[:-1]):
            hands[holder] = next(
                hand
                for hand in self._hands[level].hands(free, self._alike)
                if self._can_be_dealt(level + 1, free ^ hand)
            )
            free ^= hands[holder]
        hands[self._order[-1]] = free
        return tuple(hands)

    def count(self) -> int:
        """Return the number of deals, without listing them."""
        return self._count(0, self._all)

    def work(self) -> int:
        """Return an upper bound of the steps needed to count the deals."""
        given = sum(hand.size for hand in self._hands if hand.exactly)
        open_cards = left = self._all.bit_count() - given
        steps, sets = 0, 1
        for hand in self._hands[:-1]:
            if not hand.exactly:
                ways = min(hand.ways(self._all), math.comb(left, hand.size))
                steps += sets * ways
                left -= hand.size
                sets = min(sets * ways, math.comb(open_cards, left))
        return steps

    def cells(self) -> list[list[int]]:
        """Return for each holder and card the number of deals in which he has it."""
        cards = self._all.bit_length()
        counts = [[0] * cards for _ in self._order]
        ways_to = {self._all: 1} if self else {}
        for level, holder in enumerate(self._order):
            ways_on: dict[int, int] = defaultdict(int)
            with_hand: dict[int, int] = defaultdict(int)
            for free, ways in ways_to.items():
                for hand in self._choices(level, free):
                    ways_on[free ^ hand] += ways
                    with_hand[hand] += ways * self._count(level + 1, free ^ hand)
            for card in range(cards):
                in_it = (n for hand, n in with_hand.items() if hand >> card & 1)
                counts[holder][card] = sum(in_it)
            ways_to = ways_on
        return counts

    def _can_be_dealt(self, level: int, free: int) -> bool:
        """Return whether the holders from this level on can get the free cards."""
        if level >= self._last:
            return level > self._last or self._hands[level].allows(free)
        free = self._representative(free)
        key = level, free
        if key not in self._possible:
            self._possible[key] = not self._hopeless(level, free) and any(
                self._can_be_dealt(level + 1, free ^ hand)
                for hand in self._hands[level].hands(free, self._alike)
            )
            if len(self._possible) == self._many:
                _warn()
        return self._possible[key]

    def _representative(self, free: int) -> int:
        """Return the lowest cards of each class, as many as are free."""
        if len(self._lowest) == len(self._alike):
            return free
        lowest = self._lowest.items()
        return union(low[(free & kind).bit_count()] for kind, low in lowest)

    def _hopeless(self, level: int, free: int) -> bool:
        """Return whether some card obviously has no holder, or some holder no hand."""
        return bool(free & self._nobodys[level]) or any(
            hand.hopeless(free) for hand in self._hands[level:]
        )

    def _choices(self, level: int, free: int) -> tuple[int, ...]:
        """Return the hands of one holder with which the rest can still be dealt."""
        if level == self._last:
            return (free,)
        key = level, free
        if key not in self._options:
            self._options[key] = tuple(
                hand
                for hand in self._hands[level].hands(free)
                if self._can_be_dealt(level + 1, free ^ hand)
            )
        return self._options[key]

    def _count(self, level: int, free: int) -> int:
        if level >= self._last:
            return int(self._can_be_dealt(level, free))
        key = level, free
        if key not in self._counts:
            self._counts[key] = sum(
                self._count(level + 1, free ^ hand)
                for hand in self._choices(level, free)
            )
        return self._counts[key]

    def _deals(
        self, level: int, free: int, dealt: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        for hand in self._choices(level, free):
            if level + 1 == self._last:
                yield (*dealt, hand, free ^ hand)
            else:
                yield from self._deals(level + 1, free ^ hand, (*dealt, hand))
