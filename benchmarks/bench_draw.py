"""Draw large models and games of six players from a cold start.

Times are processor time, user and system together. BENCH_BASE may name the Python of an
older checkout in which mystpy is installed: then the column `before` has its times in
the same run, and the pictures are compared. The peer is `neato` of Graphviz, which
computes a new layout of the same model and does not keep labels apart.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

from games import stress_game
from harness import BASE, table

from mystpy.game.game import Game
from mystpy.history.actions import action_text

RUNS = 3


def model(worlds: int, agents: int, size: int) -> str:
    """Return a model file with this number of worlds and random classes."""
    rng = Random(worlds)
    names = [f"w{k}" for k in range(worlds)]
    lines = [f"agents = {list('abcdef'[:agents])}", f"worlds = {names}", "[relations]"]
    for agent in "abcdef"[:agents]:
        order = rng.sample(names, worlds)
        classes = [order[k : k + size] for k in range(0, worlds, size)]
        lines.append(f"{agent} = {classes}")
    lines += ["[valuation]", *(f"{name} = []" for name in names)]
    return "\n".join(lines).replace("'", '"')


def game(players: int, turns: int) -> str:
    """Return a query file with a game of Clue in which all hands are given."""
    deal, history = stress_game(Game.clue(players), Random(players), turns)
    actions = "\n".join(action_text(a, history.game) for a in history.actions)
    hands = "\n".join(f"{k} = {sorted(hand)}" for k, hand in enumerate(deal))
    rules = f'[game]\nrules = "clue"\np = {players}'
    return f'history = """\n{actions}\n"""\n{rules}\n[hands]\n{hands}'.replace("'", '"')


FILES = {
    "16 worlds, 3 agents": model(16, 3, 3),
    "64 worlds, 2 agents": model(64, 2, 6),
    "64 worlds, 3 agents": model(64, 3, 3),
    "64 worlds, 6 agents": model(64, 6, 3),
    "six players, seen by one": Path("queries/clue-game-six.toml").read_text("utf-8"),
    "three players, 20 turns": game(3, 20),
    "six players, 20 turns": game(6, 20),
    "six players, 40 turns": game(6, 40),
}


def run(words: Sequence[str | Path]) -> tuple[float, bytes]:
    """Return the seconds that a program computes, and what it prints."""
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return user + system, done.stdout


def row(name: str, folder: Path) -> list[object]:
    """Draw one file by all programs, in turn."""
    path = folder / "drawn.toml"
    path.write_text(FILES[name], encoding="utf-8")
    here: list[str | Path] = [sys.executable, "-P", "-m", "mystpy", "draw", path]
    works = {"now": here}
    if BASE:
        works["before"] = [BASE, "-P", "-m", "mystpy", "draw", path]
    if shutil.which("neato") and "worlds" in name:
        dot = folder / "drawn.dot"
        run([*here, "--format", "dot", "-o", dot])
        works["neato"] = ["neato", "-Tsvg", dot]
    times: dict[str, list[float]] = {work: [] for work in works}
    drawn: dict[str, bytes] = {}
    for number in range(RUNS + 1):
        for work, words in works.items():
            taken, drawn[work] = run(words)
            if number:  # the first one writes what is kept on disk
                times[work].append(taken)
    found = {work: statistics.median(taken) for work, taken in times.items()}
    same = ("yes" if drawn["before"] == drawn["now"] else "no") if BASE else ""
    cells = [found.get(work, "") for work in ("now", "before", "neato")]
    ratio = found["before"] / found["now"] if BASE else ""
    return [name, *cells, ratio, same]


def main() -> str:
    """Return the table."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [row(name, Path(folder)) for name in FILES]
    notes = []
    if not BASE:
        notes.append("No column before: BENCH_BASE names no other Python.")
    if not shutil.which("neato"):
        notes.append("No column neato: Graphviz is not installed.")
    head = ["picture", "now", "before", "neato", "before / now", "same bytes"]
    return "\n\n".join([table(head, rows), *notes])


if __name__ == "__main__":
    print(main())
