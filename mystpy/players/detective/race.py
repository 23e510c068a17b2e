"""When to guess: what a guess wins now, against being overtaken while waiting.

In the field: optimal stopping, looking one turn ahead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from mystpy.players.detective.inquiry import candidates, certainty
from mystpy.players.detective.rivals import pile_count, piles_left, shown_to
from mystpy.players.detective.sample import Deal, Sample
from mystpy.players.detective.standpoint import Standpoint

_MOST = 24
"""Nobody guesses, or looks at a guess, where more piles than these are possible."""

_LOOKED_AT = 12
"""In so many of the drawn deals it is looked what others may know."""


class Race(NamedTuple):
    """A pile to guess (a mask), and how guessing compares with waiting.

    `chance` is how likely it is to be the pile, `beaten` how likely somebody else is to
    know the pile before the own next turn ends, `later` how likely the best guess then
    is to be right, by what one more question tells.
    """

    pile: int
    chance: float
    beaten: float
    later: float

    @property
    def waiting(self) -> float:
        """What waiting wins: not to be beaten, and to guess right then."""
        return (1 - self.beaten) * self.later

    @property
    def pays(self) -> bool:
        """Whether guessing now wins more than waiting."""
        return self.chance > self.waiting


def open_to_guess(here: Standpoint) -> bool:
    """Whether few enough piles are possible that a guess is worth a look."""
    return pile_count(here.seen.game, here.belief.may[0]) <= _MOST


def race(here: Standpoint, sample: Sample) -> Race:
    """The best guess now against waiting, by deals that the player holds possible."""
    game, hand = here.seen.game, here.seen.hand
    piles = sample.piles()
    pile = min(piles, key=lambda cards: (-piles[cards], cards))
    questions = candidates(game, hand, sample.shares)
    later = certainty(sample, here.seen.player, questions)
    return Race(pile, piles[pile], beaten(here, sample), later)


def beaten(here: Standpoint, sample: Sample) -> float:
    """How likely it is that another player knows the pile by the end of a turn.

    Who holds one pile possible knows it; of more piles a question that is aimed at one
    hits with one chance in their number, and of two it tells which one it is.
    """
    rng, shown = here.stream, shown_to(here)
    deals = spread(sample.deals)
    missed = 0.0
    for deal in deals:
        left = (piles_left(here, k, deal, shown, rng) for k in shown)
        missed += math.prod(1 - chance(number) for number in left)
    return round(1 - missed / len(deals), 9)


def chance(piles: int) -> float:
    """How likely somebody with so many piles is to know the pile by the next turn."""
    return 1.0 if piles <= 2 else 1 / piles


def spread(deals: Sequence[Deal]) -> Sequence[Deal]:
    """Some of the deals, at even distances."""
    step = max(1, len(deals) // _LOOKED_AT)
    return deals[::step][:_LOOKED_AT]
