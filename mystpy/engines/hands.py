"""Conditions on one hand, and the hands that satisfy them; sets are bit masks."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, combinations, product
from operator import or_

from mystpy.bits import bits, mask_of
from mystpy.compilation import NamedTuple
from mystpy.game.game import Game


class ConditionKind(StrEnum):
    """The relation of a hand to a set of cards in a condition."""

    NONE = "none"
    SOME = "some"
    EXACTLY = "exactly"
    NOT_EXACTLY = "not exactly"

    __hash__ = str.__hash__  # Enum's is written in Python and takes six times as long


Alike = Mapping[int, int]
"""For each card its class, as masks: cards that no condition distinguishes."""

_OPPOSITE = {
    ConditionKind.NONE: ConditionKind.SOME,
    ConditionKind.SOME: ConditionKind.NONE,
    ConditionKind.EXACTLY: ConditionKind.NOT_EXACTLY,
    ConditionKind.NOT_EXACTLY: ConditionKind.EXACTLY,
}


class Condition(NamedTuple):
    """A condition on a holder's hand and a set of cards; bit k is the k-th card."""

    holder: int
    holds: ConditionKind
    cards: int

    def satisfied(self, hands: Sequence[int]) -> bool:
        """Return whether the condition holds in a deal: hands as masks, by holder."""
        hand = hands[self.holder]
        match self.holds:
            case ConditionKind.NONE:
                return not hand & self.cards
            case ConditionKind.SOME:
                return bool(hand & self.cards)
            case ConditionKind.EXACTLY:
                return hand == self.cards
        return hand != self.cards

    def __invert__(self) -> Condition:
        """Return the condition that holds if and only if this one does not."""
        return Condition(self.holder, _OPPOSITE[self.holds], self.cards)


def lying(game: Game) -> tuple[Condition, ...]:
    """Return the conditions known from the start: some cards lie face up, (B5)."""
    if not game.face_up:
        return ()
    assert game.table is not None, "cards that lie face up are left over"
    cards = (mask_of([card], game) for card in game.face_up)
    return tuple(Condition(game.table, ConditionKind.SOME, card) for card in cards)


class PossibleHands:
    """The hands that one holder may have, under conditions; the pile may have sorts."""

    def __init__(
        self, size: int, conditions: Iterable[Condition], sorts: tuple[int, ...] = ()
    ) -> None:
        by_kind: dict[ConditionKind, set[int]] = {
            holds: set() for holds in ConditionKind
        }
        for condition in conditions:
            by_kind[condition.holds].add(condition.cards)
        self.size = size
        self.sorts = sorts
        self.never = union(by_kind[ConditionKind.NONE])
        some = {cards & ~self.never for cards in by_kind[ConditionKind.SOME]}
        self.must = union(cards for cards in some if cards.bit_count() == 1)
        self.some = tuple(sorted(cards for cards in some if not cards & self.must))
        self.exactly = tuple(by_kind[ConditionKind.EXACTLY])
        self.not_exactly = by_kind[ConditionKind.NOT_EXACTLY]

    def allows(self, hand: int) -> bool:
        """Return whether the holder may have exactly these cards."""
        return (
            hand.bit_count() == self.size
            and not hand & self.never
            and not self.must & ~hand
            and all(hand & cards for cards in self.some)
            and all(hand == cards for cards in self.exactly)
            and hand not in self.not_exactly
            and all((hand & sort).bit_count() == 1 for sort in self.sorts)
        )

    @cached_property
    def disjoint(self) -> tuple[int, ...]:
        """Return disjoint sets of cards, of each of which the holder has a card."""
        return tuple(disjoint((*bits(self.must), *self.some), self.never))

    def hopeless(self, free: int) -> bool:
        """Return whether the free cards obviously do not form a hand."""
        return (
            (free & ~self.never).bit_count() < self.size
            or self.must.bit_count() > self.size
            or any(cards & ~free for cards in (self.must, *self.exactly))
            or not all(free & cards for cards in self.some)
        )

    def hands(self, free: int, alike: Alike | None = None) -> Iterator[int]:
        """Yield each hand of the free cards; of equivalent hands only one.

        Hands are equivalent if they have equally many cards of each class.
        """
        if self.hopeless(free):
            return iter(())
        if self.exactly:
            return filter(self.allows, self.exactly[:1])
        pool = free & ~self.never
        if self.sorts:
            if alike is not None:
                pool &= union(
                    low & -low for kind in alike.values() if (low := pool & kind)
                )
            chosen = product(*(bits(pool & sort) for sort in self.sorts))
            return filter(self.allows, map(sum, chosen))
        hands = self._filled(self.must, pool & ~self.must, self.some, alike)
        return filter(self.allows, hands) if self.not_exactly else hands

    def _filled(
        self, held: int, pool: int, some: tuple[int, ...], alike: Alike | None
    ) -> Iterator[int]:
        """Yield each hand of cards held and cards of the pool with some of each set.

        The sets are taken one by one. The first held card of a set is chosen, and those
        before it are excluded, so that no hand occurs twice.
        """
        missing = [cards for cards in some if not cards & held]
        if held.bit_count() > self.size:
            return
        if not missing:
            needed = self.size - held.bit_count()
            for cards in _drawn(pool, needed, alike):
                yield held + cards
            return
        for card in bits(missing[0] & pool):
            if card & pool:
                pool ^= card
                yield from self._filled(held | card, pool, tuple(missing[1:]), alike)
                pool &= ~(alike[card] if alike else card)

    def ways(self, free: int) -> int:
        """Return an upper bound of the number of hands that the free cards form."""
        if self.exactly:
            return 1
        pool = free & ~self.never
        if self.sorts:
            return math.prod((pool & sort).bit_count() for sort in self.sorts)
        needed = max(0, self.size - self.must.bit_count())
        return math.comb((pool & ~self.must).bit_count(), needed)


def hands_of(game: Game, conditions: Iterable[Condition]) -> tuple[PossibleHands, ...]:
    """Return the hands that satisfy conditions on the deal, by holder."""
    by_holder: dict[int, list[Condition]] = defaultdict(list)
    for condition in conditions:
        by_holder[condition.holder].append(condition)
    sorts = tuple(mask_of(cards, game) for _, cards in game.sorts)
    return tuple(
        _hand_of(game.sizes[k], tuple(by_holder[k]), () if k else sorts)
        for k in game.holders
    )


@lru_cache(maxsize=256)
def _hand_of(
    size: int, conditions: tuple[Condition, ...], sorts: tuple[int, ...]
) -> PossibleHands:
    """Return the possible hands; most holders have the same ones as a turn before."""
    return PossibleHands(size, conditions, sorts)


def disjoint(sets: Iterable[int], taken: int = 0) -> list[int]:
    """Return disjoint ones of these sets, without taken cards, small sets first."""
    chosen = []
    for cards in sorted(sets, key=int.bit_count):
        if not cards & taken:
            chosen.append(cards)
            taken |= cards
    return chosen


def union(masks: Iterable[int]) -> int:
    """Return the cards that are in one of these sets."""
    return reduce(or_, masks, 0)


def _drawn(pool: int, number: int, alike: Alike | None) -> Iterator[int]:
    """Yield each way to draw this number of cards; of equivalent ways only one."""
    if alike is None:
        yield from map(sum, combinations(bits(pool), number))
        return
    if not number:
        yield 0
    if not 0 < number <= pool.bit_count():
        return
    kind = alike[pool & -pool] & pool
    some = list(accumulate(bits(kind), or_, initial=0))[: number + 1]
    for taken, cards in reversed(list(enumerate(some))):
        for more in _drawn(pool & ~kind, number - taken, alike):
            yield cards | more
