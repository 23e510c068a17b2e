"""The default engine auto beside asp, which was the default before, and the others.

Whole processes, user and system time, so that starting and loading count: many
questions of one small situation, lines of batch, a picture of a game, and questions of
a large game. The cold rows are what one command on the command line takes.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from harness import milliseconds, table

ENGINES = ("auto", "asp", "prolog", "walk", "worlds")
FILE, DEAL = "queries/fifteen-cards.toml", "example:full-deal"
RUNS = 3

HOLDS = """
import sys
import mystpy
game = mystpy.Game.myst(m=1, n=1, p=5, q=2)
s = mystpy.Situation.init(game, hands={5: ["s6"]}, engine=sys.argv[1])
s = s.do("asks(1,{s1,s2})", "yes(2)")
for i in range(1, 6):
    for k in range(0, 6):
        for x in game.cards[:5]:
            s.holds(f"K({i},h({k},{x}))")
            s.holds(f"K({i},~h({k},{x}))")
"""
LARGE = """
import sys
import mystpy
game = mystpy.Game.myst(m=2, n=2, p=40, q=2)
s = mystpy.Situation.init(game, hands={1: ["s1", "s2"]}, engine=sys.argv[1])
s = s.do("asks(1,{s3,s4})", "no(2)")
s.holds("K(1,~h(2,s3))")
"""


def batch() -> str:
    """Return 60 lines: ask, legal and know, of as many situations."""
    game = {"rules": "myst", "m": 1, "n": 1, "p": 4, "q": 2}
    lines = []
    for k, (a, b) in enumerate(product(range(1, 6), range(1, 5))):
        told = f"asks(1,{{s{a},s{a % 5 + 1}}}) no({2 + 0 * b})"
        base = {"id": k, "game": game, "hands": {"1": ["s1"]}, "history": told}
        lines.append({**base, "do": "ask", "formula": f"K({b},h({b},s2))"})
        lines.append({**base, "do": "legal"})
        lines.append({**base, "do": "know", "player": 1})
    return "".join(f"{json.dumps(line)}\n" for line in lines)


WORKS: dict[str, tuple[list[str], str, Sequence[str]]] = {
    "300 holds of MYST(1,1,5,2)": (["-c", HOLDS], "", ENGINES),
    "60 lines of batch": (["-m", "mystpy", "batch", "--engine"], batch(), ENGINES),
    f"draw {DEAL}": (["-m", "mystpy", "draw", DEAL, "--engine"], "", ENGINES),
    "MYST(2,2,40,2), one holds": (["-c", LARGE], "", ("auto", "asp", "walk")),
    "ask FILE FORMULA, cold": (
        ["-m", "mystpy", "ask", FILE, "K(3,~h(2,s5))", "--engine"], "", ENGINES[:2],
    ),
    "legal FILE, cold": (
        ["-m", "mystpy", "legal", FILE, "--engine"], "", ENGINES[:2],
    ),
}  # fmt: skip


def processor_time(words: Sequence[str], text: str) -> float:
    """Return the seconds that Python computes with these words, as a process."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-P", *words], input=text, capture_output=True, text=True
    )
    after = getrusage(RUSAGE_CHILDREN)
    assert done.returncode in (0, 1, 5), done.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(name: str) -> list[object]:
    """Measure one work by all its engines, in turn."""
    words, text, engines = WORKS[name]
    times: dict[str, list[float]] = {engine: [] for engine in engines}
    for run in range(RUNS + 1):
        for engine in engines:
            taken = processor_time([*words, engine], text)
            if run:  # the first one writes what is kept on disk
                times[engine].append(taken)
    found = {engine: statistics.median(taken) for engine, taken in times.items()}
    shown = [milliseconds(found[e]) if e in found else "" for e in ENGINES]
    return [name, *shown, found["asp"] / found["auto"]]


def main() -> str:
    """Return the table."""
    assert Path(FILE).exists(), "run it in the root of the checkout"
    return table(["work", *ENGINES, "asp / auto"], [row(name) for name in WORKS])


if __name__ == "__main__":
    print(main())
