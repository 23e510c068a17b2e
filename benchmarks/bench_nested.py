"""Nested knowledge in Clue, by linked copies and lazy expansion.

One session follows each game; after every turn it is told the law and asked each
question from the view of a player. `cell` is one K(i,K(j,K(k,K(l,h)))), `grid` all of
its cells; `mixed` is K(i,~K(j,h(0,x))) or its negation, `three` has three K with
negations between; `cold` is a new session. Medians and worst, in milliseconds.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random

from games import random_game, smart_game, stress_game
from harness import table

from mystpy.engines.law import Given, Law, given, laws
from mystpy.engines.nested.session import Session
from mystpy.engines.scope import seen_by
from mystpy.formulas import Formula, H, Knows, Not
from mystpy.game import Game
from mystpy.history import History

GAMES = {"random": random_game, "smart": smart_game, "stress": stress_game}
TURNS = 40
SEEDS = 4


def seconds(work: Callable[[], object]) -> float:
    """Return how much processor time the work takes, in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def formulas(game: Game, rng: Random, viewer: int) -> Iterator[tuple[str, Formula]]:
    """Yield one formula of each kind, all about what the viewer knows."""
    players = range(1, game.p + 1)

    def others(count: int) -> list[int]:
        chain = [viewer]
        while len(chain) <= count:
            chain.append(rng.choice([k for k in players if k != chain[-1]]))
        return chain[1:]

    def pile() -> Formula:
        return H(0, rng.choice(game.cards))

    cell: Formula = H(rng.choice(game.holders), rng.choice(game.cards))
    for player in reversed(others(3)):
        cell = Knows(player, cell)
    yield "cell", Knows(viewer, cell)
    (j,) = others(1)
    mixed = Knows(viewer, Not(Knows(j, pile())))
    yield "mixed", mixed if rng.random() < 0.5 else Not(mixed)
    j, k = others(2)
    yield "three", Knows(viewer, Not(Knows(j, Not(Knows(k, pile())))))
    yield "K~KK", Knows(viewer, Not(Knows(j, Knows(k, pile()))))


def measure(game: Game, history: History, rng: Random) -> Iterator[tuple[str, float]]:
    """Yield what each question took after each turn of a game."""
    viewer = rng.randint(1, game.p)
    session: Session | None = None
    for law, known in positions(history, viewer):
        if session is None:
            session = Session(law)
        else:
            yield "tell", seconds(lambda: session.tell(law))  # noqa: B023
        chain = [viewer]
        while len(chain) < 4:
            chain.append(
                rng.choice([k for k in range(1, game.p + 1) if k != chain[-1]])
            )
        session.nested_cells(tuple(chain), known)
        yield "grid", seconds(lambda: session.nested_cells(tuple(chain), known))  # noqa: B023
        for name, formula in formulas(game, rng, viewer):
            yield name, seconds(lambda: session.value(formula, known))  # noqa: B023
            if name == "cell":
                yield "cold", seconds(lambda: Session(law).value(formula, known))  # noqa: B023


def positions(history: History, viewer: int) -> Iterator[tuple[Law, Given]]:
    """Yield the law and what a player has seen, after each turn."""
    ends = [
        k + 1 for k, a in enumerate(history.actions) if str(a).startswith("endturn")
    ]
    for end in ends:
        view = seen_by(history.prefix(end), viewer)
        yield laws(view)[0], given(view)


def row(name: str, players: int) -> list[object]:
    """Measure some games of one kind."""
    game = Game.clue(players)
    times: dict[str, list[float]] = defaultdict(list)
    for seed in range(SEEDS):
        _, history = GAMES[name](game, Random(seed), TURNS)
        for what, taken in measure(game, history, Random(seed)):
            times[what].append(taken)
    return [f"{name} {players}", *(_cell(times[what]) for what in COLUMNS)]


COLUMNS = ("tell", "cell", "grid", "mixed", "three", "K~KK", "cold")


def _cell(times: list[float]) -> str:
    return f"{statistics.median(times) * 1e3:.2f} ({max(times) * 1e3:.1f})"


def main() -> str:
    """Return the table."""
    rows = [row(name, players) for players in (3, 6) for name in GAMES]
    return table(["game, players", *COLUMNS], rows)


if __name__ == "__main__":
    sys.exit(print(main()))
