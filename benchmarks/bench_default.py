"""The default engine auto beside asp, which was the default before, and the others.

The first table has whole processes, user and system time, so that starting and loading
count. Its rows are many questions of one small situation, lines of batch, a picture of
a game, and questions of a large game. The cold rows have the time of one command on the
command line.

The second table compares a list of worlds with the solver, for one question in a new
process (without starting Python) and for a further question about the same situation.
Where they cross, `auto` changes from the one to the other (`engines/world_count.py`).

The third table compares the time that clingo takes to ground a history with the
estimate by which `asp` decides whether it does (`grounding_time`).
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

from mystpy.game.game import Game

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
        actions_text = f"asks(1,{{s{a},s{a % 5 + 1}}}) no({2 + 0 * b})"
        base = {"id": k, "game": game, "hands": {"1": ["s1"]}, "history": actions_text}
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


SIZES: tuple[tuple[int, int, int, int], ...] = (
    (1, 1, 4, 2),
    (1, 1, 5, 2),
    (2, 2, 3, 2),
    (1, 1, 6, 2),
    (1, 2, 4, 2),
)
"""The sizes m, n, p, q of games with more and more deals."""

QUESTIONS = """
import sys, time
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
game = Game.myst(*map(int, sys.argv[2:6]))
walk, worlds = get_engine("walk"), get_engine("worlds")
history = History.make(game, {}, "asks(1,{s1,s2}) no(2)")
walk.judge(history)
phis = [parse_formula(f"K(2,~K(1,h(2,{x})))", game) for x in game.cards]
listing = sys.argv[1] == "worlds"
def ask(phi):
    begun = time.process_time()
    if listing:
        worlds.value(history, phi)
    else:
        walk.large.value(history, phi)
    return time.process_time() - begun
first, *others = map(ask, phis)
print(first, sorted(others)[len(others) // 2])
"""

GROUND = (
    (1, 1, 5, 2, 0), (1, 1, 5, 2, 40), (2, 2, 20, 2, 1), (2, 2, 40, 2, 1),
    (10, 50, 20, 5, 1), (3, 3, 100, 2, 0), (2, 2, 80, 2, 1),
)  # fmt: skip
"""The sizes of games, each with a number of turns."""

GROUNDING = """
import sys, time
from mystpy.engines.asp.kept import (grounding_time)
from mystpy.thresholds import MAX_GROUNDING_SECONDS
from mystpy.engines.asp.program import GroundProgram
from mystpy.game.game import Game
from mystpy.history.history import History
*sizes, turns = map(int, sys.argv[1:])
game = Game.myst(*sizes)
asked = ",".join(game.cards[: game.q])
turn = "asks({0},{{" + asked + "}}) {1} noguess({0}) endturn({0})"
done = []
for k in range(turns):
    i = k % game.p + 1
    done.append(turn.format(i, " ".join(
        f"no({(k + d) % game.p + 1})" for d in range(1, game.p))))
history = History.make(game, {}, " ".join(done))
GroundProgram(Game.myst(1, 1, 2, 1), ())  # loads clingo and reads the files
begun = time.process_time()
GroundProgram(game, history.actions)
taken, estimate = time.process_time() - begun, grounding_time(game, len(history))
print(len(history), estimate, taken, estimate <= MAX_GROUNDING_SECONDS)
"""


def printed(program: str, *words: object) -> list[str]:
    """Return the words that a process with this program prints."""
    command = [sys.executable, "-P", "-c", program, *map(str, words)]
    return subprocess.check_output(command, text=True).split()


def crossing(size: tuple[int, int, int, int]) -> list[object]:
    """Compare a list of worlds with the solver for a game of this size."""
    cells: list[object] = []
    for method in ("worlds", "solver"):
        runs = [
            list(map(float, printed(QUESTIONS, method, *size))) for _ in range(RUNS)
        ]
        cells += map(milliseconds, map(statistics.median, zip(*runs, strict=True)))
    game = Game.myst(*size)
    return [f"MYST{size}", game.deal_count(), cells[0], cells[2], cells[1], cells[3]]


def grounding(case: tuple[int, ...]) -> list[object]:
    """Compare the estimate for a history with the time that grounding it takes."""
    runs = [printed(GROUNDING, *case) for _ in range(RUNS)]
    taken = statistics.median(float(run[2]) for run in runs)
    number, estimate, _, does = runs[0]
    used = "clingo" if does == "True" else "walk"
    size = f"MYST{case[:4]}"
    return [size, number, milliseconds(float(estimate)), milliseconds(taken), used]


def main() -> str:
    """Return the tables."""
    assert Path(FILE).exists(), "run it in the root of the checkout"
    lists = ["list, first", "solver, first", "list, next", "solver, next"]
    return "\n\n".join(
        (
            table(["work", *ENGINES, "asp / auto"], [row(name) for name in WORKS]),
            table(["game", "deals", *lists], [crossing(size) for size in SIZES]),
            table(
                ["game", "actions", "estimate", "grounding", "judged by"],
                [grounding(case) for case in GROUND],
            ),
        )
    )


if __name__ == "__main__":
    print(main())
