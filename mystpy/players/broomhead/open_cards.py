"""The best number of questions with perfect memory, if the opponent shows random cards.

In the field: a partially observable Markov decision process, solved exactly by dynamic
programming over belief states up to symmetry.

There are two players; the opponent shows each of the cards asked for and held with the
same chance. A shown card gives information about the others of its question: the more
of them were held, the less likely was this one. So the weight of a hand H is the
product of `1 / |H & Q|` over the answered questions Q. Cards in the same answered
questions are alike. So a belief is the number of open cards of each likeness. Only open
cards are asked for. `opt_quest` forgets all of this. Since it asks for random cards,
its numbers are exact for its own policy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb

from mystpy.compilation import NamedTuple
from mystpy.players.broomhead.opt_quest import all_at_once, best

Likeness = tuple[bool, ...]
"""Whether a card is in each answered question."""


class OpenCards(NamedTuple):
    """The unknown cards: their number in the opponent's hand, and their likeness.

    `found` has for each answered question how many of its cards are known to be held.
    """

    hand: int
    alike: tuple[tuple[Likeness, int], ...]
    found: tuple[int, ...] = ()

    @classmethod
    def of(cls, hand: int, alike: Mapping[Likeness, int], *found: int) -> OpenCards:
        """Return the state without uninformative questions, in a fixed order."""
        open_ = {kind: number for kind, number in alike.items() if number}
        listing = [
            e for e in range(len(found)) if len({kind[e] for kind in open_}) > 1
        ]  # a question with none of the open cards, or with all, weighs nothing
        return min(
            _ordered(hand, open_, found, order) for order in permutations(listing)
        )

    @property
    def pile(self) -> int:
        """Return the number of open cards that are in the pile."""
        return sum(number for _, number in self.alike) - self.hand

    @property
    def weight(self) -> Fraction:
        """Return the weight of all hands together."""
        return _weight(self.hand, dict(self.alike), self.found)


def _ordered(
    hand: int,
    alike: Mapping[Likeness, int],
    found: tuple[int, ...],
    order: tuple[int, ...],
) -> OpenCards:
    """Return open cards with these questions only, in this order."""
    merged: Counter[Likeness] = Counter()
    for kind, number in alike.items():
        merged[tuple(kind[e] for e in order)] += number
    return OpenCards(
        hand, tuple(sorted(merged.items())), tuple(found[e] for e in order)
    )


def _weight(
    hand: int, alike: Mapping[Likeness, int], found: tuple[int, ...]
) -> Fraction:
    total = Fraction(0)
    for held in product(*(range(min(n, hand) + 1) for n in alike.values())):
        if sum(held) == hand:
            ways = Fraction(1)
            for number, taken in zip(alike.values(), held, strict=True):
                ways *= comb(number, taken)
            for e, known in enumerate(found):
                by_kind = zip(alike, held, strict=True)
                ways /= known + sum(taken for kind, taken in by_kind if kind[e])
            total += ways
    return total


def questions(cards: OpenCards) -> Iterator[tuple[int, ...]]:
    """Return how many cards of each likeness may be asked for; at least one card."""
    chosen = product(*(range(number + 1) for _, number in cards.alike))
    return (each for each in chosen if any(each))


def outcomes(
    cards: OpenCards, asked: tuple[int, ...]
) -> Iterator[tuple[Fraction, OpenCards]]:
    """Yield the open cards after each answer to a question, with its chance."""
    before = cards.weight
    kinds = [kind for kind, _ in cards.alike]
    rest = {
        kind: number - i for (kind, number), i in zip(cards.alike, asked, strict=True)
    }
    if sum(rest.values()) >= cards.hand:
        weight = _weight(cards.hand, rest, cards.found)
        yield weight / before, OpenCards.of(cards.hand, rest, *cards.found)
    apart = {(*kind, False): number for kind, number in rest.items()}
    apart |= {(*kind, True): i for kind, i in zip(kinds, asked, strict=True)}
    for kind, i in zip(kinds, asked, strict=True):
        if i:
            after = apart | {(*kind, True): i - 1}
            known = zip(cards.found, kind, strict=True)
            found = (*(number + stands for number, stands in known), 1)
            weight = i * _weight(cards.hand - 1, after, found)
            yield weight / before, OpenCards.of(cards.hand - 1, after, *found)


@cache
def least(cards: OpenCards) -> Fraction:
    """Return the least expected number of questions until the pile is known."""
    if not cards.hand or not cards.pile:
        return Fraction(0)
    return min(expected_after(cards, asked) for asked in questions(cards))


def expected_after(cards: OpenCards, asked: tuple[int, ...]) -> Fraction:
    """Return the expected number of questions after this one, if others are optimal."""
    found = outcomes(cards, asked)
    return sum((chance * least(after) for chance, after in found), start=Fraction(1))


def unknown(hand: int, pile: int) -> OpenCards:
    """Return open cards before the first answer."""
    return OpenCards(hand, (((), hand + pile),))


class MemoryOptimum(NamedTuple):
    """The least expected number of questions of a player with perfect memory.

    The best first questions ask for one of these `numbers` of cards.
    """

    questions: Fraction
    numbers: tuple[int, ...]


def with_memory(hand: int, pile: int) -> MemoryOptimum:
    """Return the optimum of a player with perfect memory."""
    start = unknown(hand, pile)
    optimum = least(start)
    numbers = tuple(
        number
        for (number,) in questions(start)
        if expected_after(start, (number,)) == optimum
    )
    return MemoryOptimum(optimum, numbers)


class SizeLoss(NamedTuple):
    """The optimum for one size, the losses of other policies, and the first numbers."""

    hand: int
    pile: int
    least: Fraction
    forgetting: Fraction
    """The additional questions of OptQuest."""
    all_at_once: Fraction
    """The additional questions of a player who always asks for the pile's number of
    cards.
    """
    numbers: tuple[int, ...]
    """The numbers of cards in the best first questions."""


def losses(most: int) -> Iterator[SizeLoss]:
    """Yield all sizes of at most `most` unknown cards, with the losses."""
    for hand in range(1, most):
        for pile in range(1, most + 1 - hand):
            optimum, numbers = with_memory(hand, pile)
            forgetting = best(hand, pile).questions - optimum
            at_once = all_at_once(hand, pile) - optimum
            yield SizeLoss(hand, pile, optimum, forgetting, at_once, numbers)
