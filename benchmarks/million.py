"""A game of more than a million sequences, solved between proved bounds, once.

python benchmarks/million.py [M N Q TURNS]

The game is cut off after a number of turns, and then won by the player who does not ask
in the last one. HiGHS alone is the peer. The rest of the time is growing the tree,
making both plans exact, and computing their values against the best response.
"""

from __future__ import annotations

import resource
import sys
import time

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import judge_plan

LARGE = 7, 1, 1, 14
"""A game by m, n and q, and turns."""


def main(words: list[str]) -> None:
    """Print what each step took, of processor time, and the gap between the bounds."""
    m, n, q, turns = map(int, words or LARGE)
    share = 1 - turns % 2
    form = TreeBuilder(Game.myst(m, n, 2, q), GameVariant(questions="useful")).form(
        turns
    )
    print(f"MYST({m},{n},2,{q}), {turns} turns: {form.counts} sequences")
    print_step(f"{len(form.plays.cut):,} ways to end, grown")
    found = optimum(form, share)
    print_step("linear programme")
    low, high = (judge_plan(form, player, share, found).value for player in (1, 2))
    print_step("exact plans and bounds")
    print(f"between {float(low)} and {float(high)}, gap {float(high - low):.3g}")


def print_step(step: str) -> None:
    """Print what was done, the time until then, and the most memory so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{step}: {time.process_time():.0f} s, {most:.1f} GB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
