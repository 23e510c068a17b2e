"""The number of cards to ask for at once, if earlier answers are forgotten.

In the field: a Markov decision process, solved by dynamic programming.

There are two players; `hand` cards of the opponent and `pile` cards of the pile are
unknown. A player asks for i of the unknown cards, at random. Then she is shown one of
the hand, or learns that all i are in the pile. Further information about cards that
were asked for together with a shown one is forgotten here, but not in `open_cards`.
Source: Ayzenshtat, Feng and Lee 2003, *OptQuest*.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb

from mystpy.compilation import NamedTuple


class QuestionAdvice(NamedTuple):
    """The expected number of questions, and the number of cards in the next one."""

    questions: Fraction
    number: int


DONE = QuestionAdvice(Fraction(0), 0)


def no_chance(hand: int, pile: int, number: int) -> Fraction:
    """Return the chance that none of `number` random unknown cards is in the hand."""
    return Fraction(comb(pile, number), comb(hand + pile, number))


def expected_questions(hand: int, pile: int, number: int) -> Fraction:
    """Return the expected number of questions, if the next has `number` cards.

    The later questions are optimal. Source: equations (3)-(5) of OptQuest.
    """
    none = no_chance(hand, pile, number)
    left = (1 - none) * best(hand - 1, pile).questions
    if none:
        left += none * best(hand, pile - number).questions
    return 1 + left


@cache
def best(hand: int, pile: int) -> QuestionAdvice:
    """Return the least expected number of questions, and its least number of cards."""
    if not hand or not pile:
        return DONE
    numbers = range(1, hand + pile + 1)
    return min(QuestionAdvice(expected_questions(hand, pile, i), i) for i in numbers)


@cache
def worst_case(hand: int, pile: int) -> int:
    """Return the least number of questions that suffices for all answers.

    In the field: a minimax value. Source: the adversary argument of the same report, by
    which it is the number of cards in the hand.
    """
    if not hand or not pile:
        return 0
    numbers = range(1, hand + pile + 1)
    return 1 + min(max(_left(hand, pile, i)) for i in numbers)


def _left(hand: int, pile: int, number: int) -> Iterator[int]:
    """Yield the worst-case number after each answer to a question."""
    yield worst_case(hand - 1, pile)
    if number <= pile:
        yield worst_case(hand, pile - number)


@cache
def all_at_once(hand: int, pile: int) -> Fraction:
    """Return the expected number of questions for as many cards as are in the pile.

    Source: the policy of the submitted players with two players.
    """
    if not hand or not pile:
        return Fraction(0)
    return 1 + (1 - no_chance(hand, pile, pile)) * all_at_once(hand - 1, pile)


def table(
    hands: int = 10, piles: int = 10
) -> Iterator[tuple[int, int, QuestionAdvice]]:
    """Yield each size up to these, row by row, with the best number of cards."""
    for hand in range(1, hands + 1):
        for pile in range(1, piles + 1):
            yield hand, pile, best(hand, pile)


def printed_entry(advised: QuestionAdvice) -> str:
    """Return the same as the source prints it: `4.308/2`."""
    whole = f"{float(advised.questions):.3f}".rstrip("0")
    return f"{whole}{'0' if whole.endswith('.') else ''}/{advised.number}"


def exactly(advised: QuestionAdvice) -> str:
    """Return the same as a fraction: `1163/270, 2 cards`."""
    number = advised.number
    return f"{advised.questions}, {number} card{'s' * (number > 1)}"
