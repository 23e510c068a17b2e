"""Cost curves: one view's grid, its count, and nested knowledge, as the game grows.

`python benchmarks/curves.py` measures and writes curves.md and docs/curves.svg.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench_grid import timed
from games import KINDS, turns_seen
from harness import table
from plot import Panel, svg

from mystpy.engines.symbolic.count.count import LIMIT as DEFAULT
from mystpy.engines.symbolic.count.count import CountTooLarge, tally
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.game.game import Game

DOCS = Path(__file__).parents[1] / "docs"
SEEDS = 5
LIMIT = 300_000
"""Counts that would remember more states are left out here."""

KINDS_SHOWN = ("random", "stress")
NESTED = (1, 2, 1)
GRID, COUNT, KNOWN = (
    "grid of a view",
    "number of deals and odds",
    "grid of K(1,K(2,K(1,.)))",
)

TEXT = f"""# What knowledge costs as the game grows

`python benchmarks/curves.py` measures these curves and writes this page. All times are
milliseconds of processor time on one core of a shared server, medians over {SEEDS}
games. They are what player 1 pays after a suggestion if the game was followed from its
start.

- *{GRID}*: who may hold which card, brought up to date;
- *{COUNT}*: exact, of all cells of this grid;
- *{KNOWN}*: what player 1 knows that player 2 knows that player 1
  knows, all cells.

In *random* games everybody asks for random cards; in *stress* games the next player
always has one to show, so that nearly nothing is ruled out and all that was shown stays
open. The games of MYST have six players and a tenth of the cards in the pile. An empty
cell is a count that is refused in most games: here at more than {LIMIT:,} states, by
default at {DEFAULT:,}.

![Curves of these times against suggestions, players and cards](../curves.svg)
"""


@dataclass(frozen=True)
class Sweep:
    """The growing sizes: at each place a game and a number of suggestions."""

    title: str
    axis: str
    games: dict[int, tuple[Game, int]]


def deck(c: int) -> Game:
    """Return a game of MYST with six players, where the pile has a tenth of the cards.

    The number of cards is a multiple of 20.
    """
    return Game.myst(m=c // 10, n=3 * c // 20, p=6, q=3)


SWEEPS = (
    Sweep(
        "Clue, 6 players",
        "suggestions",
        {turns: (Game.clue(6), turns) for turns in range(5, 41, 5)},
    ),
    Sweep(
        "Clue, 15 suggestions",
        "players",
        {p: (Game.clue(p), 15) for p in range(2, 7)},
    ),
    Sweep(
        "MYST, 20 suggestions",
        "cards",
        {c: (deck(c), 20) for c in range(20, 121, 20)},
    ),
)


def measure(game: Game, kind: str, turns: Sequence[int]) -> dict[int, dict[str, float]]:
    """Return the median times after so many suggestions, by name."""
    times: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seed in range(SEEDS):
        for turn, name, taken in follow(game, kind, seed, turns):
            times[turn][name].append(taken)
    return {
        turn: {name: statistics.median(taken) for name, taken in row.items()}
        for turn, row in times.items()
    }


def follow(
    game: Game, kind: str, seed: int, turns: Sequence[int]
) -> Iterator[tuple[int, str, float]]:
    """Follow a game as player 1; yield turns, names and times at these turns."""
    _, history = KINDS[kind](game, Random(seed), max(turns))
    grid, session = ViewGrid(game), None
    for turn, (constraints, known) in enumerate(turns_seen(history, 1), 1):
        _, updating = timed(grid.update, view(constraints, known, 1))
        session = session or SatSession(constraints)
        session.update_constraints(constraints)
        _, nesting = timed(session.nested_cells, NESTED, known)
        if turn in turns:
            counted, counting = timed(count, grid)
            yield turn, GRID, updating
            yield turn, COUNT, counting if counted else math.inf
            yield turn, KNOWN, nesting


def count(grid: ViewGrid) -> bool:
    """Count the deals of a view and work out all odds, unless there are too many."""
    try:
        tally(grid, limit=LIMIT).odds()
    except CountTooLarge:
        return False
    return True


def panel(sweep: Sweep, kind: str) -> Panel:
    """Measure one panel."""
    wanted: dict[Game, list[int]] = defaultdict(list)
    for game, turns in sweep.games.values():
        wanted[game].append(turns)
    found = {game: measure(game, kind, turns) for game, turns in wanted.items()}
    curves = {
        name: [found[game][turns][name] for game, turns in sweep.games.values()]
        for name in (GRID, COUNT, KNOWN)
    }
    return Panel(sweep.title, sweep.axis, list(sweep.games), curves)


def written(kind: str, panel: Panel) -> str:
    """Return the table of a panel."""
    rows = [
        [place, *("" if time == math.inf else time for time in times)]
        for place, *times in zip(panel.places, *panel.curves.values(), strict=True)
    ]
    head = [panel.axis, *panel.curves]
    return f"## {panel.title}: {kind} games\n\n{table(head, rows)}\n"


def main() -> None:
    """Measure, and write the page and the picture."""
    rows = {kind: [panel(sweep, kind) for sweep in SWEEPS] for kind in KINDS_SHOWN}
    drawn = svg({f"{kind} games, ms": panels for kind, panels in rows.items()})
    (DOCS / "curves.svg").write_text(drawn, encoding="utf-8")
    tables = [written(kind, panel) for kind in rows for panel in rows[kind]]
    (DOCS / "explanation" / "curves.md").write_text(
        "\n".join([TEXT, *tables]), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
