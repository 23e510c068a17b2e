"""Explain why a player knows a card: milliseconds for each reason set.

A player follows games of Clue. After each turn some of the new knowledge is explained.
`minimal` builds linked copies of the world and finds a set of observations and axioms
from which none can be left out. `smallest` finds one with as few observations as
possible. `why` is the whole question to the engine, which also decides whether the
formula follows; `nested` is `minimal` for what a second player may know of the first.

The peer is python-sat's minicard alone: the axioms are fixed, the observations
assumptions, and a core is made minimal by deletion; so it does not say which axioms
are needed. `size` is the number of observations of the smallest set, `unproven` counts
the sets that were not proven minimal, or smallest.

The hard families are a player with n cards who answered n disjoint questions with yes,
and players who have just the cards that nobody else can have. The peer is stopped
after a number of conflicts. Median and worst, in milliseconds of processor time.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import TypeVar

from bench_grid import hall, pigeons
from games import KINDS
from harness import table
from pysat.solvers import Minicard

from mystpy.bits import bits
from mystpy.engines import get_engine
from mystpy.engines.base import Cells
from mystpy.engines.explain.explainer import Core, Explainer
from mystpy.engines.explain.selectors import AxiomSelector
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.game.game import Game
from mystpy.history.actions import EndTurn
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.questions.why import why
from mystpy.views import GivenCards, given_cards, seen_by

Result = TypeVar("Result")

TURNS = 40
SEEDS = 4
CELLS = 2
"""So many of the news of a turn are explained."""

CONFLICTS = 50_000
"""After so many in one question the peer is stopped."""

ENGINE = get_engine("asp")


class Clock:
    """Times of what was done, by name."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = defaultdict(list)
        self.sizes: list[int] = []
        self.unproven = 0

    def take(self, name: str, work: Callable[[], Result]) -> Result:
        """Do some work and note how long it takes."""
        start = time.process_time()
        result = work()
        self._times[name].append((time.process_time() - start) * 1_000)
        return result

    def cell(self, name: str) -> str:
        """Return the median and the worst of the times under a name."""
        times = self._times[name]
        return f"{statistics.median(times):.3g} ({max(times):.3g})" if times else ""

    def number(self, name: str) -> int:
        """Return how often something was done."""
        return len(self._times[name])


class Peer:
    """Minimal reasons for a cell by python-sat: a selector for each condition."""

    def __init__(self, game: Game, conditions: Iterable[Condition]) -> None:
        self._places = places = places_of(game)
        self._cells = bits(places.all)
        self._names = {cell: name for name, cell in enumerate(self._cells, 1)}
        self._solver = Minicard()
        for card in bits(places.deck):
            self._exactly(places.column(card), 1)
        for shift, size in zip(places.shifts, places.sizes, strict=True):
            self._exactly(places.deck << shift & places.all, size)
        self._selectors = []
        for condition in conditions:
            selector = len(self._cells) + len(self._selectors) + 1
            self._selectors.append(selector)
            barred, clauses = places.read([condition])
            for cell in bits(barred):
                self._solver.add_clause([-selector, -self._names[cell]])
            for clause in clauses:
                self._solver.add_clause([-selector, *self._named(clause)])

    def _named(self, cells: int) -> list[int]:
        return [self._names[cell] for cell in bits(cells & self._places.all)]

    def _exactly(self, cells: int, number: int) -> None:
        names = self._named(cells)
        self._solver.add_atmost(names, number)
        self._solver.add_atmost([-name for name in names], len(names) - number)

    def minimal(self, holder: int, card: int, holds: bool) -> list[int] | None:
        """Return switches that are enough; None if the conflicts did not suffice."""
        names = self._named(self._places.cells(holder, 1 << card))
        # The pile has a place for each sort; the card can be in one only.
        assumed = [-name for name in names] if holds else names
        kept = self._core(self._selectors, assumed)
        for selector in tuple(kept or ()):
            if kept is not None and selector in kept:
                fewer = self._core([s for s in kept if s != selector], assumed)
                kept = None if fewer is None else fewer or kept
        return kept

    def _core(self, on: list[int], assumed: list[int]) -> list[int] | None:
        """Return some that are enough, none if all are not, None if that is open."""
        self._solver.conf_budget(CONFLICTS)
        possible = self._solver.solve_limited(assumptions=[*on, *assumed])
        if possible is None:
            return None
        core = set() if possible else set(self._solver.get_core() or ())
        return [selector for selector in on if selector in core]


def reasons(
    constraints: PublicConstraints, known: GivenCards, formula: Formula
) -> Core | None:
    """Return a minimal set of reasons, from nothing; None if it does not follow."""
    return Explainer(constraints, known, formula).minimal()


def explained(
    clock: Clock, constraints: PublicConstraints, known: GivenCards, formula: Formula
) -> None:
    """Find a minimal and a smallest set of reasons."""

    def minimal() -> Core | None:
        return Explainer(constraints, known, formula).minimal()

    def smallest() -> Core | None:
        return Explainer(constraints, known, formula).smallest()

    for name, work in (("minimal", minimal), ("smallest", smallest)):
        found = clock.take(name, work)
        assert found is not None, "what is known has reasons"
        clock.unproven += bool(found.unproven)
    clock.unproven += not found.smallest
    clock.sizes.append(sum(not isinstance(s, AxiomSelector) for s in found.selectors))


def turn(
    clock: Clock, history: History, news: list[tuple[int, str, bool]], rng: Random
) -> None:
    """Explain some of what a turn has taught player 1."""
    (constraints,) = constraint_sets(history)
    known, game = given_cards(history), history.game
    for holder, card, holds in rng.sample(news, min(CELLS, len(news))):
        atom = H(holder, card) if holds else Not(H(holder, card))
        explained(clock, constraints, known, Knows(1, atom))
        clock.take("why", partial(why, history, Knows(1, atom), ENGINE))
        nested = Knows(1, Knows(2, atom))
        clock.take("nested", partial(reasons, constraints, known, nested))
        asked = game, view(constraints, known, 1), holder, game.deck[card], holds
        clock.take("minicard", partial(by_peer, *asked))


def by_peer(
    game: Game, conditions: Iterable[Condition], holder: int, card: int, holds: bool
) -> list[int] | None:
    """Build the peer's solver and find a minimal set for a cell."""
    return Peer(game, conditions).minimal(holder, card, holds)


def learned(before: Cells, after: Cells) -> list[tuple[int, str, bool]]:
    """Return the cells that are open in the first grid and known in the second."""
    return [
        (holder, card, cell == "yes")
        for holder, row in enumerate(after)
        for card, cell in row.items()
        if cell != "?" and before[holder][card] == "?"
    ]


def row(players: int, kind: str) -> list[object]:
    """Follow some games of one kind as player 1."""
    clock, game = Clock(), Game.clue(players)
    for seed in range(SEEDS):
        rng = Random(seed)
        _, history = KINDS[kind](game, rng, TURNS)
        seen = seen_by(history, 1)
        grid = ViewGrid(game)
        grid.update(
            view(constraint_sets(seen.prefix(0))[0], given_cards(seen.prefix(0)), 1)
        )
        before = grid.cells()
        for number, action in enumerate(seen.actions, 1):
            if isinstance(action, EndTurn):
                part = seen.prefix(number)
                grid.update(view(constraint_sets(part)[0], given_cards(part), 1))
                after = grid.cells()
                turn(clock, part, learned(before, after), rng)
                before = after
    return shown(f"Clue {players}, {kind}", clock)


def shown(name: str, clock: Clock) -> list[object]:
    """Return a row of the table."""
    size = f"{statistics.median(clock.sizes):.3g} ({max(clock.sizes)})"
    names = ("minimal", "smallest", "why", "nested")
    times = [clock.cell(column) for column in names]
    peer = clock.cell("minicard")
    return [name, clock.number("minimal"), *times, peer, size, clock.unproven]


HARD: dict[str, tuple[tuple[Game, list[Condition]], int, int]] = {
    **{f"pigeonhole, n = {n}": (pigeons(n), 1, 3 * n) for n in (6, 9, 14, 19)},
    **{
        f"Hall set, {k} x {n}": (hall(k, n), k + 1, 0)
        for k, n in ((5, 2), (19, 2), (2, 19))
    },
}
"""The games by name, with the observations, and the card that a player cannot have."""


def shared(k: int, others: int, n: int) -> tuple[Game, list[Condition]]:
    """Return k players with n cards each of k n cards, and others besides."""
    game = Game.myst(4, n, k + others, 2)
    barred = (1 << game.c) - (1 << k * n)
    return game, [Condition(i, ConditionKind.NONE, barred) for i in range(1, k + 1)]


HARD |= {
    f"Hall set, {k} x {n} of {k + o} x {n}": (shared(k, o, n), k + 1, 0)
    for k, o, n in ((6, 6, 3), (10, 9, 2), (5, 5, 9))
}


def hard_row(name: str) -> list[object]:
    """Explain what follows in one of the hard families."""
    (game, conditions), holder, card = HARD[name]
    (constraints,) = constraint_sets(History.make(game, {}, ""))
    constraints = replace(constraints, timed_conditions=tuple(enumerate(conditions)))
    clock = Clock()
    formula = Knows(2, Not(H(holder, game.cards[card])))
    explained(clock, constraints, GivenCards((), ()), formula)
    found = shown(name, clock)
    peer = Peer(game, conditions)
    enough = clock.take("minicard", lambda: peer.minimal(holder, card, False))
    given_up = "" if enough else ", given up"
    found[6] = clock.cell("minicard").partition(" ")[0] + given_up
    return [x.partition(" ")[0] if "(" in str(x) else x for x in map(str, found)]


def rows() -> Iterator[list[object]]:
    """Yield all rows."""
    for players in (3, 6):
        for kind in KINDS:
            yield row(players, kind)
    yield from map(hard_row, HARD)


def main() -> str:
    """Return the table."""
    head = ["game", "sets", "minimal", "smallest", "why", "nested", "minicard"]
    return table([*head, "size", "unproven"], list(rows()))


if __name__ == "__main__":
    print(main())
