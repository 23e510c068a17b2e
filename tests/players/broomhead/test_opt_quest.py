"""OptQuest against its printed table, and what remembering answers saves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from mystpy.players.broomhead.comparison import printed_table
from mystpy.players.broomhead.open_cards import (
    OpenCards,
    least,
    losses,
    outcomes,
    questions,
    unknown,
)
from mystpy.players.broomhead.opt_quest import (
    DONE,
    all_at_once,
    best,
    exactly,
    expected_questions,
    printed_entry,
    table,
)
from tests.sampling import cases_by_day

HANDS = dict[frozenset[int], Fraction]


def test_the_table_is_the_printed_one() -> None:
    rows = printed_table()
    found = {(hand, pile): printed_entry(advised) for hand, pile, advised in table()}
    assert len(found) == 100
    assert found == {
        (hand, pile): cell
        for hand, row in enumerate(rows, 1)
        for pile, cell in enumerate(row, 1)
    }


def test_what_the_source_says_of_its_table() -> None:
    assert all(advised.number <= pile for _, pile, advised in table())
    ones = [hand for hand, pile, best in table() if pile == 2 and best.number == 1]
    assert ones == [7, 8, 9, 10], "one card is better with more than six"
    assert expected_questions(7, 2, 1) < expected_questions(7, 2, 2)


def test_values_are_fractions() -> None:
    assert best(3, 2).questions == Fraction(53, 20)
    assert exactly(best(3, 2)) == "53/20, 2 cards"
    assert exactly(best(2, 1)) == "5/3, 1 card"
    assert best(10, 10).questions.limit_denominator(10) != best(10, 10).questions
    assert best(0, 3) == best(3, 0) == DONE


def test_asking_for_as_many_as_the_pile_has_loses_where_fewer_are_best() -> None:
    loss = {
        (hand, pile): all_at_once(hand, pile) - found.questions
        for hand, pile, found in table()
    }
    assert min(loss.values()) == 0
    assert {at for at, lost in loss.items() if lost} == {
        (hand, pile)
        for hand, pile, _ in table()
        if any(best(h, pile).number < pile for h in range(1, hand + 1))
    }
    assert max(loss, key=lambda at: loss[at]) == (10, 2)
    assert loss[10, 2] == Fraction(8443, 21780)


def least_of(hands: HANDS) -> Fraction:
    """The least expected number of questions, from the chances of all hands."""
    if len(hands) == 1:
        return Fraction(0)
    cards = sorted(frozenset.union(*hands) - frozenset.intersection(*hands))
    sets = (q for i in range(1, len(cards) + 1) for q in combinations(cards, i))
    return 1 + min(_after(hands, frozenset(Q)) for Q in sets)


def _after(hands: HANDS, asked: frozenset[int]) -> Fraction:
    whole, left = sum(hands.values(), Fraction(0)), Fraction(0)
    for shown in (None, *asked):
        if shown is None:
            after = {h: w for h, w in hands.items() if not h & asked}
        else:
            after = {h: w / len(h & asked) for h, w in hands.items() if shown in h}
        if len(after) == len(hands):
            return Fraction(100)  # it tells nothing
        if after:
            left += sum(after.values(), Fraction(0)) / whole * least_of(after)
    return left


@pytest.mark.parametrize("size", cases_by_day([(2, 2), (3, 1), (2, 3), (3, 2)], 2))
def test_beliefs_up_to_symmetry_are_beliefs(size: tuple[int, int]) -> None:
    """The same from all hands and questions, without likenesses."""
    hand, pile = size
    hands = {frozenset(h): Fraction(1) for h in combinations(range(hand + pile), hand)}
    assert least(unknown(hand, pile)) == least_of(hands)


def walks(rng: Random) -> Iterator[OpenCards]:
    """Yield open cards along a random way."""
    cards = unknown(rng.randint(1, 5), rng.randint(1, 4))
    while cards.hand and cards.pile:
        yield cards
        found = list(outcomes(cards, rng.choice(list(questions(cards)))))
        assert sum(chance for chance, _ in found) == 1
        cards = rng.choice(found)[1]


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(30))
def test_an_answer_never_makes_more_open(seed: int) -> None:
    cards = list(walks(Random(seed)))
    sizes = [one.hand + one.pile for one in cards]
    assert sizes == sorted(set(sizes), reverse=True)
    assert all(one.weight > 0 for one in cards)


def test_where_the_table_is_not_optimal() -> None:
    """Every size of six unknown cards: what OptQuest loses by forgetting."""
    lost = {(loss.hand, loss.pile): loss.forgetting for loss in losses(6)}
    assert len(lost) == 15
    assert {at: loss for at, loss in lost.items() if loss} == {
        (3, 2): Fraction(1, 20),
        (3, 3): Fraction(11, 200),
        (4, 2): Fraction(7, 50),
    }
    assert all(best(one.hand, one.pile).number in one.numbers for one in losses(6))
    assert all(one.forgetting <= one.all_at_once for one in losses(6))


@pytest.mark.slow
def test_where_the_table_is_not_optimal_with_seven_cards() -> None:
    lost = [loss.forgetting for loss in losses(7) if loss.hand + loss.pile == 7]
    assert sorted(lost)[-3:] == [
        Fraction(26, 525),
        Fraction(537, 3500),
        Fraction(82, 315),
    ]
