"""Nested knowledge in Clue, by linked copies and lazy expansion, against peers.

One session follows each game from the view of a player. The rows are:

- `first`: the constraints of one more turn are added, and a first cell
  K(i,K(j,K(k,K(l,h)))) is asked, with newly chosen players and card;
- `fresh`: further cells of the same turn, each of other players and of another card;
- `grid`: all cells of one chain, and `cell`: one of them, asked after the grid;

- `mixed`: K(i,~K(j,h(0,x))) or its negation, `three`: three K with negations between,
  `K~KK`: K(i,~K(j,K(k,h(0,x)))), each once a turn;
- `new`: a new session is made and asked for one cell, `new K~K`: for K(i,~K(j,h(0,x))).

The peers are asked now and then. `copies` and `lazy` are new objects of
benchmarks/reference.py. For the cell of `new` they use the same copies in minicard
without anything else, and for `new K~K` the search for worlds in which j knows. `copies
again` is one more cell of the same players. `program` decides a cell by linked copies
with a switch for each reason (engines/explain.py). `diagrams` decides `mixed` over a
new decision diagram of the law, if oxidd is installed. `worlds` decides it over a list
of the worlds, where there are no more than 50,000. All answers are compared. Medians
and (worst), in milliseconds of processor time.

The rows without a hand ask about the public constraints, without given hands, every
fourth turn. A question there may reach a limit; the column `given up` counts these.

The second table has the hard families. They have a player with n cards who answered n
disjoint questions with yes (and showed a card each time, or not). Their holders have
hands that fit exactly the cards that they may have. Each formula is asked twice of a
session; the numbers are the worst over all formulas, and the worst over some grids of
K(i,K(j,h)).
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import NamedTuple, TypeVar

from bench_grid import hall, pigeons
from games import KINDS, turns_seen
from harness import table
from reference import Worlds, knows_that_unknown

from mystpy.engines.base import Value
from mystpy.engines.deals import Deals
from mystpy.engines.explain.explainer import Explainer
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.bdd.value import DiagramSession
from mystpy.engines.symbolic.count.count import tally
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.engines.worlds.model import ExplicitModel
from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import agents_in
from mystpy.views import GivenCards, Show

Result = TypeVar("Result")

TURNS = 40
SEEDS = 3
CELLS = 5
PEERS_EVERY = 8
MOST_DEALS = 5_000
MOST_WORLDS = 50_000

HARD_QUESTIONS = (
    "K(2,K(3,h(1,s1)))",
    "K(3,K(2,K(3,K(2,~h(1,{last})))))",
    "K(2,~K(3,h(1,s1)))",
    "K(2,~K(3,h(0,s1)))",
    "K(3,~K(2,~K(3,h(0,s1))))",
    "~K(2,~K(3,~K(2,h(1,s1))))",
    "K(1,~K(2,K(3,h(1,s1) & h(1,s4))))",
)

OURS = ("first", "fresh", "cell", "grid", "mixed", "three", "K~KK", "new", "new K~K")
PEERS = ("copies", "copies again", "lazy", "program", "diagrams", "worlds")


class Clock:
    """Times of what was done, by name."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = defaultdict(list)
        self.given_up = 0

    def take(self, name: str, work: Callable[[], Result]) -> Result:
        """Do some work and note how long it takes, even if it is given up."""
        start = time.process_time()
        try:
            result = work()
        except SearchLimitReached:
            self._note(name, start)
            raise
        self._note(name, start)
        return result

    def _note(self, name: str, start: float) -> None:
        self._times[name].append((time.process_time() - start) * 1_000)

    def worst(self, name: str) -> float:
        """Return the worst of the times under a name."""
        return max(self._times[name])

    def cell(self, name: str) -> str:
        """Return the median and the worst of the times under a name."""
        times = self._times[name]
        return f"{statistics.median(times):.2f} ({max(times):.1f})" if times else ""


def chain_of(game: Game, rng: Random, viewer: int, length: int) -> list[int]:
    """Return players, the viewer first, of whom no two neighbours are the same."""
    chain = [viewer]
    while len(chain) < length:
        others = [k for k in range(1, game.p + 1) if k != chain[-1]]
        chain.append(rng.choice(others))
    return chain


def known_by(chain: list[int], body: Formula) -> Formula:
    """Return that the first player knows that the next knows, and so on."""
    for player in reversed(chain):
        body = Knows(player, body)
    return body


def alternating(game: Game, rng: Random, viewer: int) -> Iterator[tuple[str, Formula]]:
    """Yield one formula of each kind with K under negations."""
    i, j, k = chain_of(game, rng, viewer, 3)
    pile = H(0, rng.choice(game.cards))
    mixed = Knows(i, Not(Knows(j, pile)))
    yield "mixed", mixed if rng.random() < 0.5 else Not(mixed)
    yield "three", Knows(i, Not(Knows(j, Not(Knows(k, pile)))))
    yield "K~KK", Knows(i, Not(Knows(j, Knows(k, pile))))


class Cell(NamedTuple):
    """That each of some players knows that the next knows that a holder has a card."""

    chain: list[int]
    holder: int
    card: str

    @property
    def phi(self) -> Formula:
        """The formula that says it."""
        return known_by(self.chain, H(self.holder, self.card))


def extended_and_asked(
    session: SatSession, constraints: PublicConstraints, phi: Formula, known: GivenCards
) -> Value:
    """Return the first answer of a turn."""
    session.update_constraints(constraints)
    return session.value(phi, known)


class Table:
    """One player's questions over one game."""

    def __init__(self, clock: Clock, game: Game, viewer: int, rng: Random) -> None:
        self._clock = clock
        self._game = game
        self._viewer = viewer
        self._rng = rng
        self._session: SatSession | None = None

    def turn(
        self, constraints: PublicConstraints, known: GivenCards, peers: bool
    ) -> None:
        """Ask everything after a turn."""
        session, rng, take = (
            self._session or SatSession(constraints),
            self._rng,
            self._clock.take,
        )
        self._session = session
        cell = self._cell()
        take(
            "first", partial(extended_and_asked, session, constraints, cell.phi, known)
        )
        for _ in range(CELLS):
            take("fresh", partial(session.value, self._cell().phi, known))
        chain = chain_of(self._game, rng, self._viewer, 4)
        grid = take("grid", partial(session.nested_cells, chain, known))
        for _ in range(CELLS):
            cell = self._cell(chain)
            answer = take("cell", partial(session.value, cell.phi, known))
            assert (answer is Value.TRUE) is (grid[cell.holder][cell.card] == "yes")
        again = take("new", lambda: SatSession(constraints).value(cell.phi, known))
        assert again is answer
        if peers:
            self._peers(constraints, known, cell, answer)
        self._alternating(session, constraints, known, peers)

    def _cell(self, chain: list[int] | None = None) -> Cell:
        """Return a cell of these players, or of any four."""
        game, rng = self._game, self._rng
        players = chain or chain_of(game, rng, self._viewer, 4)
        return Cell(players, rng.choice(game.holders), rng.choice(game.cards))

    def _peers(
        self,
        constraints: PublicConstraints,
        known: GivenCards,
        cell: Cell,
        answer: Value,
    ) -> None:
        """Let the peers decide a cell and K(i,~K(j,h(0,x))), each from a new start."""
        take, card = self._clock.take, self._game.deck[cell.card]
        proved = take(
            "program", lambda: Explainer(constraints, known, cell.phi).minimal()
        )
        assert (proved is not None) is (answer is Value.TRUE)
        copies = Worlds(constraints, set(cell.chain))
        for name in "copies", "copies again":
            ask = partial(copies.cell, cell.chain, known, cell.holder, card)
            assert take(name, ask) is (answer is Value.TRUE)
        i, j = cell.chain[:2]
        phi = Knows(i, Not(Knows(j, H(0, cell.card))))
        found = take("new K~K", lambda: SatSession(constraints).value(phi, known))
        lazy = take("lazy", partial(knows_that_unknown, constraints, known, j, card))
        assert lazy is (found is Value.TRUE)

    def observe(self, constraints: PublicConstraints, known: GivenCards) -> None:
        """Ask, with nothing given, what is hard without a view."""
        if self._session is None:
            self._session = SatSession(constraints)
        self._session.update_constraints(constraints)
        self._alternating(self._session, constraints, known, False)

    def _alternating(
        self,
        session: SatSession,
        constraints: PublicConstraints,
        known: GivenCards,
        peers: bool,
    ) -> None:
        for name, phi in alternating(self._game, self._rng, self._viewer):
            try:
                answer = self._clock.take(name, partial(session.value, phi, known))
            except SearchLimitReached:
                self._clock.given_up += 1
                continue
            if peers and name == "mixed":
                self._compare(constraints, known, phi, answer)

    def _compare(
        self,
        constraints: PublicConstraints,
        known: GivenCards,
        phi: Formula,
        answer: Value,
    ) -> None:
        if find_spec("oxidd"):
            diagram = self._clock.take(
                "diagrams", lambda: DiagramSession(constraints).value(phi, known)
            )
            assert diagram is answer
        if few_deals(constraints):
            with suppress(TooManyWorlds):
                values = self._clock.take(
                    "worlds", lambda: listed(constraints, known, phi)
                )
                assert answer is Value.UNDETERMINED or values == {answer is Value.TRUE}


def few_deals(constraints: PublicConstraints) -> bool:
    """Return whether constraints have few enough deals to list them."""
    grid = ViewGrid(constraints.game)
    grid.update(constraints.conditions)
    try:
        return tally(grid).total <= MOST_DEALS
    except MystError:
        return False


class TooManyWorlds(Exception):
    """There are too many worlds to list them."""


def listed(
    constraints: PublicConstraints, known: GivenCards, phi: Formula
) -> set[bool]:
    """Return the values in the worlds that fit. Raises TooManyWorlds."""
    events = [show for show in constraints.shows if show.to in agents_in(phi)]
    model = ExplicitModel(
        constraints.game,
        [constraints.fluents],
        events,
    )
    for deal in Deals(constraints.game, constraints.conditions):
        model.add([deal], 0)
        if len(model) > MOST_WORLDS:
            raise TooManyWorlds
    seen = {constraints.shows[e].step: card for e, card in known.shown}
    truth = model.truth(phi)
    shown = model.shown if events else [()] * len(model)
    return {
        bool(value)
        for value, hands, cards in zip(truth, model.hands, shown, strict=True)
        if all(hands[k] == hand for k, hand in known.hands)
        and all(
            seen.get(e.step, card) == card
            for e, card in zip(events, cards, strict=True)
        )
    }


def row(kind: str, players: int, hand: bool) -> list[object]:
    """Follow some games of one kind, each as one of the players, or without a hand."""
    game, clock = Game.clue(players), Clock()
    for seed in range(SEEDS):
        _, history = KINDS[kind](game, Random(seed), TURNS)
        rng = Random(seed)
        viewer = rng.randint(1, players)
        asked = Table(clock, game, viewer, rng)
        seen = turns_seen(history, viewer if hand else None)
        for turn, (constraints, known) in enumerate(seen, 1):
            if hand:
                asked.turn(constraints, known, turn % PEERS_EVERY == 0)
            elif turn % 4 == 0:
                asked.observe(constraints, known)
    name = f"{kind} {players}{'' if hand else ', no hand'}"
    return [name, *map(clock.cell, (*OURS, *PEERS)), clock.given_up]


def constraints_of(
    game: Game, conditions: list[Condition], shows: tuple[Show, ...] = ()
) -> tuple[PublicConstraints, list[Formula]]:
    """Return public constraints of these conditions, and what to ask."""
    (constraints,) = constraint_sets(History.make(game, {}, ""))
    last = game.cards[-1]
    texts = [text.format(last=last) for text in HARD_QUESTIONS]
    constraints = replace(
        constraints, timed_conditions=tuple((0, c) for c in conditions), shows=shows
    )
    return constraints, [parse_formula(text, game) for text in texts]


def hard_constraints() -> Iterator[tuple[str, PublicConstraints, list[Formula]]]:
    """Yield the hard families of constraints, with their names and what to ask."""
    for n in (6, 9, 14, 19):
        game, conditions = pigeons(n)
        shows = [Show(k, 1, 2 + k % 3, c.cards) for k, c in enumerate(conditions)]
        yield f"pigeonhole, n = {n}", *constraints_of(game, conditions)
        yield (
            f"pigeonhole with shows, n = {n}",
            *constraints_of(game, conditions, tuple(shows)),
        )
    for holders, size in (5, 2), (19, 2), (2, 19):
        yield f"Hall set, {holders} x {size}", *constraints_of(*hall(holders, size))


def hard_row(
    name: str, constraints: PublicConstraints, questions: list[Formula]
) -> list[object]:
    """Ask each question twice of one session."""
    clock, nothing = Clock(), GivenCards((), ())
    session = SatSession(constraints)
    for when in "first", "again":
        for phi in questions:
            clock.take(when, partial(session.value, phi, nothing))
        for chain in (2, 1), (2, 3), (1, 2):
            players = [k for k in chain if k <= constraints.game.p]
            clock.take(f"grid {when}", partial(session.nested_cells, players, nothing))
    return [name, *map(clock.worst, ("first", "again", "grid first", "grid again"))]


def main() -> str:
    """Return the tables."""
    kinds = [(kind, players) for players in (3, 6) for kind in KINDS]
    rows = [row(*kind, hand) for hand in (True, False) for kind in kinds]
    games = table(["game, players", *OURS, *PEERS, "given up"], rows)
    head = ["hard family", "first", "again", "grid, first", "grid, again"]
    return f"{games}\n\n{table(head, [hard_row(*hard) for hard in hard_constraints()])}"


if __name__ == "__main__":
    print(main())
