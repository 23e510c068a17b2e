"""The probabilities of the strong player's questions, which reveal little of its hand.

In the field: a privacy mechanism with a bounded likelihood ratio, see
`mystpy.players.policy.staircase`.

The allowed questions follow from public events, and so do the useful ones: a player who
avoids useless questions reveals nothing by that. The player's private information makes
a quarter of them likelier, the best ones for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice, product
from math import comb, prod
from random import Random

import numpy as np

from mystpy.axiom_folder import cached_by_theory
from mystpy.bits import bits
from mystpy.engines.symbolic.count.count import CountTooLarge
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.players.detective.belief_state import MAX_STATES, DetectiveBeliefState
from mystpy.players.detective.question_choice import (
    gains,
    inquiries,
    with_leaks,
)
from mystpy.players.detective.sample import DealSample, sort_masks
from mystpy.players.policy.staircase import Staircase, levels

BEST = Fraction(1, 4)
"""The share of the questions that a hand makes likelier."""

MAX_QUESTIONS = 400
"""If there are more questions, this number is drawn, by public information."""

MIN_QUESTIONS = 24
PUBLIC_SHARE = Fraction(1, 6)
"""The share of many questions that may be asked, but not fewer than MIN_QUESTIONS.

They are the most informative about the pile for an observer without a hand, if the
cards that are shown were seen.
"""

_DEALS = 64
"""The number of deals that are drawn for this."""

_KEPT = 64
"""The number of public states whose possible questions are cached."""

_PRODUCT = 1 << 18
"""The most multiplications of a product of matrices: larger ones use several threads.
"""

_AT_ONCE = 64
"""Questions evaluated at once by a player, with twice as many deals or more."""

NEVER = 1_000.0
"""More bits than any question reveals."""


def public_questions(here: DetectiveBeliefState) -> Sequence[int]:
    """Return the questions that may be asked with any private information.

    They have no card that publicly is in another player's hand, unless there are too
    few others. If there are many, they are those with the highest values for an
    observer without a hand.
    """
    return _public_questions(here.public, here.seen.player, here.public_mark)


@cached_by_theory(_KEPT)
def _public_questions(public: BeliefState, player: int, mark: int) -> Sequence[int]:
    """Return the same for a public state; it is shared by all possible hands."""
    questions = _possible_questions(public, player, mark)
    number = max(MIN_QUESTIONS, int(len(questions) * PUBLIC_SHARE))
    if len(questions) <= number:
        return questions
    try:
        lot = public.lot(limit=MAX_STATES)
    except CountTooLarge:
        return questions
    sample = DealSample(public.game, lot.draws(Random(mark), _DEALS))
    at_once = max(1, _PRODUCT // (_DEALS * (public.game.c + 1)))
    parts = range(0, len(questions), at_once)
    some = [questions[first : first + at_once] for first in parts]
    found = np.concatenate([gains(sample, player, each) for each in some])
    best = (-found).argsort(kind="stable")[:number].tolist()
    return [questions[place] for place in best]


def _possible_questions(public: BeliefState, player: int, mark: int) -> list[int]:
    """Return all questions without such cards or, if they are many, some drawn ones."""
    game, located = public.game, 0
    for holder, cards in enumerate(public.sure):
        if holder not in (0, player):
            located |= cards
    found = _questions(game, (1 << game.c) - 1 & ~located)
    if isinstance(found, list):
        return found
    rng, drawn = Random(mark), set[int]()
    while len(drawn) < MAX_QUESTIONS:
        drawn.add(sum(sum(rng.sample(cards, number)) for cards, number in found))
    return sorted(drawn)


@lru_cache(maxsize=32)
def _questions(
    game: Game, cards: int
) -> list[int] | tuple[tuple[tuple[int, ...], int], ...]:
    """Return the questions of some cards or, if they are many, their pools."""
    if game.sorts:
        pools = [(bits(sort & cards or sort), 1) for sort in sort_masks(game)]
    else:
        enough = cards.bit_count() >= game.q
        pools = [(bits(cards if enough else (1 << game.c) - 1), game.q)]
    if prod(comb(len(pool), number) for pool, number in pools) > MAX_QUESTIONS:
        return tuple((tuple(pool), number) for pool, number in pools)
    parts = ([sum(some) for some in combinations(*each)] for each in pools)
    return list(islice(map(sum, product(*parts)), MAX_QUESTIONS))


def question_policy(
    here: DetectiveBeliefState,
    sample: DealSample | None,
    *,
    told: float,
    leak: float,
) -> Staircase:
    """Return the questions' probabilities; none reveals more than `told` bits.

    A question has a high value if it is informative about the pile for the player, and
    reveals little to others: by a `sample` of deals or, without one, by its open cards.
    """

    def value(questions: Sequence[int]) -> list[float]:
        if sample is None:
            open_ = here.belief.may[0] & ~here.belief.sure[0]
            return [float((cards & open_).bit_count()) for cards in questions]
        return _values(here, sample, questions, leak)

    return bounded_policy(here, value, told=told)


def bounded_policy(
    here: DetectiveBeliefState,
    value: Callable[[Sequence[int]], list[float]],
    *,
    told: float,
) -> Staircase:
    """Return the allowed questions; those with a high value are likelier.

    No question reveals more than `told` bits, whatever the values depend on.
    """
    questions, values = public_questions(here), list[float]()
    for first in range(0, len(questions), _AT_ONCE):
        values += value(questions[first : first + _AT_ONCE])
    by_question = dict(zip(questions, values, strict=True))
    return Staircase.of(by_question, levels(told, BEST))


def _values(
    here: DetectiveBeliefState,
    sample: DealSample,
    questions: Sequence[int],
    leak: float,
) -> list[float]:
    found = inquiries(sample, here.seen.player, questions)
    if leak and here.rivals and here.heard is not None:
        found = with_leaks(found, here.heard, here.seen.player)
    # A question without information comes last: else a game might never end.
    return [-NEVER if e.gain <= 0 else e.gain - leak * e.leak for e in found]
