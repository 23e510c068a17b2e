"""How many deals fit a view, exactly, and in how many of them who holds which card.

In the field: exact model counting by variable elimination (Dechter 1999), here card by
card.

A dynamic programme deals the cards one after the other and remembers of the deal so
far only what matters for the rest (see states.py). It starts from what the grid
leaves open. Numbers are integers of any size and odds are fractions: nothing is
rounded. There are two models of odds (`Odds` in engines/base.py):

- `equal`: each deal that the player holds possible is equally likely;
- `shows`: responders show a random card among those that they can. So a deal is the
  less likely the more cards a responder could have shown in it, where the player saw
  which one was. The player's own shows, and those between others, tell nothing more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mystpy.bits import bits
from mystpy.compilation import dataclass, replace
from mystpy.engines.symbolic.count import steps
from mystpy.engines.symbolic.count.plan import CountingPlan, plan
from mystpy.engines.symbolic.count.states import ShowWeight
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.grid.places import Places
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import QueryError
from mystpy.views import GivenCards, Show

if TYPE_CHECKING:
    from fractions import Fraction

LIMIT = 2_000_000
"""A count may remember so many states, by default: some hundred megabytes."""


class CountTooLarge(QueryError):
    """A count would remember more states than the limit.

    `estimate` says about how many, `limit` how many there may be.
    """

    def __init__(self, estimate: int, limit: int) -> None:
        power = int(estimate.bit_length() * math.log10(2))
        about = f"{estimate:,}" if power < 9 else f"10^{power}"
        super().__init__(
            f"these deals are too many to count: about {about} states would have to be "
            f"remembered, and the limit is {limit:,}",
            hint="raise the limit, or count when more is known",
        )
        self.estimate = estimate
        self.limit = limit


@dataclass(frozen=True, slots=True)
class DealCounts:
    """How many deals there are, and in how many each holder has each card.

    `cells` has a row for each holder with a number for each card in deck order. If
    deals are weighted, these are sums of weights in units of 1/scale.
    """

    total: int
    cells: tuple[tuple[int, ...], ...]
    scale: int = 1

    def odds(self) -> tuple[tuple[Fraction, ...], ...]:
        """How likely it is that a holder has a card, holder by holder."""
        from fractions import Fraction  # which loads `decimal`

        return tuple(
            tuple(Fraction(number, self.total) for number in row) for row in self.cells
        )

    def __add__(self, other: DealCounts) -> DealCounts:
        """The tally of the deals of either, where none belongs to both."""
        scale = math.lcm(self.scale, other.scale)
        a, b = scale // self.scale, scale // other.scale
        cells = tuple(
            tuple(a * x + b * y for x, y in zip(*rows, strict=True))
            for rows in zip(self.cells, other.cells, strict=True)
        )
        return DealCounts(a * self.total + b * other.total, cells, scale)


def shows_seen(
    constraints: PublicConstraints, given: GivenCards, player: int | None
) -> tuple[Show, ...]:
    """The shows of which the player saw the card (None: those that are given).

    These are the shows by which deals are weighted in the model `shows`.
    """
    seen = given if player is None else given.seen_by((player,), constraints.shows)
    shows = (constraints.shows[index] for index, _ in seen.shown)
    # Of a hand of a given size each card is looked at with the same probability.
    return tuple(show for show in shows if not show.looked)


def count(grid: ViewGrid, *, limit: int = LIMIT) -> int:
    """The number of deals that fit the view. Raises CountTooLarge."""
    return steps.total(_plan(grid.residue, (), limit))


def counting_plan(
    grid: ViewGrid, shows: Iterable[Show] = (), *, limit: int = LIMIT
) -> CountingPlan:
    """The plan of a count of the deals that fit the view. Raises CountTooLarge."""
    weights, _ = _weights(grid.residue, shows)
    return _plan(grid.residue, weights, limit)


def tally(
    grid: ViewGrid, shows: Iterable[Show] = (), *, limit: int = LIMIT
) -> DealCounts:
    """The number of deals that fit the view, in all and for each cell.

    With `shows` each deal is weighted by one over the number of cards that the
    responder could have shown, for each show. Which card it was has to be part of the
    view. Equal residues, which are frequent from one turn to the next, are
    counted once. Raises CountTooLarge.
    """
    return tally_residue(grid.residue, shows, limit)


def tally_residue(
    residue: Residue, shows: Iterable[Show], limit: int = LIMIT
) -> DealCounts:
    """The same of the deals that a simplified residue leaves open."""
    weights, unit = _weights(residue, shows)
    clauses = tuple(residue.clauses)
    found = tally_deals(residue.places, residue.may, clauses, tuple(weights), limit)
    return replace(found, scale=unit * found.scale)


@lru_cache(maxsize=32)
def tally_deals(
    places: Places,
    may: int,
    clauses: tuple[int, ...],
    weights: tuple[ShowWeight, ...],
    limit: int,
) -> DealCounts:
    """Return the tally of the deals with these cells and clauses.

    They are those of a simplified residue. Raises CountTooLarge.
    """
    residue = Residue(places, may, list(clauses))
    residue.simplify()
    made = _plan(residue, weights, limit)
    total, found = steps.cells(made)
    found += ((cell, total) for cell in bits(residue.fixed))
    rows = [[0] * places.c for _ in places.hand_sizes]
    for cell, number in found:
        place, card = places.where(cell)
        rows[places.holders[place]][card.bit_length() - 1] = number
    return DealCounts(total, tuple(map(tuple, rows)), made.scale)


def _plan(residue: Residue, weights: Sequence[ShowWeight], limit: int) -> CountingPlan:
    made = plan(residue, weights, limit)
    if made.states > limit:
        raise CountTooLarge(made.states, limit)
    return made


def _weights(residue: Residue, shows: Iterable[Show]) -> tuple[list[ShowWeight], int]:
    """The shows whose weight differs from deal to deal.

    The second value is what the weight of a deal is divided by for the others.
    """
    weights, unit = [], 1
    for (holder, cards), times in Counter((s.by, s.cards) for s in shows).items():
        cells = residue.places.cells(holder, cards) & residue.may
        sure = (cells & residue.fixed).bit_count()
        if free := cells & ~residue.fixed:
            weights.append(ShowWeight(free, sure, times))
        else:
            unit *= sure**times
    return weights, unit
