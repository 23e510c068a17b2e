"""Following a game: milliseconds for each action, and how many times the grid's own.

A player follows games of Clue to their end, action by action, or a turn at a time.
`position` carries on the laws, what is given, and the player's view as conditions;
`grid` tells them to the persistent grid of that view. `anew` reads the whole history
each time, as a single question does. Means, and worst, in milliseconds of processor
time; `ratio` is that of the sums of the first two to the second.
"""

from __future__ import annotations

import statistics
from random import Random

from bench_grid import timed
from games import KINDS
from harness import table

from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.game.game import Game
from mystpy.history.actions import EndTurn
from mystpy.history.history import History
from mystpy.views import given_cards, seen_by

SEEDS = 4
TURNS = 40
VIEWER = 1


def carried_on(history: History) -> frozenset[Condition]:
    """Return what the viewer has seen, by a position that is carried on."""
    position = BeliefProgression.of(history)
    (constraints,) = position.constraint_sets
    return position.view(constraints, VIEWER)


def anew(history: History) -> frozenset[Condition]:
    """Return the same, read off the whole history."""
    (constraints,) = constraint_sets(history)
    return view(constraints, given_cards(history), VIEWER)


def row(players: int, kind: str, step: str) -> list[object]:
    """Follow some games of one kind."""
    game = Game.clue(players)
    BeliefProgression.of(
        History.make(game)
    )  # loads the diagram, which serves all games
    times: dict[str, list[float]] = {"position": [], "grid": [], "from the start": []}
    for seed in range(SEEDS):
        grid = ViewGrid(game)
        seen = seen_by(KINDS[kind](game, Random(seed), TURNS)[1], VIEWER)
        history = seen.prefix(0)
        for action in seen.actions:
            history = history.then(action)
            if step == "turn" and not isinstance(action, EndTurn):
                continue
            seconds_carried, taken = timed(carried_on, history)
            times["position"].append(taken)
            times["grid"].append(timed(grid.update, seconds_carried)[1])
            same, taken = timed(anew, history)
            times["from the start"].append(taken)
            assert seconds_carried == same, "the views differ"
    position, found, again = map(sum, times.values())
    return [
        f"Clue {players}, {kind}, by {step}",
        len(times["grid"]),
        *(f"{statistics.fmean(x):.3f} ({max(x):.2f})" for x in times.values()),
        (position + found) / found,
        (again + found) / found,
    ]


def main() -> str:
    """Return the table."""
    names = ("game", "steps", "position", "grid", "from the start")
    head = [*names, "ratio", "ratio anew"]
    steps = [(p, kind, s) for p in (3, 6) for kind in KINDS for s in ("action", "turn")]
    return table(head, [row(*step) for step in steps])


if __name__ == "__main__":
    print(main())
