"""The grid of one player, turn by turn: milliseconds for each update.

`view` is the persistent grid (median, worst, and built from the whole history at the
end of the game). The peer is python-sat's solver with native cardinality constraints,
minicard, which is persistent too: each turn adds clauses, and a loop asks for each cell
that no model of this turn has shown yet. Both answers are compared. `ratio` is that of
the whole times, and `slower` says in how many of the updates the view took longer than
the peer. The hard families are built from nothing. They have a player with n cards who
answered n disjoint questions with yes, and holders whose hands fit exactly the cards
that they may have. The peer is stopped after a number of conflicts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeVar

from games import KINDS, turns_seen
from harness import table
from pysat.solvers import Minicard

from mystpy.bits import bits
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.game.game import Game

Result = TypeVar("Result")

DECKS = {
    "Clue 3": (Game.clue(3), 40, 10),
    "Clue 6": (Game.clue(6), 40, 10),
    "60 cards, 6": (Game.myst(6, 9, 6, 3), 60, 3),
    "60 cards, 10": (Game.myst(10, 5, 10, 3), 60, 3),
    "120 cards, 6": (Game.myst(6, 19, 6, 3), 60, 2),
    "120 cards, 10": (Game.myst(10, 11, 10, 3), 60, 2),
}
CONFLICTS = 200_000
"""After so many for one cell the peer is stopped."""


def timed(work: Callable[..., Result], *arguments: object) -> tuple[Result, float]:
    """Return the result of the work and its milliseconds of processor time."""
    start = time.process_time()
    result = work(*arguments)
    return result, (time.process_time() - start) * 1_000


def views(
    game: Game, kind: str, seed: int, turns: int
) -> Iterator[frozenset[Condition]]:
    """Yield the view of player 1 after each turn of a game."""
    _, history = KINDS[kind](game, Random(seed), turns)
    for constraints, known in turns_seen(history, 1):
        yield view(constraints, known, 1)


class Peer:
    """Compute the same grid by python-sat: a variable for each cell, one by one."""

    def __init__(self, game: Game) -> None:
        self._places = places_of(game)
        self._cells = bits(self._places.all)
        self._names = {cell: name for name, cell in enumerate(self._cells, 1)}
        self._solver = Minicard()
        self._known: frozenset[Condition] = frozenset()
        deck, shifts = self._places.deck, self._places.shifts
        for card in bits(deck):
            self._exactly(self._places.column(card), 1)
        for shift, size in zip(shifts, self._places.sizes, strict=True):
            self._exactly(deck << shift & self._places.all, size)

    def _exactly(self, cells: int, number: int) -> None:
        names = [self._names[cell] for cell in bits(cells)]
        self._solver.add_atmost(names, number)
        self._solver.add_atmost([-name for name in names], len(names) - number)

    def update(self, conditions: frozenset[Condition]) -> tuple[int, ...] | None:
        """Return the grid; None if a cell was not decided within the conflicts."""
        barred, clauses = self._places.read(conditions - self._known)
        self._known = conditions
        for cell in bits(barred):
            self._solver.add_clause([-self._names[cell]])
        for clause in clauses:
            self._solver.add_clause([self._names[cell] for cell in bits(clause)])
        seen = 0
        for name, cell in enumerate(self._cells, 1):
            if seen & cell:
                continue
            self._solver.conf_budget(CONFLICTS)
            possible = self._solver.solve_limited(assumptions=[name])
            if possible is None:
                return None
            if possible:
                model = self._solver.get_model()[: len(self._cells)]
                seen |= sum(x for x, y in zip(self._cells, model, strict=True) if y > 0)
        return self._places.hands(seen)


def fresh(game: Game, conditions: Iterable[Condition]) -> tuple[int, ...]:
    """Return the grid, built from nothing."""
    return ViewGrid(game).update(conditions)


def row(deck: str, kind: str) -> list[object]:
    """Follow some games of one kind, each as player 1."""
    game, turns, seeds = DECKS[deck]
    warm: list[float] = []
    cold: list[float] = []
    peer: list[float] = []
    for seed in range(seeds):
        grid, other = ViewGrid(game), Peer(game)
        for conditions in views(game, kind, seed, turns):
            found, taken = timed(grid.update, conditions)
            warm.append(taken)
            same, taken = timed(other.update, conditions)
            peer.append(taken)
            assert same == found, "the grids differ"
        cold.append(timed(fresh, game, conditions)[1])
    slower = sum(a > b for a, b in zip(warm, peer, strict=True))
    ratio = sum(peer) / sum(warm)
    name = f"{deck}, {kind}"
    return [name, len(warm), *_spread(warm), max(cold), *_spread(peer), ratio, slower]


def _spread(times: list[float]) -> list[object]:
    return [statistics.median(times), max(times)]


def pigeons(n: int) -> tuple[Game, list[Condition]]:
    """Return n disjoint questions answered yes by a player with n cards."""
    asked = [0b111 << 3 * k for k in range(n)]
    return Game.myst(3, n, 4, 3), [
        Condition(1, ConditionKind.SOME, cards) for cards in asked
    ]


def hall(holders: int, size: int) -> tuple[Game, list[Condition]]:
    """Return holders whose allowed cards number exactly their capacity."""
    game = Game.myst(4, size, holders + 1, 2)
    barred = (1 << game.c) - (1 << holders * size)
    players = range(1, holders + 1)
    return game, [Condition(k, ConditionKind.NONE, barred) for k in players]


HARD = {
    **{f"pigeonhole, n = {n}": pigeons(n) for n in (6, 9, 14, 19)},
    **{f"Hall set, {k} x {n}": hall(k, n) for k, n in ((5, 2), (19, 2), (2, 19))},
}


def hard_row(name: str) -> list[object]:
    """Solve one of the hard families from nothing."""
    game, conditions = HARD[name]
    times = [timed(fresh, game, conditions)[1] for _ in range(5)]
    shown = [name, len(times), "", "", max(times)]
    grid, taken = timed(Peer(game).update, frozenset(conditions))
    peer = f"{taken:.3g}" if grid else f"> {taken:.3g} (given up)"
    return [*shown, "", peer, taken / statistics.median(times), ""]


def rows() -> Iterator[list[object]]:
    """Yield all rows. There are smart games of Clue only."""
    for deck in DECKS:
        for kind in KINDS:
            if kind != "smart" or "Clue" in deck:
                yield row(deck, kind)
    yield from map(hard_row, HARD)


def main() -> str:
    """Return the table."""
    head = [
        "deck, players, game",
        "updates",
        "view",
        "worst",
        "cold, worst",
        "minicard",
        "worst",
        "ratio",
        "slower",
    ]
    return table(head, list(rows()))


if __name__ == "__main__":
    print(main())
