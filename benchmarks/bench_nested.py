"""Nested knowledge in Clue, by linked copies and lazy expansion, against peers.

One session follows each game from the view of a player: after every turn it is told
the law (`tell`) and asked for all cells of K(i,K(j,K(k,K(l,h)))) (`grid`), for some of
them one by one (`cell`), and for one formula of each kind: `mixed` is K(i,~K(j,h(0,x)))
or its negation, `three` has three K with negations between, `K~KK` is
K(i,~K(j,K(k,h(0,x)))). `new` is a new session that is asked for one cell. The first
questions are not left out: what they build is in `grid` and `new`.

The peers are asked now and then. `program` decides a cell by linked copies with a
switch for each reason (engines/explain.py). `diagrams` decides `mixed` over a new
decision diagram of the law, if oxidd is installed. `worlds` decides it over a list of
the worlds, where there are no more than 50,000. All answers are compared.
Medians and (worst), in milliseconds of processor time.

The rows without a hand ask about the public law, with nothing given, every fourth turn;
there a question may be given up, and is then counted under `given up`.

The second table has the hard families: a player with n cards who answered n disjoint
questions with yes (and showed a card each time, or not), and holders with room for just
the cards that they may have. Each formula is asked twice of a session; the numbers are
the worst over all formulas, and the worst over some grids of K(i,K(j,h)).
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
from typing import TypeVar

from bench_grid import hall, pigeons
from games import KINDS, turns_seen
from harness import table

from mystpy.engines.base import Value
from mystpy.engines.deals import Deals
from mystpy.engines.explain.explainer import Explainer
from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.bdd.value import Diagrams
from mystpy.engines.symbolic.count.count import tally
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.law import Law, laws
from mystpy.engines.symbolic.sat.session import Session
from mystpy.engines.symbolic.solver import GaveUp
from mystpy.engines.worlds.model import ExplicitModel, Outlook
from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Formula, Knows, Not
from mystpy.language.read import parse_formula
from mystpy.language.subformulas import agents_in
from mystpy.views import Given, Show

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

OURS = ("tell", "cell", "grid", "mixed", "three", "K~KK", "new")
PEERS = ("program", "diagrams", "worlds")


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
        except GaveUp:
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


class Table:
    """One player's questions over one game."""

    def __init__(self, clock: Clock, game: Game, viewer: int, rng: Random) -> None:
        self._clock = clock
        self._game = game
        self._viewer = viewer
        self._rng = rng
        self._session: Session | None = None

    def turn(self, law: Law, known: Given, peers: bool) -> None:
        """Ask everything after a turn."""
        if self._session is None:
            self._session = Session(law)
        session, rng, take = self._session, self._rng, self._clock.take
        take("tell", partial(session.tell, law))
        chain = chain_of(self._game, rng, self._viewer, 4)
        grid = take("grid", partial(session.nested_cells, chain, known))
        for _ in range(CELLS):
            place, card = rng.choice(self._game.holders), rng.choice(self._game.cards)
            cell = known_by(chain, H(place, card))
            answer = take("cell", partial(session.value, cell, known))
            assert (answer is Value.TRUE) is (grid[place][card] == "yes")
        again = take("new", lambda: Session(law).value(cell, known))
        assert again is answer
        if peers:
            proved = take("program", lambda: Explainer(law, known, cell).minimal())
            assert (proved is not None) is (answer is Value.TRUE)
        self._alternating(session, law, known, peers)

    def observe(self, law: Law, known: Given) -> None:
        """Ask, with nothing given, what is hard without a view."""
        if self._session is None:
            self._session = Session(law)
        self._session.tell(law)
        self._alternating(self._session, law, known, False)

    def _alternating(
        self, session: Session, law: Law, known: Given, peers: bool
    ) -> None:
        for name, phi in alternating(self._game, self._rng, self._viewer):
            try:
                answer = self._clock.take(name, partial(session.value, phi, known))
            except GaveUp:
                self._clock.given_up += 1
                continue
            if peers and name == "mixed":
                self._compare(law, known, phi, answer)

    def _compare(self, law: Law, known: Given, phi: Formula, answer: Value) -> None:
        if find_spec("oxidd"):
            diagram = self._clock.take(
                "diagrams", lambda: Diagrams(law).value(phi, known)
            )
            assert diagram is answer
        if few_deals(law):
            with suppress(TooManyWorlds):
                values = self._clock.take("worlds", lambda: listed(law, known, phi))
                assert answer is Value.UNDETERMINED or values == {answer is Value.TRUE}


def few_deals(law: Law) -> bool:
    """Return whether a law has few enough deals to list them."""
    grid = ViewGrid(law.game)
    grid.update(law.conditions)
    try:
        return tally(grid).total <= MOST_DEALS
    except MystError:
        return False


class TooManyWorlds(Exception):
    """There are too many worlds to list them."""


def listed(law: Law, known: Given, phi: Formula) -> set[bool]:
    """Return the values in the worlds that fit. Raises TooManyWorlds."""
    events = [show for show in law.shows if show.to in agents_in(phi)]
    model = ExplicitModel(law.game, [Outlook(law.state, law.question)], events)
    for deal in Deals(law.game, law.conditions):
        model.add([deal], 0)
        if len(model) > MOST_WORLDS:
            raise TooManyWorlds
    seen = {law.shows[e].step: card for e, card in known.shown}
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
        for turn, (law, known) in enumerate(seen, 1):
            if hand:
                asked.turn(law, known, turn % PEERS_EVERY == 0)
            elif turn % 4 == 0:
                asked.observe(law, known)
    name = f"{kind} {players}{'' if hand else ', no hand'}"
    return [name, *map(clock.cell, (*OURS, *PEERS)), clock.given_up]


def law_of(
    game: Game, told: list[Condition], shows: tuple[Show, ...] = ()
) -> tuple[Law, list[Formula]]:
    """Return a law of these conditions, and what to ask."""
    (law,) = laws(History.make(game, {}, ""))
    last = game.cards[-1]
    texts = [text.format(last=last) for text in HARD_QUESTIONS]
    law = replace(law, told=tuple((0, c) for c in told), shows=shows)
    return law, [parse_formula(text, game) for text in texts]


def hard_laws() -> Iterator[tuple[str, Law, list[Formula]]]:
    """Yield laws of the hard families, with their names and what to ask."""
    for n in (6, 9, 14, 19):
        game, told = pigeons(n)
        shows = [Show(k, 1, 2 + k % 3, c.cards) for k, c in enumerate(told)]
        yield f"pigeonhole, n = {n}", *law_of(game, told)
        yield f"pigeonhole with shows, n = {n}", *law_of(game, told, tuple(shows))
    for holders, size in (5, 2), (19, 2), (2, 19):
        yield f"Hall set, {holders} x {size}", *law_of(*hall(holders, size))


def hard_row(name: str, law: Law, questions: list[Formula]) -> list[object]:
    """Ask each question twice of one session."""
    clock, nothing = Clock(), Given((), ())
    session = Session(law)
    for when in "first", "again":
        for phi in questions:
            clock.take(when, partial(session.value, phi, nothing))
        for chain in (2, 1), (2, 3), (1, 2):
            players = [k for k in chain if k <= law.game.p]
            clock.take(f"grid {when}", partial(session.nested_cells, players, nothing))
    return [name, *map(clock.worst, ("first", "again", "grid first", "grid again"))]


def main() -> str:
    """Return the tables."""
    kinds = [(kind, players) for players in (3, 6) for kind in KINDS]
    rows = [row(*kind, hand) for hand in (True, False) for kind in kinds]
    games = table(["game, players", *OURS, *PEERS, "given up"], rows)
    head = ["hard family", "first", "again", "grid, first", "grid, again"]
    return f"{games}\n\n{table(head, [hard_row(*hard) for hard in hard_laws()])}"


if __name__ == "__main__":
    print(main())
