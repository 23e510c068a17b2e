"""Main commands, one after another in one process, on the emulated system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.cli.running.signals import end_quietly
from mystpy.errors import QueryError
from mystpy.processes.guarded import GuardedProgram
from mystpy.processes.guardian import Guardian

ROOT = Path(__file__).resolve().parents[2]
QUERY = str(ROOT / "queries" / "fifteen-cards.toml")
FORMULA = "K(3, ~h(2,s5))"
GAME = 'rules="myst",m=1,n=1,p=2,q=1'
PLAYED = ["--player", "exact", "--player", "random", "--games", "3", "--seed", "1"]


def run(status: int, *words: str) -> str:
    """Return what a command prints; end with its traceback if its status differs."""
    done = CliRunner().invoke(cli, words)
    if done.exit_code != status:
        sys.exit(f"{words}: {done.exit_code}\n{done.output}\n{done.exc_info}")
    return done.stdout


def main(folder: str) -> None:
    """Print what the commands answer, in a folder that is empty."""
    os.chdir(folder)
    end_quietly()
    print(run(0, "know", "3", QUERY).count("yes"))
    for engine in ("auto", "asp", "prolog", "worlds"):
        print(run(0, "ask", QUERY, FORMULA, "--engine", engine).split()[0])
    print(run(0, "why", QUERY, FORMULA).count("step"))
    print(run(0, "legal", str(ROOT / "queries" / "full-deal.toml")).split()[0])
    tournament = ("tournament", *PLAYED, "--jobs", "1", "--out", "games.jsonl")
    print(run(0, *tournament).count("exact"))
    print(len(Path("games.jsonl").read_text("utf-8").splitlines()))
    run(0, *tournament, "--resume")
    print(run(0, "solve", "--game", GAME).split()[0])
    run(0, "draw", QUERY, "-o", "grid.svg")
    print(Path("grid.svg").read_text("utf-8").count("<svg"))
    Path("program.txt").write_text(of_a_program(), encoding="utf-8")


def of_a_program() -> str:
    """Return why a guest program is refused, or how it ends."""
    try:
        GuardedProgram(f"{sys.executable} -c 0").end()
    except QueryError as error:
        return str(error)
    # The guardian is a process of its own with all of this system: once more here.
    # It lets go of the standard output, so nothing can be printed from now on.
    words = [sys.executable, "-c", "print(1)"]
    return str(Guardian(2_000, 10).run(words, drop=True)["how"])


if __name__ == "__main__":
    main(sys.argv[1])
