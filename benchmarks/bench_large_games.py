"""From the command to the exact value of a game with many sequences.

The peer is HiGHS alone, given the whole programme of the last turn. The time is of the
processor; the memory is the most that the command ever had.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

from harness import table

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.tree_builder import TreeBuilder

GAMES = ((6, 1, 1), (4, 2, 2), (4, 2, 4), (9, 1, 3), (5, 2, 4))
"""By m, n and q."""


def row(m: int, n: int, q: int) -> list[object]:
    """Measure one game."""
    game = f'rules="myst",m={m},n={n},p=2,q={q}'
    words = [sys.executable, "-P", "-m", "mystpy", "solve", "--useful"]
    words += ["--format", "json", "--game", game]
    solved = subprocess.Popen(words, stdout=-1, stderr=-3)
    assert solved.stdout is not None
    result = json.loads(solved.stdout.read())
    _, status, used = os.wait4(solved.pid, 0)
    assert status == 0, result
    ours = used.ru_utime + used.ru_stime
    turns = result["turns"]
    form = TreeBuilder(Game.myst(m, n, 2, q), GameVariant(questions="useful")).form(
        turns
    )
    start = time.process_time()
    optimum(form, 1 - turns % 2)
    peer = time.process_time() - start
    one, two = (f"{count:,}" for count in form.counts)
    memory = f"{used.ru_maxrss / 2**20:.1f} GB"
    name = f"MYST({m},{n},2,{q}), {turns} turns"
    return [name, one, two, result["value"], memory, ours, peer, peer / ours]


def main() -> str:
    """Return the table; times are in seconds."""
    head = (
        "game",
        "sequences of 1",
        "of 2",
        "value",
        "memory",
        "command",
        "HiGHS alone",
    )
    return table((*head, "HiGHS/command"), [row(*game) for game in GAMES])


if __name__ == "__main__":
    print(main())
