"""A game of more than a million sequences, solved between proved bounds, once.

python benchmarks/million.py [M N Q TURNS]

It is broken off after so many turns, and what is broken off is won by who does not ask
in the last one. Both plans are found by way of small games, made exact, and told what
they are worth against the best reply. HiGHS, given the whole programme, is the peer.
"""

from __future__ import annotations

import resource
import sys
import time

from mystpy.game.game import Game
from mystpy.solve.extensive.enclosure import optimal
from mystpy.solve.extensive.growth import Growth
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.extensive.program import optimum

LARGE = 7, 1, 1, 14
"""A game by m, n and q, and turns."""


def main(words: list[str]) -> None:
    """Print the processor time after each step, and the gap between the bounds."""
    m, n, q, turns = map(int, words or LARGE)
    share = 1 - turns % 2
    form = Growth(Game.myst(m, n, 2, q), Variant(questions="useful")).form(turns)
    print(f"MYST({m},{n},2,{q}), {turns} turns: {form.counts} sequences")
    told(f"{len(form.plays.cut):,} ways to end, grown")
    one = optimal(form, 1, share)
    two = optimal(form, 2, share, one.worth)
    low, high = one.worth, two.worth
    told("both plans by way of small games, exact, and what they are worth")
    print(f"between {float(low)} and {float(high)}, gap {float(high - low):.3g}")
    value = optimum(form, share).value
    told(f"the whole programme by HiGHS alone: {value}")


def told(step: str) -> None:
    """Print what was done, the time until then, and the most memory so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{step}: {time.process_time():.0f} s, {most:.1f} GB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
