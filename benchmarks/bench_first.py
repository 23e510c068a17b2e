"""The first question about a kind of game: with the diagrams that come with mystpy.

Whole processes, processor time, user and system together, each with an empty cache. In
the peer the diagrams are not found, so that clingo computes them: first with an empty
cache, then with the cache that this has left.
"""

from __future__ import annotations

import os
import statistics
import tempfile

from bench_default import processor_time
from harness import milliseconds, table

CLUE = '{"rules":"clue","p":6}'
COMMANDS = {
    "know 2, Clue for six": ["know", "2", "queries/clue-game-six.toml"],
    "a game of six against level e": [
        *("play", "--game", CLUE, "--player", "strong-e", "--player", "exact"),
        *("--seed", "3"),
    ],
}
SHIPPED = "from mystpy.__main__ import main; main()"
COMPUTED = (
    "import mystpy.engines.transition_system.shipped as s; "
    "s.FOLDER = s.FOLDER / 'none'; " + SHIPPED
)
RUNS = 9


def taken(program: str, arguments: list[str], cache: str) -> float:
    """Return the seconds that a command computes with this cache folder."""
    os.environ["XDG_CACHE_HOME"] = cache
    return processor_time(["-c", program, *arguments], "")


def once(arguments: list[str]) -> tuple[float, float, float]:
    """Return the seconds with the shipped files, without them, and with the cache."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        return (
            taken(SHIPPED, arguments, one),
            taken(COMPUTED, arguments, two),
            taken(COMPUTED, arguments, two),
        )


def row(name: str) -> list[object]:
    """Measure one command."""
    once(COMMANDS[name])
    times = zip(*(once(COMMANDS[name]) for _ in range(RUNS)), strict=True)
    shipped, first, later = map(statistics.median, times)
    return [name, *map(milliseconds, (shipped, first, later)), first / shipped]


def main() -> str:
    """Return the table."""
    head = ["command", "first", "computed by clingo", "kept by the user", "ratio"]
    return table(head, [row(name) for name in COMMANDS])


if __name__ == "__main__":
    print(main())
