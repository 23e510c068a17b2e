"""Measure the search for simple optimal plans of both players from the last vertex.

The peer is the same search with each linear program solved from the start.
"""

from __future__ import annotations

import sys
import time
from unittest.mock import patch

from harness import table

from mystpy.game.game import Game
from mystpy.solve.equilibria.description import simplify, size
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import ValueBounds, improving_bounds

GAMES = ((3, 1, 1), (4, 1, 1), (2, 2, 1), (2, 2, 2), (3, 2, 2))
"""By m, n and q."""


def row(m: int, n: int, q: int) -> list[object]:
    """Measure one game, in seconds of processor time."""
    *_, last = improving_bounds(Game.myst(m, n, 2, q), GameVariant(questions="useful"))
    times = [time.process_time()]
    ours = simplify(last)
    times.append(time.process_time())
    with patch.dict(sys.modules, {"highspy": None}):
        theirs = simplify(last)
    times.append(time.process_time())
    rows = [actions(one) for one in (last, ours, theirs)]
    going_on, afresh = times[1] - times[0], times[2] - times[1]
    name = f"MYST({m},{n},2,{q})"
    return [name, *rows, going_on, afresh, afresh / going_on]


def actions(found: ValueBounds) -> str:
    """Return the number of actions in the plans of both players."""
    sides = found.lower, found.upper
    return " and ".join(str(size(side.plan.fractions())[0]) for side in sides)


def main() -> str:
    """Return the table; times are of the processor, in seconds."""
    head = ("game", "actions found", "simple", "afresh", "going on", "from the start")
    return table((*head, "start/on"), [row(*game) for game in GAMES])


if __name__ == "__main__":
    print(main())
