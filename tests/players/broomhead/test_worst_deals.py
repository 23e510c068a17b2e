"""Interrogations in the worst deal: types of cards against sets of deals."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from mystpy.players.broomhead.holders import spread
from mystpy.players.broomhead.worst_deals import (
    OpenTable,
    answers,
    interrogations,
    least_in_worst_deal,
    start,
)

Deal = tuple[frozenset[int], ...]
"""The open cards of the pile, and of each opponent."""


def deals_of(cards: frozenset[int], sizes: tuple[int, ...]) -> list[Deal]:
    if not sizes:
        return [()]
    found = []
    for own in map(frozenset, combinations(sorted(cards), sizes[0])):
        found += [(own, *rest) for rest in deals_of(cards - own, sizes[1:])]
    return found


@cache
def by_deals(deals: frozenset[Deal]) -> int:
    """Return the minimax over sets of deals, each question and each shown card."""
    if len({deal[0] for deal in deals}) == 1:
        return 0
    cards = sorted({card for deal in deals for part in deal for card in part})
    opponents = range(1, len(next(iter(deals))))
    least = len(cards) + 1
    for asked, number in product(opponents, range(1, len(cards) + 1)):
        for question in map(frozenset, combinations(cards, number)):
            after = [frozenset(d for d in deals if not d[asked] & question)]
            after += [frozenset(d for d in deals if x in d[asked]) for x in question]
            after = [left for left in after if left]
            if all(left != deals for left in after):
                least = min(least, 1 + max(map(by_deals, after)))
    return least


@pytest.mark.parametrize(
    ("cards", "opponents", "pile"),
    [(1, 1, 1), (1, 1, 3), (2, 1, 1), (2, 1, 2), (3, 1, 1), (1, 2, 1), (1, 2, 2)],
)
def test_types_of_cards_and_sets_of_deals_say_the_same(
    cards: int, opponents: int, pile: int
) -> None:
    sizes = (pile, *[cards] * opponents)
    deals = frozenset(deals_of(frozenset(range(sum(sizes))), sizes))
    found = least_in_worst_deal(start(cards, opponents, pile))
    assert found == by_deals(deals) == cards * opponents


def test_an_answer_leaves_the_deals_that_fit_it() -> None:
    """Follow random questions: what is known of the pile is what all deals say."""
    random = Random(4)
    for _ in range(30):
        table = start(2, 2, 2)
        while not table.is_known:
            asked, cards = random.choice(list(interrogations(table)))
            after = list(answers(table, asked, cards))
            assert table not in after
            table = random.choice(after)
            assert sum(table.places) == sum(number for _, number in table.alike)


def test_the_adversary_who_shows_cards_needs_all_of_them() -> None:
    """Whatever is asked, showing a new card each time leaves the pile open."""
    random = Random(8)
    for cards, opponents, pile in product((1, 2, 4), (1, 2, 3), (1, 3)):
        table, asked_for = start(cards, opponents, pile), 0
        while not table.is_known:
            asked, chosen = random.choice(list(interrogations(table)))
            in_hands = sum(table.places[1:])
            shown = [
                after
                for after in answers(table, asked, chosen)
                if sum(after.places[1:]) == in_hands - 1
                and len(after.alike) <= 1
                and (after.places[0] == pile or in_hands == 1)
            ]
            table = random.choice(shown)
            asked_for += 1
        assert asked_for == cards * opponents


def test_what_is_certain_is_left_out() -> None:
    both = OpenTable((1, 1, 1), ((0b111, 2), (0b010, 1))).settled()
    assert both == OpenTable((1, 0, 1), ((0b101, 2),)) or both == OpenTable(
        (1, 1, 0), ((0b011, 2),)
    )
    assert OpenTable((1, 1), ((0b10, 2),)).settled() is None


def test_cards_fit_if_each_set_of_holders_has_room() -> None:
    random = Random(6)
    seen = set()
    for _ in range(200):
        places = [random.randrange(3) for _ in range(3)]
        masks = [random.randrange(1, 8) for _ in range(random.randrange(5))]
        alike = {mask: masks.count(mask) for mask in set(masks)}
        possible = any(
            [chosen.count(k) for k in range(3)] == places
            and all(mask >> k & 1 for mask, k in zip(masks, chosen, strict=True))
            for chosen in product(range(3), repeat=len(masks))
        )
        seen.add(possible)
        assert spread(places, alike) == possible
    assert seen == {True, False}
