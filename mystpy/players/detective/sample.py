"""Deals drawn from a belief, as tables of who has which card.

In the field: Monte Carlo integration over a belief state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mystpy.bits import mask_of
from mystpy.game.game import Game

Deal = tuple[int, ...]
"""The hands by holder, as masks, the pile first."""

Counts = npt.NDArray[np.float32]
"""Sums of whole numbers, which floats hold exactly in whatever order they are added."""


class Sample:
    """Some deals, each as likely as the others; a likelier one stands there often."""

    def __init__(self, game: Game, deals: Sequence[Deal]) -> None:
        self.game = game
        self.deals = deals

    def __len__(self) -> int:
        return len(self.deals)

    @cached_property
    def held(self) -> npt.NDArray[np.bool_]:
        """Who has which card: holders, cards, deals."""
        width = (self.game.c + 7) // 8
        whole = b"".join(
            hand.to_bytes(width, "little") for deal in self.deals for hand in deal
        )
        shape = (len(self.deals), len(self.game.sizes), width)
        packed = np.frombuffer(whole, np.uint8).reshape(shape)
        cells = np.unpackbits(packed, axis=2, count=self.game.c, bitorder="little")
        return np.ascontiguousarray(cells.transpose(1, 2, 0)).astype(np.bool_)

    @cached_property
    def pile(self) -> Counts:
        """Which cards are in the pile: deals, cards."""
        return np.ascontiguousarray(self.held[0].T).astype(np.float32)

    @cached_property
    def shares(self) -> Counts:
        """How likely it is that each card is in the pile."""
        share: Counts = self.pile.sum(axis=0) / np.float32(len(self))
        return share

    @cached_property
    def uncertainty(self) -> float:
        """How uncertain the pile is, in bits."""
        total = np.array(len(self), np.float32)
        return float(entropy(self.game, self.pile.sum(axis=0), total))

    def piles(self) -> dict[int, float]:
        """How likely each pile is that is in some of the deals."""
        found = Counter(deal[0] for deal in self.deals)
        return {pile: number / len(self) for pile, number in found.items()}


def entropy(game: Game, counts: Counts, totals: Counts) -> Counts:
    """How uncertain the pile is, in bits, for each row of counts by card.

    As in `mystpy.questions.advice`: for each sort the entropy of which card is in the
    pile, without sorts that of each card.
    """
    share = counts.astype(np.float64) / np.maximum(totals, 1)[..., None]
    found: Counts = _surprise(share).sum(axis=-1)
    if not game.sorts:
        found = found + _surprise(1 - share).sum(axis=-1)
    return found


def _surprise(share: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = -share * np.log2(np.where(share > 0, share, 1))
    return found


def indices(game: Game, questions: Sequence[int]) -> npt.NDArray[np.intp]:
    """The cards of some questions by number: a row for each question."""
    rows = [[k for k in range(game.c) if cards >> k & 1] for cards in questions]
    return np.array(rows, dtype=np.intp)


def sort_masks(game: Game) -> list[int]:
    """The cards of each sort; without sorts all of them."""
    return [mask_of(cards, game) for _, cards in game.sorts] or [(1 << game.c) - 1]
