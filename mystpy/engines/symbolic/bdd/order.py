"""The order of the cards in a decision diagram, which determines its size.

In the field: static variable orders for decision diagrams.

Between two cards of the order a diagram must remember which of the clauses with cards
on both sides are already satisfied, and how many cards each holder has left. Each such
clause doubles the size. The numbers of cards matter most in the middle of the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from operator import or_
from random import Random

SWEEPS = 4
"""How often each card is tried at every place; usually two sweeps are enough."""

LARGE, SHUFFLES = 10_000_000, 6
"""The expected size from which other initial orders are tried, and their number."""

Spans = Sequence[Sequence[int]]
"""The cards of each clause."""


def card_order(cards: Iterable[int], clauses: Iterable[int]) -> list[int]:
    """Return the cards, by number, in an order with few open clauses (masks) at once.

    Cards are moved, one at a time, to the place where the diagram is expected to be
    smallest, until no move helps.
    """
    given = list(cards)
    chosen = sum(1 << card for card in given)
    groups = dict.fromkeys(mask & chosen for mask in clauses)
    listed = [[card for card in given if mask >> card & 1] for mask in groups]
    spans = [span for span in listed if len(span) > 1]
    order, least = _climbed(_greedy(given, spans), spans)
    if least > LARGE:
        random = Random(0)
        starts = (random.sample(given, len(given)) for _ in range(SHUFFLES))
        others = [_climbed(start, spans) for start in starts]
        order, least = min([(order, least), *others], key=lambda found: found[1])
    return order


def _greedy(order: Sequence[int], spans: Spans) -> list[int]:
    """Return an order that next takes the card nearest to closing open clauses."""
    left, found = list(order), list[int]()
    waiting = [set(span) for span in spans]

    def gain(card: int) -> int:
        return sum(
            15 // len(rest) if len(rest) < len(span) else -1
            for rest, span in zip(waiting, spans, strict=True)
            if card in rest
        )

    while left:
        card = max(left, key=gain)
        left.remove(card)
        found.append(card)
        for rest in waiting:
            rest.discard(card)
    return found


def _climbed(order: list[int], spans: Spans) -> tuple[list[int], int]:
    """Move cards to better places; return the order and its expected size."""
    touched = dict.fromkeys(order, 0)
    for k, span in enumerate(spans):
        for card in span:
            touched[card] |= 1 << k
    least = _size(order, touched)
    for _ in range(SWEEPS if spans else 0):
        before = least
        for card in tuple(order):
            order, least = _moved(card, order, least, touched)
        if least == before:
            break
    return order, least


def _moved(
    card: int, order: list[int], least: int, touched: Mapping[int, int]
) -> tuple[list[int], int]:
    """Return the order with one card at its best place, and the expected size.

    `touched` has the spans of each card, as a mask. Between two other cards the same
    spans are open wherever the card is, except the spans of the card itself. So all
    places are compared in one pass.
    """
    rest = [other for other in order if other != card]
    cuts, mine, total = _cuts(rest, touched), touched[card], len(order)
    before = [
        _width(k, total, begun & (left | mine)) for k, (begun, left) in enumerate(cuts)
    ]
    after = [
        _width(k, total, (begun | mine) & left)
        for k, (begun, left) in enumerate(cuts, 1)
    ]
    size, best = sum(after), order
    for place in range(total):
        if place:
            size += before[place] - after[place - 1]
        if size < least:
            best, least = [*rest[:place], card, *rest[place:]], size
    return best, least


def _size(order: Sequence[int], touched: Mapping[int, int]) -> int:
    """Return a number that grows like the expected size of the diagram."""
    cuts = _cuts(order, touched)
    return sum(
        _width(k, len(order), begun & left) for k, (begun, left) in enumerate(cuts)
    )


def _cuts(order: Sequence[int], touched: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return for each cut between cards the spans of the cards before and after it."""
    spans = [touched[card] for card in order]
    begun = accumulate(spans, or_, initial=0)
    left = list(accumulate(reversed(spans), or_, initial=0))
    return list(zip(begun, reversed(left), strict=True))


def _width(placed: int, total: int, spans: int) -> int:
    """Return the expected size after some cards if these spans (a mask) are open."""
    if not placed:
        return 0
    return (placed * (total - placed + 1)) ** 2 << spans.bit_count()
