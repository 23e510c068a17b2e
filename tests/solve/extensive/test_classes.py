"""Cards that are counted instead of named, against the cards with names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest

from mystpy.solve.extensive.classes import (
    ASKED,
    CardClass,
    Classes,
    Counts,
    Sort,
    Split,
    deals_of,
    fit_of,
    hands,
    sizes_of,
)

ALIKE: tuple[Classes, list[Sort]] = (CardClass(0, 3), CardClass(0, 2)), [Sort(5, 1, 1)]
SORTED: tuple[Classes, list[Sort]] = (
    (CardClass(0, 2), CardClass(0, 1), CardClass(1, 2)),
    [Sort(3, 1, 1), Sort(2, 1, 1)],
)


def counted(hand: Iterable[tuple[int, int]], classes: Classes) -> Counts:
    numbers = Counter(k for k, _ in hand)
    return tuple(numbers[k] for k in range(len(classes)))


@pytest.mark.parametrize(("classes", "sorts"), [ALIKE, SORTED])
def test_deals_are_as_many_as_with_named_cards(
    classes: Classes, sorts: list[Sort]
) -> None:
    named = [(k, c) for k, cards in enumerate(classes) for c in range(cards.size)]
    size = (len(named) - sum(sort.pile for sort in sorts)) // 2
    found = Counter[tuple[Counts, Counts]]()
    for one in combinations(named, size):
        for two in combinations([card for card in named if card not in one], size):
            pile = Counter(classes[k].sort for k, c in named if (k, c) not in one + two)
            if all(pile[k] == sort.pile for k, sort in enumerate(sorts)):
                found[counted(one, classes), counted(two, classes)] += 1
    held = list(hands(classes, size))
    deals = deals_of(fit_of([c[:2] for c in classes], sorts), held, held)
    assert {(deal.one, deal.two): deal.ways for deal in deals} == found


def test_a_hand_keeps_its_cards_whatever_the_other_picks() -> None:
    classes = CardClass(0, 1), CardClass(0, 3), CardClass(0, 2)
    for chosen in [(1, 0, 0), (1, 2, 0), (0, 3, 1), (0, 0, 0)]:
        split = Split(sizes_of(classes), chosen)
        sizes = sizes_of(split.marked(classes, ASKED))
        for hand in hands(classes, 3):
            assert split[hand]
            for after, _ in split[hand].values():
                back = Counter(dict.fromkeys(range(len(classes)), 0))
                for k, count in zip(split.whence, after, strict=True):
                    back[k] += count
                assert tuple(back[k] for k in range(len(classes))) == hand
                assert all(map(int.__le__, after, sizes))
