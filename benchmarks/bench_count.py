"""Exact counts and odds, turn by turn: milliseconds for all cells of one view.

The grid of the view exists before the clock starts (see bench_grid). `equal` counts the
deals in all and for each cell, and computes fractions. `shows` does so with deals
weighted by the cards that responders could have shown. `states` is the plan's bound on
the number of states, median and maximum. The peer, `by hands`, is the method of the
engine of worlds: deal hand by hand with a memo. It counts if it has to choose from at
most a million hands. The answers are compared, and `ratio` is the mean of the ratios on
these views. `refused` counts the views with too many states, and `refusing` is the
longest time of a refusal.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from bench_grid import timed
from games import KINDS, turns_seen
from harness import table

from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.count.count import (
    LIMIT,
    CountTooLarge,
    shows_seen,
    tally,
    tally_deals,
)
from mystpy.engines.symbolic.count.plan import plan
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.game.game import Game
from mystpy.views import Show

ROWS = [
    (name, game, viewer, kind, range(1, 41), seeds)
    for name, game, viewer, seeds in (
        ("Clue 3", Game.clue(3), 1, 10),
        ("Clue 3, public", Game.clue(3), None, 3),
        ("Clue 6", Game.clue(6), 1, 10),
        ("Clue 6, public", Game.clue(6), None, 3),
    )
    for kind in KINDS
] + [
    (name, game, 1, "random", range(10, 81, 10), 1)
    for name, game in (
        ("60 cards, 6", Game.myst(6, 9, 6, 3)),
        ("60 cards, 10", Game.myst(10, 5, 10, 3)),
        ("120 cards, 6", Game.myst(6, 19, 6, 3)),
    )
]
"""Name, game, viewer, kind of game, the turns to count at, and how many games."""

BY_HANDS = 1_000_000
"""The peer counts if it takes at most this number of steps."""


@dataclass
class Times:
    """The times measured at the turns of some games."""

    equal: list[float] = field(default_factory=list)
    shows: list[float] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    pairs: list[tuple[float, float]] = field(default_factory=list)
    refusing: list[float] = field(default_factory=list)

    def measure(
        self, grid: ViewGrid, conditions: frozenset[Condition], shows: tuple[Show, ...]
    ) -> None:
        """Count the deals of one view, if that is not refused."""
        number, taken = timed(deals, grid, ())
        weighted, longer = timed(deals, grid, shows) if shows else (number, None)
        if number is None or weighted is None:
            self.refusing.append(taken if number is None else longer or taken)
            return
        self.equal.append(taken)
        self.states.append(plan(grid.residue, (), LIMIT).states)
        if longer is not None:
            self.shows.append(longer)
        by_hands = Deals(grid.game, conditions)
        if by_hands.work() <= BY_HANDS:
            same, counting = timed(by_hands.count)
            assert same == number, "the counts differ"
            self.pairs.append((taken, counting + timed(by_hands.cells)[1]))


def deals(grid: ViewGrid, shows: Iterable[Show]) -> int | None:
    """Count the deals and work out all odds; None if there are too many.

    With shows this is the weight of the deals.
    """
    tally_deals.cache_clear()
    try:
        found = tally(grid, shows)
    except CountTooLarge:
        return None
    found.odds()
    return found.total


def row(
    name: str, game: Game, viewer: int | None, kind: str, turns: range, seeds: int
) -> list[object]:
    """Count at some turns of some games of one kind, as one viewer."""
    times = Times()
    for seed in range(seeds):
        _, history = KINDS[kind](game, Random(seed), max(turns))
        grid = ViewGrid(game)
        for turn, (constraints, known) in enumerate(turns_seen(history, viewer), 1):
            conditions = view(constraints, known, viewer)
            grid.update(conditions)
            if turn in turns:
                shows = () if viewer is None else shows_seen(constraints, known, viewer)
                times.measure(grid, conditions, shows)
    ratio = statistics.fmean(b / a for a, b in times.pairs) if times.pairs else ""
    return [
        f"{name}, {kind}",
        len(times.equal),
        *_spread(times.equal),
        *_spread(times.shows),
        *_spread(times.states),
        *_spread([longer for _, longer in times.pairs]),
        ratio,
        len(times.refusing),
        max(times.refusing, default=""),
    ]


def _spread(numbers: Sequence[float]) -> list[object]:
    return [statistics.median(numbers), max(numbers)] if numbers else ["", ""]


def main() -> str:
    """Return the table."""
    head = "view, game|views|equal|worst|shows|worst|states|most|by hands|worst|ratio"
    return table(f"{head}|refused|refusing".split("|"), [row(*r) for r in ROWS])


if __name__ == "__main__":
    print(main())
