"""Compare solving a large game by small games and by one linear program.

The result is a plan of the player who asks in the last turn. The sequence form is built
step by step, and equal parts are merged. The peer is HiGHS with the whole program.
"""

from __future__ import annotations

import time
from itertools import pairwise

from harness import table

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.reductions.double_oracle import restrict
from mystpy.solve.extensive.reductions.quotient import Quotient
from mystpy.solve.extensive.tree_builder import TreeBuilder

GAMES = ((4, 2, 1, 10), (2, 3, 3, 4), (2, 3, 5, 4), (2, 3, 4, 4), (7, 1, 1, 12))
"""By m, n and q, and turns."""
NEAR = 1e-9
"""Values that differ by more are not the same."""


def row(m: int, n: int, q: int, turns: int) -> list[object]:
    """Measure one game, in seconds of processor time."""
    share = 1 - turns % 2
    form = TreeBuilder(Game.myst(m, n, 2, q), GameVariant(questions="useful")).form(
        turns
    )
    ways, times = len(form.plays.cut), [time.process_time()]
    form = Quotient.of(form, share).form
    times.append(time.process_time())
    value = restrict(form, 1 + share, share)[1].value
    times.append(time.process_time())
    peer = optimum(form, share).value
    times.append(time.process_time())
    assert abs(value - peer) < NEAR, (value, peer)
    quotient, ours, whole = (b - a for a, b in pairwise(times))
    columns = [f"{seconds:.1f}" for seconds in (quotient, ours, whole)]
    name = f"MYST({m},{n},2,{q}), {turns} turns"
    return [name, f"{ways:,}", f"{len(form.plays.cut):,}", *columns, whole / ours]


def main() -> str:
    """Return the table; times are of the processor, in seconds."""
    head = ("game", "ways to end", "alike in one", "that", "small games", "whole")
    return table((*head, "whole/small"), [row(*game) for game in GAMES])


if __name__ == "__main__":
    print(main())
