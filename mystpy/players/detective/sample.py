"""Deals drawn from a belief, as tables of holders and cards.

In the field: Monte Carlo integration over a belief state.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mystpy.bits import bits, mask_of
from mystpy.engines.symbolic.count.draw import Held
from mystpy.game.game import Game
from mystpy.history.table.turn_state import respondents

_NEXT_TO_NONE = 1e-9
"""Less than the share of any card that is in the pile of some deal."""

_SEVERAL = 8
"""From this number of questions on their cards are numbered at once."""

_WORD = 62
"""The number of cards that fit into a word."""

Deal = tuple[int, ...]
"""The hands by holder, as masks, the pile first."""

Counts = npt.NDArray[np.float32]
"""Sums of integers, which floats represent exactly in any order of addition."""


class DealSample:
    """Some equally likely deals; a likelier deal occurs more often.

    `held` has the axes holders, cards, deals.
    """

    def __init__(self, game: Game, held: Held) -> None:
        self.game = game
        self.held = held
        self._turns: dict[int, npt.NDArray[np.uint8]] = {}
        self._by_sort: dict[int, npt.NDArray[np.intp]] = {}

    @classmethod
    def of(cls, game: Game, deals: Sequence[Deal]) -> DealSample:
        """Return the sample with these deals."""
        rows = [[[hand >> k & 1 for k in range(game.c)] for hand in d] for d in deals]
        return cls(game, np.array(rows, np.bool_).transpose(1, 2, 0))

    def __len__(self) -> int:
        return int(self.held.shape[2])

    def __getitem__(self, places: slice | npt.NDArray[np.intp]) -> DealSample:
        """Return some of the deals."""
        return DealSample(self.game, self.held[:, :, places])

    @cached_property
    def deals(self) -> list[Deal]:
        """Return the deals one by one."""
        hands = (self.hands(k).tolist() for k in range(len(self.held)))
        return list(zip(*hands, strict=True))

    def hands(self, holder: int) -> npt.NDArray[Any]:
        """Return the hand of a holder in each deal, as a mask."""
        c = self.game.c
        kind = np.int64 if c < 63 else object
        found = np.array([1 << k for k in range(c)], kind) @ self.held[holder]
        return np.asarray(found)

    @cached_property
    def sure(self) -> npt.NDArray[np.bool_]:
        """Return the cards held in all of the deals: holders, cards."""
        return np.asarray(self.held.all(axis=2))

    @cached_property
    def counted(self) -> Counts:
        """Return the cards held as numbers: holders, cards, deals."""
        return self.held.astype(np.float32)

    def turns(self, player: int) -> npt.NDArray[np.uint8]:
        """Return when each card is shown to a player who asks for it: cards, deals.

        The k-th player who may answer shows it at 2k, if her cards are the same in all
        deals, and else at 2k + 1; cards that nobody can show have the next number.
        """
        if player not in self._turns:
            others = respondents(player, self.game.p)
            turns = np.full(self.held.shape[1:], 2 * len(others), np.uint8)
            for step, other in enumerate(others):
                turn = 2 * step + 1 - self.sure[other].astype(np.uint8)
                np.copyto(turns, turn[:, None], where=self.held[other])
            self._turns[player] = turns
        return self._turns[player]

    def by_sort(self, holder: int) -> npt.NDArray[np.intp]:
        """Return how many cards of each sort a holder has: sorts, deals."""
        if holder not in self._by_sort:
            number = _sort_flags(self.game) @ self.held[holder]
            self._by_sort[holder] = number.astype(np.intp)
        return self._by_sort[holder]

    @cached_property
    def pile(self) -> Counts:
        """Return which cards are in the pile: deals, cards."""
        return np.ascontiguousarray(self.held[0].T).astype(np.float32)

    @cached_property
    def open_and_one(self) -> Counts:
        """Return the same for cards that are in some piles, and a last column of ones.

        The last column counts the deals; about other cards nothing is uncertain.
        """
        ones = np.ones((len(self), 1), np.float32)
        return np.hstack((self.pile[:, self.shares % 1 > 0], ones))

    @cached_property
    def shares(self) -> Counts:
        """Return the chance that each card is in the pile."""
        share: Counts = self.pile.sum(axis=0) / np.float32(len(self))
        return share

    @cached_property
    def uncertainty(self) -> float:
        """Return the uncertainty of the pile, in bits."""
        total = np.array(len(self), np.float32)
        return float(entropy(self.game, self.pile.sum(axis=0), total))

    @cached_property
    def _piles(self) -> npt.NDArray[Any]:
        return self.hands(0)

    @cached_property
    def _shares_of_piles(self) -> dict[int, float]:
        found = Counter(self._piles.tolist())
        return {pile: number / len(self) for pile, number in found.items()}

    def piles(self) -> dict[int, float]:
        """Return the chance of each pile that is in some of the deals."""
        return dict(self._shares_of_piles)

    def marks(self, piles: Sequence[int]) -> Counts:
        """Return which of some piles is that of each deal: deals, piles."""
        found: Counts = (self._piles[:, None] == np.array(piles)).astype(np.float32)
        return found


def entropy(game: Game, counts: Counts, totals: Counts) -> Counts:
    """Return the uncertainty of the pile, in bits, for each row of counts by card.

    As in `mystpy.questions.advice`: for each sort the entropy of which card is in the
    pile, without sorts that of each card.
    """
    share = counts.astype(np.float64) / np.maximum(totals, 1)[..., None]
    found: Counts = _surprise(share).sum(axis=-1)
    if not game.sorts:
        found = found + _surprise(1 - share).sum(axis=-1)
    return found


def _surprise(share: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = -share * np.log2(np.maximum(share, _NEXT_TO_NONE))
    return found


def indices(game: Game, questions: Sequence[int]) -> npt.NDArray[np.intp]:
    """Return the cards of some questions by number: a row for each question."""
    if len(questions) < _SEVERAL or game.c > _WORD:
        return np.array([numbers(cards) for cards in questions], np.intp)
    has = np.array(questions, np.int64)[:, None] >> np.arange(game.c) & 1
    return has.nonzero()[1].reshape(len(questions), -1)


@lru_cache(maxsize=4096)
def numbers(cards: int) -> Sequence[int]:
    """Return the numbers of the cards of a mask, ascending."""
    return tuple(card.bit_length() - 1 for card in bits(cards))


@lru_cache(maxsize=8)
def sort_masks(game: Game) -> tuple[int, ...]:
    """Return the cards of each sort; without sorts all cards."""
    sorts = tuple(mask_of(cards, game) for _, cards in game.sorts)
    return sorts or ((1 << game.c) - 1,)


@lru_cache(maxsize=8)
def _sort_flags(game: Game) -> Counts:
    rows = [[sort >> k & 1 for k in range(game.c)] for sort in sort_masks(game)]
    return np.array(rows, np.float32)


def pile_count(game: Game, cards: int) -> int:
    """Return the number of piles of some cards; at least one."""
    if not game.sorts:
        return max(1, math.comb(cards.bit_count(), game.sizes[0]))
    return max(1, math.prod((cards & s).bit_count() for s in sort_masks(game)))
