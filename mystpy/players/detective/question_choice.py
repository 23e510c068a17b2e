"""Questions, and their expected information for the asker and the others.

In the field: expected information gain, by Monte Carlo.

The measure is that of `mystpy.questions.advice`, with drawn deals in place of exact
counts, so that all questions are evaluated at once. A player who may show a card that
the asker surely knows is assumed to show it; otherwise each card is equally likely.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.players.detective.sample import (
    Counts,
    DealSample,
    entropy,
    indices,
    sort_masks,
)

Floats = npt.NDArray[np.float64]

_OPEN = 3
"""The number of most uncertain cards of each sort that questions are about."""

_SETS = 64
"""The most questions that are compared without sorts."""


class Expectation(NamedTuple):
    """A question (a mask), and its expected information about the pile in bits.

    `gain` is the information for the asker, `leak` that for an observer without a hand
    who hears the answers; `unshown` is the chance that nobody shows a card.
    """

    question: int
    gain: float
    unshown: float
    leak: float = 0.0


def inquiries(
    sample: DealSample, player: int, questions: Sequence[int]
) -> list[Expectation]:
    """Return the expected information in questions for a player with such a sample."""
    found, unshown = _gains(sample, player, questions, seen=True)
    return list(map(Expectation, questions, found.tolist(), unshown.tolist()))


def gains(
    sample: DealSample, player: int, questions: Sequence[int]
) -> npt.NDArray[np.float64]:
    """Return the expected information in questions, without the other expectations."""
    found: npt.NDArray[np.float64]
    found, _ = _gains(sample, player, questions, seen=True)
    return found


def with_leaks(
    found: Sequence[Expectation], public: DealSample, player: int
) -> list[Expectation]:
    """Return the same with the information for an observer with this sample."""
    leaks, _ = _gains(public, player, [each.question for each in found], seen=False)
    rows = zip(found, leaks.tolist(), strict=True)
    return [each._replace(leak=leak) for each, leak in rows]


def certainty(sample: DealSample, player: int, questions: Sequence[int]) -> float:
    """Return the chance of a right guess after the best of these questions."""
    ways, unit = outcomes(sample, player, questions, seen=True)
    right = ways.swapaxes(0, 1) @ sample.marks(sorted(sample.piles()))
    best = right.max(axis=-1).sum(axis=-1)
    return round(float(best.max()) / (unit * len(sample)), 9)


def _gains(
    sample: DealSample, player: int, questions: Sequence[int], *, seen: bool
) -> tuple[Floats, Floats]:
    """Return the information about the pile, and the chance that no card is shown."""
    answers = _answers(sample, player, questions, seen=seen)
    counts = np.concatenate([ways @ sample.open_and_one for ways in answers])
    unit = _unit(sample.game)
    information = _information(sample, counts, unit)
    # Rounded, since the last bits of a logarithm are not the same on all machines.
    found = information.round(9)
    for k in np.flatnonzero(abs(information * 1e9 % 1 - 0.5) < _UNSURE).tolist():
        found[k] = exact_information(sample, counts[:, k : k + 1], unit)[0].round(9)
    unshown = counts[-1, :, -1].astype(np.float64) / (unit * len(sample))
    return found, unshown.round(9)


_UNSURE = 1e-3
"""The part of the last digit in which two ways to add logarithms may differ."""


def _information(sample: DealSample, counts: Counts, unit: int) -> Floats:
    """Return the information about the pile by answers and questions, fast.

    Of c deals in t with a card in the pile the part c/t * log(t/c) of the entropy is
    c * log(c) and t * log(t), which are in a table.
    """
    table = _times_logarithm(unit * len(sample))
    number = sample.open_and_one.shape[1] - 1
    factors = np.full(number + 1, -1.0)
    parts = table.take(counts.astype(np.intp))
    if sample.game.sorts:
        factors[-1] = sample.open_and_one[0, :-1].sum()
    else:
        others = counts[..., -1:] - counts[..., :-1]
        parts[..., :-1] += table.take(others.astype(np.intp))
        factors[-1] = number
    open_ = (parts.sum(axis=0) @ factors) / (unit * len(sample))
    found: Floats = sample.uncertainty - open_
    return found


@lru_cache(maxsize=8)
def _times_logarithm(most: int) -> Floats:
    """Return n * log(n) for whole numbers, with the binary logarithm."""
    numbers = np.arange(most + 1, dtype=np.float64)
    found: Floats = numbers * np.log2(np.maximum(numbers, 1))
    return found


def exact_information(sample: DealSample, counts: Counts, unit: int) -> Floats:
    """Return the same by the entropy after each answer."""
    totals = counts[..., -1]
    open_ = totals * entropy(sample.game, counts[..., :-1], totals)
    found: Floats = sample.uncertainty - open_.sum(axis=0) / (unit * len(sample))
    return found


def outcomes(
    sample: DealSample, player: int, questions: Sequence[int], *, seen: bool
) -> tuple[Counts, int]:
    """Return how often each answer occurs in each deal, and the unit.

    The axes are answers, questions and deals. An answer is the player who shows a card
    and, if it is `seen`, the card; in the last answer nobody does. A card that is
    surely there is shown before others, which gives no information.
    """
    answers = _answers(sample, player, questions, seen=seen)
    return np.concatenate(list(answers)), _unit(sample.game)


def _unit(game: Game) -> int:
    """Return a number that is divided by every number of cards of a question."""
    return math.lcm(*range(1, game.q + 1))


def _answers(
    sample: DealSample, player: int, questions: Sequence[int], *, seen: bool
) -> Iterator[Counts]:
    """Yield the parts of `outcomes` for each player who may answer, then for nobody."""
    game, unit = sample.game, _unit(sample.game)
    turns = sample.turns(player).take(indices(game, questions).T, axis=0)
    first = turns.min(axis=0)
    kind = np.min_scalar_type(unit)
    shares: npt.NDArray[Any] = np.full((1, *first.shape), unit, kind)
    if seen:
        shown = (turns == first).view(np.uint8)
        parts = np.array([unit // max(1, n) for n in range(game.q + 1)], kind)
        shares = shown * parts.take(shown.sum(axis=0, dtype=np.uint8))
    first >>= 1
    for turn in range(game.p - 1):
        yield (shares * (first == turn).view(np.uint8)).astype(np.float32)
    yield (first == game.p - 1)[None].astype(np.float32) * np.float32(unit)


def candidates(
    game: Game, own: int, shares: Counts, *, bluffs: bool = True
) -> list[int]:
    """Return questions to be evaluated: cards open in the pile, and cover.

    The cover gives no information: her own cards, unless nobody `bluffs`, and cards in
    the pile; `shares` is the chance that each card is in the pile.
    """
    whole = (1 << game.c) - 1
    if not bluffs and (whole & ~own).bit_count() >= game.q:
        whole &= ~own
    own |= sum(1 << k for k, share in enumerate(shares.tolist()) if share == 1)
    unknown = [round(each, 12) for each in (shares * (1 - shares)).tolist()]
    if game.sorts:
        sorts = [sort & whole or sort for sort in sort_masks(game)]
        rows = [_worth(sort, own, unknown, _OPEN, 1) for sort in sorts]
        return [sum(cards) for cards in product(*rows)]
    q = game.q
    pool = _worth(whole, own, unknown, q + _OPEN, q)
    return list(map(sum, islice(combinations(pool, q), _SETS)))


def _worth(
    cards: int, own: int, unknown: Sequence[float], most: int, covers: int
) -> list[int]:
    """Return the most uncertain of some cards, and uninformative ones, covers first."""

    def rank(card: int) -> tuple[float, bool]:
        return -unknown[card.bit_length() - 1], not card & own

    ranked = sorted(bits(cards), key=rank)
    number = sum(unknown[card.bit_length() - 1] > 0 for card in ranked)
    return ranked[: min(number, most)] + ranked[number:][:covers]


def useful_question(
    game: Game, open_: int, own: int, rng: Random, *, bluffs: bool = True
) -> int:
    """A question drawn from those with as many cards as can be open in the pile."""
    whole = (1 << game.c) - 1
    cover = own if bluffs else whole & ~own
    if game.sorts:
        return sum(
            rng.choice(bits(sort & open_) or bits(sort & cover) or bits(sort))
            for sort in sort_masks(game)
        )
    cards, rest = bits(open_), bits(whole & ~open_)
    rng.shuffle(cards)
    rng.shuffle(rest)
    if not bluffs:
        rest.sort(key=lambda card: card & own)
    return sum((cards + rest)[: game.q])
