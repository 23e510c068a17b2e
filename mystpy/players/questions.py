"""Questions drawn at random from some cards before others.

In the field: stratified random sampling.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.play.certainty import BeliefApproximation
from mystpy.play.game_state import sort_masks


def draw_question(game: Game, pools: Sequence[int], rng: Random) -> int:
    """A question, evenly drawn from the first pool, as far as that has cards for it.

    What is missing is drawn from the next pool, at last from all cards. Where questions
    have any number of cards, it has some of the first pool that is not empty.
    """
    left = (1 << game.c) - 1
    if game.sorts:
        return sum(_one_of(sort, (*pools, left), rng) for sort in sort_masks(game))
    if game.rules == "generalized":
        cards = bits(next(pool for pool in (*pools, left) if pool))
        return sum(rng.sample(cards, rng.randint(1, min(len(cards), game.q))))
    question = 0
    for pool in (*pools, left):
        cards = bits(pool & left)
        number = min(len(cards), game.q - question.bit_count())
        question |= sum(rng.sample(cards, number))
        left &= ~pool
    return question


def _one_of(sort: int, pools: Sequence[int], rng: Random) -> int:
    """A card of a sort, of the first pool that has one."""
    cards = next(pool & sort for pool in pools if pool & sort)
    return rng.choice(bits(cards))


def unknown(belief: BeliefApproximation) -> int:
    """The cards of which it is not certain who has them, as a mask."""
    whole, known = 0, 0
    for may, sure in zip(belief.may, belief.sure, strict=True):
        whole |= may
        known |= sure
    return whole & ~known
